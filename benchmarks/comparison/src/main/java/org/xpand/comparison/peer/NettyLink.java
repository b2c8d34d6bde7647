package org.xpand.comparison.peer;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOption;
import io.netty.channel.FixedRecvByteBufAllocator;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollDatagramChannel;
import io.netty.channel.socket.DatagramPacket;
import io.netty.channel.socket.nio.NioDatagramChannel;
import java.net.InetSocketAddress;
import org.xpand.alm.udp.LinkSettings;
import org.xpand.alm.udp.NodeLoop;
import org.xpand.alm.udp.Transport;

/** A UDP socket on a loop of its own, with the socket buffers and the batches that Xpand asks for, and nothing else. */
final class NettyLink implements AutoCloseable {
    /** Xpand's packet (docs/wire-format.md). */
    static final int DATAGRAM_BYTES = 1400;
    /** What a datagram begins with: its number from 0. */
    static final int HEADER_BYTES = Long.BYTES;

    private final NodeLoop loop;
    private final Channel channel;

    /** @param busyPolling whether its loop never sleeps */
    NettyLink(Place place, SimpleChannelInboundHandler<DatagramPacket> handler, boolean busyPolling) {
        loop = NodeLoop.start("netty-" + place.index(), busyPolling);
        Bootstrap bootstrap = new Bootstrap().group(loop.eventLoop()).handler(handler)
                .option(ChannelOption.SO_RCVBUF, LinkSettings.SOCKET_BUFFER_BYTES)
                .option(ChannelOption.SO_SNDBUF, LinkSettings.SOCKET_BUFFER_BYTES);
        if (loop.transport() == Transport.EPOLL) {
            bootstrap.channel(EpollDatagramChannel.class)
                    .option(EpollChannelOption.MAX_DATAGRAM_PAYLOAD_SIZE, DATAGRAM_BYTES)
                    .option(ChannelOption.RECVBUF_ALLOCATOR, new FixedRecvByteBufAllocator(
                            DATAGRAM_BYTES * LinkSettings.READ_BATCH).maxMessagesPerRead(LinkSettings.READ_BATCH));
        } else {
            bootstrap.channel(NioDatagramChannel.class).option(ChannelOption.RECVBUF_ALLOCATOR,
                    new FixedRecvByteBufAllocator(DATAGRAM_BYTES).maxMessagesPerRead(LinkSettings.READ_BATCH));
        }
        channel = bootstrap.bind(address(place.port())).syncUninterruptibly().channel();
    }

    static InetSocketAddress address(int port) {
        return new InetSocketAddress(FreePorts.HOST, port);
    }

    Channel channel() {
        return channel;
    }

    @Override
    public void close() {
        loop.close();
    }
}
