package org.xpand.protocols.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;

/**
 * Reads fields in network byte order from a byte array, with every read checked against the limit. Not thread-safe.
 *
 * <p>A read past the limit throws {@link MalformedPacketException}.
 */
public final class WireReader {
    /** The highest number of a segment or message: at two million per second a stream reaches it after eighteen years. */
    public static final long MAX_NUMBER = 1L << 50;
    private static final long NO_NUMBER = -1;

    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private byte[] buffer;
    private int position;
    private int limit;

    /** A reader with nothing to read until {@link #reset}. */
    public WireReader() {
        this.buffer = new byte[0];
    }

    /**
     * A reader of the whole array.
     *
     * @param buffer what is read; it is not copied, and not changed
     */
    public WireReader(byte[] buffer) {
        reset(buffer, 0, buffer.length);
    }

    /**
     * Reads {@code length} bytes of {@code source} from {@code offset} on.
     *
     * @param source what is read from now on; it is not copied, and not changed
     * @param offset index of the first byte
     * @param length bytes that may be read
     * @return this reader
     * @throws IndexOutOfBoundsException if the bytes are not all in {@code source}
     */
    public WireReader reset(byte[] source, int offset, int length) {
        if (offset < 0 || length < 0 || length > source.length - offset) {
            throw new IndexOutOfBoundsException("offset " + offset + ", length " + length);
        }
        buffer = source;
        position = offset;
        limit = offset + length;
        return this;
    }

    /**
     * Reads the next {@code length} bytes of {@code other} and moves {@code other} past them.
     *
     * @param other whose array is read; not this reader
     * @param length bytes
     * @return this reader
     * @throws MalformedPacketException if {@code other} has fewer bytes left, or the length is negative
     */
    public WireReader resetTo(WireReader other, int length) {
        int at = other.claim(length);
        return reset(other.buffer, at, length);
    }

    /**
     * The array that is read; its content belongs to the caller that passed it in.
     *
     * @return the array itself, not a copy
     */
    public byte[] buffer() {
        return buffer;
    }

    /**
     * Index of the next byte read.
     *
     * @return an index of the array, not a count from where reading began
     */
    public int position() {
        return position;
    }

    /**
     * Bytes that can still be read.
     *
     * @return bytes, 0 or more
     */
    public int remaining() {
        return limit - position;
    }

    /**
     * Skips {@code count} bytes.
     *
     * @param count bytes
     * @throws MalformedPacketException if fewer bytes are left, or the count is negative
     */
    public void skip(int count) {
        claim(count);
    }

    /**
     * Reads 8 bits as 0 to 255.
     *
     * @return 0 to 255
     * @throws MalformedPacketException if fewer bytes are left
     */
    public int getByte() {
        return buffer[claim(1)] & 0xFF;
    }

    /**
     * Reads 16 bits as 0 to 65535.
     *
     * @return 0 to 65535
     * @throws MalformedPacketException if fewer bytes are left
     */
    public int getShort() {
        return (short) SHORT.get(buffer, claim(2)) & 0xFFFF;
    }

    /**
     * Reads 32 bits.
     *
     * @return any value; numbers above 2<sup>31</sup> - 1 are negative
     * @throws MalformedPacketException if fewer bytes are left
     */
    public int getInt() {
        return (int) INT.get(buffer, claim(4));
    }

    /**
     * Reads 64 bits.
     *
     * @return any value; numbers above 2<sup>63</sup> - 1 are negative
     * @throws MalformedPacketException if fewer bytes are left
     */
    public long getLong() {
        return (long) LONG.get(buffer, claim(8));
    }

    /**
     * Reads the number of a segment or message in its stream, 64 bits.
     *
     * @return 0 to {@link #MAX_NUMBER}, so that sums and differences of two cannot overflow
     * @throws MalformedPacketException if fewer bytes are left, or it is no such number
     */
    public long getNumber() {
        return checked(getLong());
    }

    private static long checked(long number) {
        if (number < 0 || number > MAX_NUMBER) {
            throw new MalformedPacketException("number " + number + ": accepted are 0 to " + MAX_NUMBER);
        }
        return number;
    }

    /**
     * Reads a number like {@link #getNumber}, or that there is none.
     *
     * @return 0 to {@link #MAX_NUMBER}, or -1 for none
     * @throws MalformedPacketException if fewer bytes are left, or it is no such number
     */
    public long getNumberOrNone() {
        long number = getLong();
        return number == NO_NUMBER ? number : checked(number);
    }

    /**
     * Reads a member's identity, 64 bits.
     *
     * @return a new identity, of any 64 bits
     * @throws MalformedPacketException if fewer bytes are left
     */
    public MemberId getMember() {
        return new MemberId(getLong());
    }

    /**
     * Reads a sender's identity: its site and its member, 64 bits each.
     *
     * @return a new identity, of any 128 bits
     * @throws MalformedPacketException if fewer bytes are left
     */
    public SenderId getSender() {
        return new SenderId(new SiteId(getLong()), getMember());
    }

    /**
     * Reads an IEEE 754 double; the caller checks its range. Negative zero is read as zero: it passes a check for negative numbers, and is one
     * where somebody divides by it.
     *
     * @return any value but -0, also infinite or not a number
     * @throws MalformedPacketException if fewer bytes are left
     */
    public double getDouble() {
        return Double.longBitsToDouble(getLong()) + 0.0;
    }

    /**
     * Reads an IEEE 754 single; the caller checks its range. Negative zero is read as zero, as by {@link #getDouble}.
     *
     * @return any value but -0, also infinite or not a number
     * @throws MalformedPacketException if fewer bytes are left
     */
    public float getFloat() {
        return Float.intBitsToFloat(getInt()) + 0.0f;
    }

    /**
     * Reads {@code length} bytes into a new array.
     *
     * @param length bytes
     * @return a copy that belongs to the caller
     * @throws MalformedPacketException if fewer bytes are left, or the length is negative
     */
    public byte[] getBytes(int length) {
        int at = claim(length);
        byte[] copy = new byte[length];
        System.arraycopy(buffer, at, copy, 0, length);
        return copy;
    }

    /**
     * Reads a string as {@link WireWriter#putString} wrote it.
     *
     * @return at most 65535 bytes of UTF-8; malformed ones become replacement characters
     * @throws MalformedPacketException if fewer bytes are left
     */
    public String getString() {
        int length = getShort();
        int at = claim(length);
        return new String(buffer, at, length, StandardCharsets.UTF_8);
    }

    private int claim(int count) {
        int at = position;
        if (count < 0 || count > limit - at) {
            throw new MalformedPacketException(count + " bytes wanted, " + (limit - at) + " left");
        }
        position = at + count;
        return at;
    }
}
