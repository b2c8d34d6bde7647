package org.xpand.protocols.segment;

import org.xpand.protocols.stack.WireFormat;

/**
 * A piece of an application message. Its sender and number are known from its context. Immutable by convention:
 * the payload array must not be changed after the segment was made.
 *
 * @param flags   {@link #FIRST} and {@link #LAST}, set at the first and at the last piece of a message, with the first
 *                {@link #HEADED} if it begins with a header, and {@link #OPENS}; or {@link #LOST}
 * @param payload the piece, at most {@link #MAX_PAYLOAD} bytes
 */
public record Segment(byte flags, byte[] payload) {
    /** The segment begins a message. */
    public static final byte FIRST = 1;
    /** The segment ends a message. */
    public static final byte LAST = 2;
    /** The segment stands for one that no member holds any longer, and which has to be reported as lost. */
    public static final byte LOST = 4;
    /** The segment begins a message, and its payload with a {@link MessageHeader}. */
    public static final byte HEADED = 8;
    /** The segment begins a packet: those before it were cut so that they fill one. */
    public static final byte OPENS = 16;
    /** Stands for any segment that no member holds any longer. */
    public static final Segment NOBODY_HOLDS = new Segment(LOST, new byte[0]);

    /** Memory of a kept segment besides its payload, bytes: about Java's overhead. */
    public static final int LEAST_COST = 64;

    private static final int MESSAGE_FLAGS = FIRST | LAST | HEADED | OPENS;

    /** Most bytes of a message in one segment, where the paths to all sites carry the longest datagrams. */
    public static final int MAX_PAYLOAD = WireFormat.MAX_LENGTH - WireFormat.SEGMENT_OVERHEAD;
    /** Bytes of a message in one segment as long as nothing is known of the paths to the other sites. */
    public static final int USUAL_PAYLOAD = WireFormat.MTU - WireFormat.SEGMENT_OVERHEAD;
    /** Least size of the pieces of longer messages. */
    public static final int MIN_PAYLOAD = 256;

    /** @throws IllegalArgumentException if the payload is too long or the flags are not allowed */
    public Segment {
        if (payload.length > MAX_PAYLOAD) {
            throw new IllegalArgumentException("a segment of " + payload.length + " bytes; at most " + MAX_PAYLOAD);
        }
        if (!flagsAllowed(flags)) {
            throw new IllegalArgumentException("segment flags " + flags);
        }
        if ((flags & HEADED) != 0 && !MessageHeader.fits(payload)) {
            throw new IllegalArgumentException("a segment of " + payload.length + " bytes is too short for its header");
        }
    }

    /** Whether flags read from the wire are allowed in a segment. */
    public static boolean flagsAllowed(int flags) {
        return (flags & ~MESSAGE_FLAGS) == 0 && (flags & (FIRST | HEADED)) != HEADED || flags == LOST;
    }

    /**
     * The size of the segment in a window or retention, bytes. A short segment has a cost too, or their number would not be
     * bounded. Senders and the sites that keep for others count alike.
     */
    public int cost() {
        return payload.length + LEAST_COST;
    }

    /** Whether the segment begins a message. */
    public boolean first() {
        return (flags & FIRST) != 0;
    }

    /** Whether the segment begins a message, and its payload with a {@link MessageHeader}. */
    public boolean headed() {
        return (flags & HEADED) != 0;
    }

    /** Whether the segment ends a message. */
    public boolean last() {
        return (flags & LAST) != 0;
    }

    /** Whether the segment begins a packet. */
    public boolean opens() {
        return (flags & OPENS) != 0;
    }

    /** Whether the segment stands for one that no member holds any longer. */
    public boolean lost() {
        return flags == LOST;
    }
}
