package org.xpand.examples.traffic;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * The fields at the start of a load's message; zeros fill it to its size.
 *
 * @param sequence      its number among its sender's messages, starting at 0
 * @param intendedNanos when it was due according to the rate, nanoseconds since the epoch; without a rate, when it was sent
 * @param sentNanos     when it was passed to the group, nanoseconds since the epoch
 */
record TrafficMessage(long sequence, long intendedNanos, long sentNanos) {
    /** Bytes of the fields: the minimum size of a message. */
    static final int LENGTH = Integer.BYTES + 3 * Long.BYTES;

    private static final int MAGIC = 0x58504c44;

    /** Returns the message as {@code size} bytes, {@link #LENGTH} or more. */
    byte[] encode(int size) {
        byte[] bytes = new byte[size];
        ByteBuffer.wrap(bytes).putInt(MAGIC).putLong(sequence).putLong(intendedNanos).putLong(sentNanos);
        return bytes;
    }

    /** Reads a message; empty if it is from another program. */
    static Optional<TrafficMessage> decode(byte[] bytes) {
        if (bytes.length < LENGTH) {
            return Optional.empty();
        }
        ByteBuffer in = ByteBuffer.wrap(bytes);
        if (in.getInt() != MAGIC) {
            return Optional.empty();
        }
        TrafficMessage message = new TrafficMessage(in.getLong(), in.getLong(), in.getLong());
        return message.sequence < 0 ? Optional.empty() : Optional.of(message);
    }
}
