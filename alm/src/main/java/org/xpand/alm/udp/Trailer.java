package org.xpand.alm.udp;

import io.netty.buffer.ByteBuf;

/**
 * The last bytes of every datagram, behind everything else, including a seal: they show whether a router has marked the datagram
 * (RFC 3168: Congestion Experienced), which Java sockets do not report. With them every datagram has an even length. A program
 * in the receiver's system ({@link SocketPrograms#CUT_MARKED}) cuts the last byte off a marked one: an odd length means marked.
 * The remaining bytes show the trailer's length.
 *
 * <p>Behind an even number of bytes it is 0 0, behind an odd number 1 1 1.
 */
final class Trailer {
    /** Most bytes of a trailer. */
    static final int MAX_LENGTH = 3;

    private Trailer() {
    }

    /** Length of a datagram with its trailer. */
    static int wireLength(int length) {
        return length + 2 + (length & 1);
    }

    /** Appends the trailer of a datagram of {@code length} bytes. */
    static void write(ByteBuf into, int length) {
        if ((length & 1) == 0) {
            into.writeShort(0);
        } else {
            into.writeMedium(0x010101);
        }
    }

    /** Whether so many bytes, one datagram or several of one length and a shorter one, end with a marked datagram. */
    static boolean marked(int wireLength) {
        return (wireLength & 1) != 0;
    }

    /** Length of the part before the trailer, or -1 if there is no trailer. */
    static int length(ByteBuf datagram) {
        int wireLength = datagram.readableBytes();
        int last = wireLength == 0 ? -1 : datagram.getByte(datagram.readerIndex() + wireLength - 1);
        if (last != 0 && last != 1) {
            return -1;
        }
        return Math.max(-1, wireLength - (marked(wireLength) ? 1 : 2) - last);
    }
}
