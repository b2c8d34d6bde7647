package org.xpand.alm.udp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.DefaultChannelPromise;
import java.net.InetSocketAddress;

/**
 * Datagrams to one endpoint that are handed to the system in one piece, which it cuts apart again: all of one length, but
 * the last may be shorter. It is the promise of its own departure.
 */
final class GsoBatch extends DefaultChannelPromise {
    private final InetSocketAddress to;
    private final ByteBuf bytes;
    private final int most;
    private int length;
    private int count;
    private int payloadBytes;
    private int lastPayloadBytes;

    /**
     * @param bytes where the datagrams are put, with room for one at least
     * @param most  how many datagrams it may hold
     */
    GsoBatch(Channel channel, InetSocketAddress to, ByteBuf bytes, int most) {
        super(channel);
        this.to = to;
        this.bytes = bytes;
        this.most = most;
    }

    /** Whether, behind the first, a datagram so long can be its next one. */
    boolean takes(int nextLength) {
        return count < most && nextLength <= length && nextLength <= bytes.maxWritableBytes()
                && bytes.readableBytes() == count * length;
    }

    /**
     * The next datagram has been put behind the others.
     *
     * @param payload how much of it is not trailer
     */
    void added(int nextLength, int payload) {
        payloadBytes += payload;
        lastPayloadBytes = payload;
        if (count++ == 0) {
            length = nextLength;
        }
    }

    InetSocketAddress to() {
        return to;
    }

    /** All datagrams, without anything between them. */
    ByteBuf bytes() {
        return bytes;
    }

    /** The length of each but the last. */
    int length() {
        return length;
    }

    /** What the datagrams carry. */
    int payloadBytes() {
        return payloadBytes;
    }

    /** What the datagram carries that begins at this byte. */
    int payloadBytes(int at) {
        return at + length >= bytes.readableBytes() ? lastPayloadBytes : (payloadBytes - lastPayloadBytes) / (count - 1);
    }

    int count() {
        return count;
    }
}
