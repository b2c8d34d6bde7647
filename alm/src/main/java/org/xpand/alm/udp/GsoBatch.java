package org.xpand.alm.udp;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.DefaultChannelPromise;
import java.net.InetSocketAddress;

/**
 * Datagrams to one endpoint that are handed to the system in one piece, which it cuts apart again (UDP_SEGMENT): all of one
 * length, except that the last may be shorter. It is the promise of its own sending.
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
     * @param bytes buffer of the datagrams, with room for at least one
     * @param most  how many datagrams it may hold
     */
    GsoBatch(Channel channel, InetSocketAddress to, ByteBuf bytes, int most) {
        super(channel);
        this.to = to;
        this.bytes = bytes;
        this.most = most;
    }

    /** Whether a datagram of this length can be appended to a batch that is not empty. */
    boolean takes(int nextLength) {
        return count < most && nextLength <= length && nextLength <= bytes.maxWritableBytes()
                && bytes.readableBytes() == count * length;
    }

    /**
     * Notes that a datagram has been appended.
     *
     * @param payload its length without trailer
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

    /** All datagrams, without gaps. */
    ByteBuf bytes() {
        return bytes;
    }

    /** The length of all datagrams except the last. */
    int length() {
        return length;
    }

    /** The length of all datagrams without trailers. */
    int payloadBytes() {
        return payloadBytes;
    }

    /** The length, without trailer, of the datagram that begins at this byte. */
    int payloadBytes(int at) {
        return at + length >= bytes.readableBytes() ? lastPayloadBytes : (payloadBytes - lastPayloadBytes) / (count - 1);
    }

    int count() {
        return count;
    }
}
