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
 * What was sent and not yet given to the channel: one batch for each endpoint. Where the system does not cut batches apart,
 * as it does not if a link on the way carries less at a time, every datagram travels alone from then on. Only the loop
 * calls it.
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
    private final ChannelFutureListener departed = this::departed;
    private final Map<InetSocketAddress, GsoBatch> boarding = new LinkedHashMap<>();
    private final ArrayDeque<ByteBuf> free = new ArrayDeque<>();
    private int most;
    /** The system has refused to cut datagrams of this length apart. */
    private int uncutLength = Integer.MAX_VALUE;
    private long boardingBytes;

    /** @param most how many datagrams a batch may have */
    GsoBatches(Channel channel, Transport transport, int most, int maxDatagram, LinkCounters counters) {
        this.channel = channel;
        this.transport = transport;
        this.most = most;
        this.maxDatagram = maxDatagram;
        this.counters = counters;
        channel.closeFuture().addListener(closed -> release());
    }

    /**
     * A datagram, of one byte at least. If that is as much as may wait for room in the socket's buffer the system is given it
     * at once: only what that refuses takes room.
     */
    void board(InetSocketAddress to, byte[] buffer, int offset, int length) {
        GsoBatch batch = boarding.get(to);
        int wireLength = Trailer.wireLength(length);
        if (batch != null && !batch.takes(wireLength)) {
            boardingBytes -= batch.bytes().readableBytes();
            depart(batch);
            batch = null;
        }
        if (batch == null) {
            batch = new GsoBatch(channel, to, room(), wireLength < uncutLength ? most : 1);
            boarding.put(to, batch);
        }
        end(buffer, offset, length, batch.bytes());
        batch.added(wireLength, length);
        boardingBytes += wireLength;
        if (boardingBytes >= channel.bytesBeforeUnwritable()) {
            depart();
            channel.flush();
        }
    }

    /** Every datagram that leaves passes here, sealed before if there is a key. */
    static void end(byte[] buffer, int offset, int length, ByteBuf into) {
        into.writeBytes(buffer, offset, length);
        Trailer.write(into, length);
    }

    /** Gives the channel all there is. */
    void depart() {
        boarding.values().forEach(this::depart);
        boarding.clear();
        boardingBytes = 0;
    }

    /** Not of the channel's pool, which gets the JVM's flight recorder ready first: half a second, on the loop. */
    private ByteBuf room() {
        ByteBuf before = free.poll();
        int size = Math.min(most * (maxDatagram + Trailer.MAX_LENGTH), LinkSettings.GREATEST_DATAGRAM + Trailer.MAX_LENGTH);
        return before == null ? Unpooled.directBuffer(size, size) : before.clear();
    }

    /** The bytes are kept until it is known what has become of them. */
    private void depart(GsoBatch batch) {
        batch.addListener(departed);
        channel.write(transport.packet(batch.bytes().retainedDuplicate(), batch.length(), batch.to()), batch);
    }

    private void departed(ChannelFuture future) {
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

    /** A link that carries less at a time bars long datagrams only, one that cannot cut at all bars every one. */
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
            depart(single);
        }
        // This runs inside a flush.
        channel.eventLoop().execute(channel::flush);
    }

    private void release() {
        boarding.values().forEach(batch -> batch.bytes().release());
        boarding.clear();
        free.forEach(ByteBuf::release);
        free.clear();
    }
}
