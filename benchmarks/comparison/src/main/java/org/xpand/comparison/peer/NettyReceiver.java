package org.xpand.comparison.peer;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.DatagramPacket;
import java.net.InetSocketAddress;
import java.util.concurrent.TimeUnit;

/** Puts the messages of a {@link NettySender} together. A datagram that is lost ends the stream: nothing repairs it. */
final class NettyReceiver implements PeerEndpoint {
    /** Datagrams after which the sender is notified: a small part of its window. */
    private static final int CREDIT_DATAGRAMS = 64;
    private static final int HELLO_MILLIS = 100;

    private final InetSocketAddress sender;
    private final Inbox inbox;
    private final NettyLink link;
    private final byte[] lengthBytes = new byte[Integer.BYTES];
    private byte[] message = lengthBytes;
    private int filled;
    private boolean lengthKnown;
    private long datagrams;
    private boolean broken;

    /** @param busyPolling whether its loop never sleeps */
    NettyReceiver(Place place, Inbox inbox, boolean busyPolling) {
        this.sender = NettyLink.address(place.ports().get(0));
        this.inbox = inbox;
        this.link = new NettyLink(place, new Stream(), busyPolling);
        // The first ones announce that this receiver is there.
        link.channel().eventLoop().scheduleAtFixedRate(this::announce, 0, HELLO_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void announce() {
        ByteBuf credit = link.channel().alloc().directBuffer(Long.BYTES).writeLong(datagrams);
        link.channel().writeAndFlush(new DatagramPacket(credit, sender));
    }

    @Override
    public boolean connected() {
        return true;
    }

    @Override
    public void send(byte[] message) {
        throw new IllegalStateException("a receiver only");
    }

    @Override
    public void close() {
        link.close();
    }

    private final class Stream extends SimpleChannelInboundHandler<DatagramPacket> {
        @Override
        protected void channelRead0(ChannelHandlerContext context, DatagramPacket packet) {
            ByteBuf content = packet.content();
            broken |= content.readLong() != datagrams;
            datagrams++;
            if (datagrams % CREDIT_DATAGRAMS == 0) {
                announce();
            }
            while (!broken && content.isReadable()) {
                take(content);
            }
        }

        private void take(ByteBuf content) {
            int wanted = lengthKnown ? length() : Integer.BYTES;
            byte[] into = lengthKnown ? message : lengthBytes;
            int part = Math.min(wanted - filled, content.readableBytes());
            content.readBytes(into, filled, part);
            filled += part;
            if (filled < wanted) {
                return;
            }
            filled = 0;
            if (lengthKnown) {
                inbox.take(message, 0, wanted);
            } else if (message.length < length()) {
                message = new byte[length()];
            }
            lengthKnown = !lengthKnown;
        }

        private int length() {
            return (lengthBytes[0] & 0xff) << 24 | (lengthBytes[1] & 0xff) << 16 | (lengthBytes[2] & 0xff) << 8
                    | lengthBytes[3] & 0xff;
        }
    }
}
