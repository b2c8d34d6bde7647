package org.xpand.protocols.segment;

/**
 * A piece of an application message. Its sender and number are known from where it stands. Immutable by agreement:
 * nobody changes the payload array after the segment was made.
 *
 * @param flags   {@link #FIRST} and {@link #LAST}, set at the first and at the last piece of a message
 * @param payload the piece, at most {@link #MAX_PAYLOAD} bytes
 */
public record Segment(byte flags, byte[] payload) {
    /** The segment begins a message. */
    public static final byte FIRST = 1;
    /** The segment ends a message. */
    public static final byte LAST = 2;

    private static final int KNOWN_FLAGS = FIRST | LAST;

    /**
     * Most bytes of a message in one segment: a packet of the MTU less the longest headers that may stand before it
     * and room for a seal of 32 bytes.
     */
    public static final int MAX_PAYLOAD = 1232;

    /** @throws IllegalArgumentException if the payload is too long or a flag is unknown */
    public Segment {
        if (payload.length > MAX_PAYLOAD) {
            throw new IllegalArgumentException("a segment of " + payload.length + " bytes; at most " + MAX_PAYLOAD);
        }
        if ((flags & ~KNOWN_FLAGS) != 0) {
            throw new IllegalArgumentException("segment flags " + flags);
        }
    }

    /** Whether flags read from the wire may stand in a segment. */
    public static boolean flagsAllowed(int flags) {
        return (flags & ~KNOWN_FLAGS) == 0;
    }

    /** Whether the segment begins a message. */
    public boolean first() {
        return (flags & FIRST) != 0;
    }

    /** Whether the segment ends a message. */
    public boolean last() {
        return (flags & LAST) != 0;
    }
}
