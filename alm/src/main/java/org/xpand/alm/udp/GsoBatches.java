package org.xpand.alm.udp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.unix.Errors.NativeIoException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Datagrams that were sent and not yet given to the channel: one batch for each endpoint. Where the system cannot cut batches
 * apart, for example because the MTU of a link is smaller, every datagram is sent alone from then on. Called on the loop only.
 */
final class GsoBatches {
    private static final Logger LOG = LoggerFactory.getLogger(GsoBatches.class);
    private static final int MOST_FREE = 16;
    /** Linux's EINVAL, EIO and EMSGSIZE. */
    private static final int INVALID_ARGUMENT = 22;
    private static final int INPUT_OUTPUT = 5;
    private static final int MESSAGE_SIZE = 90;

    private final Channel channel;
    private final Transport transport;
    private final int maxDatagram;
    private final LinkCounters counters;
    private final ChannelFutureListener written = this::written;
    private final Map<InetSocketAddress, GsoBatch> pending = new LinkedHashMap<>();
    private final ArrayDeque<ByteBuf> free = new ArrayDeque<>();
    private int most;
    /** The system has refused to cut batches of datagrams of this length. */
    private int uncutLength = Integer.MAX_VALUE;
    private long pendingBytes;

    /** @param most most datagrams of a batch */
    GsoBatches(Channel channel, Transport transport, int most, int maxDatagram, LinkCounters counters) {
        this.channel = channel;
        this.transport = transport;
        this.most = most;
        this.maxDatagram = maxDatagram;
        this.counters = counters;
        channel.closeFuture().addListener(closed -> release());
    }

    /**
     * Adds a datagram of at least one byte. When the batches reach the size that may wait for room in the socket's buffer, they are
     * given to the system at once: only what it refuses has to wait.
     */
    void add(InetSocketAddress to, byte[] buffer, int offset, int length) {
        GsoBatch batch = pending.get(to);
        int wireLength = Trailer.wireLength(length);
        if (batch != null && !batch.takes(wireLength)) {
            pendingBytes -= batch.bytes().readableBytes();
            write(batch);
            batch = null;
        }
        if (batch == null) {
            batch = new GsoBatch(channel, to, room(), wireLength < uncutLength ? most : 1);
            pending.put(to, batch);
        }
        end(buffer, offset, length, batch.bytes());
        batch.added(wireLength, length);
        pendingBytes += wireLength;
        if (pendingBytes >= channel.bytesBeforeUnwritable()) {
            writeAll();
            channel.flush();
        }
    }

    /** Appends a datagram, sealed if there is a key, with its trailer. */
    static void end(byte[] buffer, int offset, int length, ByteBuf into) {
        into.writeBytes(buffer, offset, length);
        Trailer.write(into, length);
    }

    /** Gives all batches to the channel. */
    void writeAll() {
        pending.values().forEach(this::write);
        pending.clear();
        pendingBytes = 0;
    }

    /** Not from the channel's pool, which would first initialize the JVM's flight recorder: half a second, on the loop. */
    private ByteBuf room() {
        ByteBuf before = free.poll();
        int size = Math.min(most * (maxDatagram + Trailer.MAX_LENGTH), LinkSettings.GREATEST_DATAGRAM + Trailer.MAX_LENGTH);
        return before == null ? Unpooled.directBuffer(size, size) : before.clear();
    }

    /** The bytes are kept until the result of sending is known. */
    private void write(GsoBatch batch) {
        batch.addListener(written);
        channel.write(transport.packet(batch.bytes().retainedDuplicate(), batch.length(), batch.to()), batch);
    }

    private void written(ChannelFuture future) {
        GsoBatch batch = (GsoBatch) future;
        ByteBuf bytes = batch.bytes();
        if (future.isSuccess()) {
            counters.sent.add(batch.count());
            counters.sentBytes.add(batch.payloadBytes());
        } else if (batch.count() > 1 && notCut(future.cause())) {
            leaveUncut(batch, future.cause());
            sendSingly(batch);
        } else {
            counters.sendFailed.add(batch.count());
            LOG.debug("{} datagrams could not be sent: {}", batch.count(), future.cause().toString());
        }
        if (bytes.refCnt() == 1 && free.size() < MOST_FREE && channel.isActive()) {
            free.push(bytes);
        } else {
            bytes.release();
        }
    }

    private static int error(Throwable cause) {
        return cause instanceof NativeIoException failure ? -failure.expectedErr() : 0;
    }

    private static boolean notCut(Throwable cause) {
        int error = error(cause);
        return error == INVALID_ARGUMENT || error == INPUT_OUTPUT || error == MESSAGE_SIZE;
    }

    /** A smaller MTU on the path affects long datagrams only; a system that cannot cut batches affects all lengths. */
    private void leaveUncut(GsoBatch batch, Throwable cause) {
        int before = uncutLength;
        uncutLength = error(cause) == INPUT_OUTPUT ? 0 : Math.min(uncutLength, batch.length());
        if (uncutLength < before) {
            LOG.info("The system does not segment GSO batches of {} bytes for {}; batches of this length are sent as single "
                    + "datagrams from now on",
                    batch.length(), DatagramLink.text(batch.to()));
        }
    }

    private void sendSingly(GsoBatch batch) {
        ByteBuf all = batch.bytes();
        for (int at = 0; at < all.readableBytes(); at += batch.length()) {
            int length = Math.min(batch.length(), all.readableBytes() - at);
            GsoBatch single = new GsoBatch(channel, batch.to(), room(), 1);
            single.bytes().writeBytes(all, at, length);
            single.added(length, batch.payloadBytes(at));
            write(single);
        }
        // This runs inside a flush.
        channel.eventLoop().execute(channel::flush);
    }

    private void release() {
        pending.values().forEach(batch -> batch.bytes().release());
        pending.clear();
        free.forEach(ByteBuf::release);
        free.clear();
    }
}
