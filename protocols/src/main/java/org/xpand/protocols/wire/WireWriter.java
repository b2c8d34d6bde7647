package org.xpand.protocols.wire;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SenderId;

/**
 * Writes fields in network byte order into a byte array that the caller owns and reuses. Not thread-safe.
 *
 * <p>Writing past {@link #limit()} throws {@link IndexOutOfBoundsException}: layers ask {@link #remaining()} first, so
 * an overflow is a bug and never an effect of the network.
 */
public final class WireWriter {
    private static final VarHandle SHORT = MethodHandles.byteArrayViewVarHandle(short[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private final byte[] buffer;
    private int position;
    private int limit;

    /**
     * @param buffer where the bytes go; the whole array may be written
     */
    public WireWriter(byte[] buffer) {
        this.buffer = buffer;
        this.limit = buffer.length;
    }

    /**
     * Starts again at {@code position}, with room up to {@code limit}, both as indexes of the array.
     *
     * @param position index of the next byte written, from 0 to {@code limit}
     * @param limit index after the last byte that may be written, at most the length of the array
     * @return this writer
     * @throws IndexOutOfBoundsException if one of them is out of its range
     */
    public WireWriter reset(int position, int limit) {
        if (position < 0 || position > limit || limit > buffer.length) {
            throw new IndexOutOfBoundsException("position " + position + ", limit " + limit);
        }
        this.position = position;
        this.limit = limit;
        return this;
    }

    /**
     * The array written into.
     *
     * @return the array itself, not a copy
     */
    public byte[] buffer() {
        return buffer;
    }

    /**
     * Index of the next byte written.
     *
     * @return an index of the array, not a count of bytes written
     */
    public int position() {
        return position;
    }

    /**
     * Index after the last byte that may be written.
     *
     * @return an index of the array, at most its length
     */
    public int limit() {
        return limit;
    }

    /**
     * Bytes that can still be written.
     *
     * @return bytes, 0 or more
     */
    public int remaining() {
        return limit - position;
    }

    /**
     * Moves to {@code newPosition}, to leave room for a header or to discard written bytes.
     *
     * @param newPosition index of the next byte written, from 0 to {@link #limit()}
     * @throws IndexOutOfBoundsException if it is out of this range
     */
    public void position(int newPosition) {
        if (newPosition < 0 || newPosition > limit) {
            throw new IndexOutOfBoundsException("position " + newPosition + ", limit " + limit);
        }
        position = newPosition;
    }

    /**
     * Skips {@code count} bytes, to be written later.
     *
     * @param count bytes; they keep what the array holds there
     * @throws IndexOutOfBoundsException if they do not fit in {@link #remaining()}
     */
    public void skip(int count) {
        claim(count);
    }

    /**
     * Writes the low 8 bits.
     *
     * @param value 0 to 255, or -128 to 127; higher bits are ignored
     * @return this writer
     * @throws IndexOutOfBoundsException if the value does not fit in {@link #remaining()}
     */
    public WireWriter putByte(int value) {
        buffer[claim(1)] = (byte) value;
        return this;
    }

    /**
     * Writes the low 16 bits.
     *
     * @param value 0 to 65535, or -32768 to 32767; higher bits are ignored
     * @return this writer
     * @throws IndexOutOfBoundsException if the value does not fit in {@link #remaining()}
     */
    public WireWriter putShort(int value) {
        SHORT.set(buffer, claim(2), (short) value);
        return this;
    }

    /**
     * Writes 32 bits.
     *
     * @param value any number
     * @return this writer
     * @throws IndexOutOfBoundsException if the value does not fit in {@link #remaining()}
     */
    public WireWriter putInt(int value) {
        INT.set(buffer, claim(4), value);
        return this;
    }

    /**
     * Writes 64 bits.
     *
     * @param value any number
     * @return this writer
     * @throws IndexOutOfBoundsException if the value does not fit in {@link #remaining()}
     */
    public WireWriter putLong(long value) {
        LONG.set(buffer, claim(8), value);
        return this;
    }

    /**
     * Writes a member's identity, 64 bits.
     *
     * @param member its identity, read back by {@link WireReader#getMember}
     * @return this writer
     * @throws IndexOutOfBoundsException if the value does not fit in {@link #remaining()}
     */
    public WireWriter putMember(MemberId member) {
        return putLong(member.value());
    }

    /**
     * Writes a sender's identity: its site and its member, 64 bits each.
     *
     * @param sender its identity, read back by {@link WireReader#getSender}
     * @return this writer
     * @throws IndexOutOfBoundsException if the value does not fit in {@link #remaining()}
     */
    public WireWriter putSender(SenderId sender) {
        return putLong(sender.site().value()).putMember(sender.member());
    }

    /**
     * Writes an IEEE 754 double.
     *
     * @param value any value, also infinite or not a number
     * @return this writer
     * @throws IndexOutOfBoundsException if the value does not fit in {@link #remaining()}
     */
    public WireWriter putDouble(double value) {
        return putLong(Double.doubleToRawLongBits(value));
    }

    /**
     * Writes an IEEE 754 single: some seven digits of {@code value}.
     *
     * @param value rounded to the nearest single; beyond 3.4e38 it becomes infinite
     * @return this writer
     * @throws IndexOutOfBoundsException if the value does not fit in {@link #remaining()}
     */
    public WireWriter putFloat(double value) {
        return putInt(Float.floatToRawIntBits((float) value));
    }

    /**
     * Writes {@code length} bytes of {@code source}.
     *
     * @param source where the bytes are copied from
     * @param offset index of the first one
     * @param length bytes
     * @return this writer
     * @throws IndexOutOfBoundsException if they do not fit in {@link #remaining()}, or are not all in {@code source}
     */
    public WireWriter putBytes(byte[] source, int offset, int length) {
        System.arraycopy(source, offset, buffer, claim(length), length);
        return this;
    }

    /**
     * Writes a string as its UTF-8 length in 16 bits and its bytes; at most 65535 bytes.
     *
     * @param value read back by {@link WireReader#getString}
     * @return this writer
     * @throws IllegalArgumentException if it is longer than 65535 bytes
     * @throws IndexOutOfBoundsException if the value does not fit in {@link #remaining()}
     */
    public WireWriter putString(String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        if (utf8.length > 0xFFFF) {
            throw new IllegalArgumentException("a string of " + utf8.length + " bytes; at most 65535 are accepted");
        }
        putShort(utf8.length);
        return putBytes(utf8, 0, utf8.length);
    }

    /**
     * Overwrites one byte that was written or skipped before.
     *
     * @param index of the byte, in the array
     * @param value 0 to 255, or -128 to 127; higher bits are ignored
     * @throws IndexOutOfBoundsException if not all these bytes were written or skipped before
     */
    public void setByte(int index, int value) {
        checkWritten(index, 1);
        buffer[index] = (byte) value;
    }

    /**
     * Overwrites 16 bits that were written or skipped before.
     *
     * @param index of the first byte, in the array
     * @param value 0 to 65535, or -32768 to 32767; higher bits are ignored
     * @throws IndexOutOfBoundsException if not all these bytes were written or skipped before
     */
    public void setShort(int index, int value) {
        checkWritten(index, 2);
        SHORT.set(buffer, index, (short) value);
    }

    /**
     * Overwrites 32 bits that were written or skipped before.
     *
     * @param index of the first byte, in the array
     * @param value any number
     * @throws IndexOutOfBoundsException if not all these bytes were written or skipped before
     */
    public void setInt(int index, int value) {
        checkWritten(index, 4);
        INT.set(buffer, index, value);
    }

    /**
     * Overwrites 64 bits that were written or skipped before.
     *
     * @param index of the first byte, in the array
     * @param value any number
     * @throws IndexOutOfBoundsException if not all these bytes were written or skipped before
     */
    public void setLong(int index, long value) {
        checkWritten(index, 8);
        LONG.set(buffer, index, value);
    }

    private int claim(int count) {
        int at = position;
        if (count < 0 || count > limit - at) {
            throw new IndexOutOfBoundsException(count + " bytes do not fit in the " + (limit - at) + " left");
        }
        position = at + count;
        return at;
    }

    private void checkWritten(int index, int count) {
        if (index < 0 || index + count > position) {
            throw new IndexOutOfBoundsException("bytes " + index + " to " + (index + count) + " are not written yet");
        }
    }
}
