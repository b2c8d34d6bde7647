package org.xpand.comparison.peer;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.channel.socket.DatagramPacket;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Cuts a stream of messages, each behind its length, into datagrams and sends each to every receiver. Receivers say how
 * many they have, and no more than a window's worth is in flight, because a socket buffer that overflows would make the
 * limit a matter of losses.
 */
final class NettySender implements PeerEndpoint {
    /** Datagrams in flight: they fit into the socket buffers, with what the system keeps beside each. */
    private static final int WINDOW = 1024;
    /** Datagrams that are handed to the loop at once. */
    private static final int BATCH = 16;

    private final List<InetSocketAddress> receivers;
    private final long[] received;
    private final NettyLink link;
    private List<ByteBuf> batch = new ArrayList<>();
    private ByteBuf datagram;
    private long datagrams;

    /** @param busyPolling whether its loop never sleeps */
    NettySender(Place place, boolean busyPolling) {
        receivers = place.receivers().stream().map(NettyLink::address).toList();
        received = new long[receivers.size()];
        Arrays.fill(received, -1);
        link = new NettyLink(place, new Credits(), busyPolling);
    }

    @Override
    public synchronized boolean connected() {
        return leastReceived() >= 0;
    }

    private long leastReceived() {
        long least = Long.MAX_VALUE;
        for (long each : received) {
            least = Math.min(least, each);
        }
        return least;
    }

    @Override
    public void send(byte[] message) throws InterruptedException {
        room(Integer.BYTES).writeInt(message.length);
        for (int at = 0; at < message.length;) {
            ByteBuf into = room(1);
            int part = Math.min(into.writableBytes(), message.length - at);
            into.writeBytes(message, at, part);
            at += part;
        }
    }

    private ByteBuf room(int bytes) throws InterruptedException {
        if (datagram != null && datagram.writableBytes() < bytes) {
            endDatagram();
        }
        if (datagram == null) {
            datagram = link.channel().alloc().directBuffer(NettyLink.DATAGRAM_BYTES, NettyLink.DATAGRAM_BYTES);
            datagram.writeLong(datagrams);
        }
        return datagram;
    }

    private void endDatagram() throws InterruptedException {
        batch.add(datagram);
        datagram = null;
        datagrams++;
        if (batch.size() == BATCH) {
            endBatch();
        }
    }

    private void endBatch() throws InterruptedException {
        synchronized (this) {
            while (datagrams - leastReceived() > WINDOW) {
                wait();
            }
        }
        List<ByteBuf> full = batch;
        batch = new ArrayList<>(BATCH);
        link.channel().eventLoop().execute(() -> write(full));
    }

    private void write(List<ByteBuf> full) {
        Channel channel = link.channel();
        for (ByteBuf each : full) {
            for (int i = 1; i < receivers.size(); i++) {
                channel.write(new DatagramPacket(each.retainedDuplicate(), receivers.get(i)), channel.voidPromise());
            }
            channel.write(new DatagramPacket(each, receivers.get(0)), channel.voidPromise());
        }
        channel.flush();
    }

    @Override
    public void flush() throws InterruptedException {
        if (datagram != null) {
            endDatagram();
        }
        if (!batch.isEmpty()) {
            endBatch();
        }
    }

    @Override
    public void close() {
        link.close();
    }

    /** Takes what receivers say they have. */
    private final class Credits extends SimpleChannelInboundHandler<DatagramPacket> {
        @Override
        protected void channelRead0(ChannelHandlerContext context, DatagramPacket packet) {
            synchronized (NettySender.this) {
                int index = receivers.indexOf(packet.sender());
                if (index >= 0) {
                    received[index] = Math.max(received[index], packet.content().readLong());
                    NettySender.this.notifyAll();
                }
            }
        }
    }
}
