package org.xpand.protocols.segment;

import java.util.Arrays;
import java.util.Objects;
import org.xpand.protocols.stack.WireFormat;

/**
 * A piece of an application message. Its sender and number are known from where it stands. Immutable by agreement: nobody changes
 * the bytes after the segment was made. They may be a part of a longer array, which the segment keeps alive.
 */
public final class Segment {
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
    public static final int USUAL_PAYLOAD = WireFormat.MTU - WireFormat.MAX_SEGMENT_OVERHEAD;
    /** Least size of the pieces of longer messages. */
    public static final int MIN_PAYLOAD = 256;

    private final byte[] array;
    private final int offset;
    private final char length;
    private final byte flags;

    /**
     * Makes a segment of a whole array, like {@link #Segment(byte, byte[], int, int)}.
     *
     * @param flags   what the segment is
     * @param payload the piece, at most {@link #MAX_PAYLOAD} bytes; not copied
     * @throws IllegalArgumentException if the payload is too long or the flags are not allowed
     */
    public Segment(byte flags, byte[] payload) {
        this(flags, payload, 0, payload.length);
    }

    /**
     * Makes a segment of a part of an array.
     *
     * @param flags  {@link #FIRST} and {@link #LAST}, set at the first and at the last piece of a message, with the first
     *               {@link #HEADED} if it begins with a header, and {@link #OPENS}; or {@link #LOST}
     * @param array  holds the piece; not copied
     * @param offset where it begins
     * @param length bytes of it, at most {@link #MAX_PAYLOAD}
     * @throws IllegalArgumentException  if the payload is too long or the flags are not allowed
     * @throws IndexOutOfBoundsException if the array does not hold it
     */
    public Segment(byte flags, byte[] array, int offset, int length) {
        if (length > MAX_PAYLOAD) {
            throw new IllegalArgumentException("a segment of " + length + " bytes; at most " + MAX_PAYLOAD);
        }
        Objects.checkFromIndexSize(offset, length, array.length);
        if (!flagsAllowed(flags)) {
            throw new IllegalArgumentException("segment flags " + flags);
        }
        if ((flags & HEADED) != 0 && !MessageHeader.fits(array, offset, length)) {
            throw new IllegalArgumentException("a segment of " + length + " bytes is too short for its header");
        }
        this.array = array;
        this.offset = offset;
        this.length = (char) length;
        this.flags = flags;
    }

    /** {@return what the segment is: the flags that the constructor accepts, as they are on the wire} */
    public byte flags() {
        return flags;
    }

    /** {@return length of the piece, bytes, 0 to {@link #MAX_PAYLOAD}} */
    public int length() {
        return length;
    }

    /** {@return the array that holds the piece from {@link #offset} on, and perhaps other pieces; not to be changed} */
    public byte[] array() {
        return array;
    }

    /** {@return index in {@link #array} at which the piece begins} */
    public int offset() {
        return offset;
    }

    /** {@return the piece as an array of its own length, not to be changed: a copy if the piece is a part of a longer array} */
    public byte[] payload() {
        return length == array.length ? array : Arrays.copyOfRange(array, offset, offset + length);
    }

    /**
     * Whether two pieces stand one after the other in memory, so that they can be passed on as one without copying.
     *
     * @param other the next piece
     * @return whether its bytes follow this one's in the same array
     */
    public boolean isFollowedBy(Segment other) {
        return array == other.array && offset + length == other.offset;
    }

    /**
     * Makes a segment of the same bytes, which the two share.
     *
     * @param newFlags its flags, as for the constructor
     * @return the new segment
     * @throws IllegalArgumentException if the flags are not allowed
     */
    public Segment withFlags(int newFlags) {
        return new Segment((byte) newFlags, array, offset, length);
    }

    /**
     * Copies the rest of the piece.
     *
     * @param from how many bytes of the piece are skipped, 0 to {@link #length}
     * @param to   receives the rest
     * @param at   index in {@code to} of the first copied byte
     */
    public void copyTo(int from, byte[] to, int at) {
        System.arraycopy(array, offset + from, to, at, length - from);
    }

    /**
     * Checks flags that were read from the wire.
     *
     * @param flags the flags, 0 to 255
     * @return whether a segment may have them: a header only at the beginning of a message, and nothing else with {@link #LOST}
     */
    public static boolean flagsAllowed(int flags) {
        return (flags & ~MESSAGE_FLAGS) == 0 && (flags & (FIRST | HEADED)) != HEADED || flags == LOST;
    }

    /**
     * The size of the segment in a window or retention. A short segment has a cost too, or their number would not be bounded. Senders and the sites
     * that keep for others count alike.
     *
     * @return bytes: the payload and {@link #LEAST_COST}
     */
    public int cost() {
        return length + LEAST_COST;
    }

    /** {@return whether the segment begins a message} */
    public boolean first() {
        return (flags & FIRST) != 0;
    }

    /** {@return whether the segment begins a message, and its payload with a {@link MessageHeader}} */
    public boolean headed() {
        return (flags & HEADED) != 0;
    }

    /** {@return whether the segment ends a message} */
    public boolean last() {
        return (flags & LAST) != 0;
    }

    /** {@return whether the segment begins a packet: it is not put behind others that leave room for it} */
    public boolean opens() {
        return (flags & OPENS) != 0;
    }

    /** {@return whether the segment stands for one that no member holds any longer} */
    public boolean lost() {
        return flags == LOST;
    }
}
