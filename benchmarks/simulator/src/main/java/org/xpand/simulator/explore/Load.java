package org.xpand.simulator.explore;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.xpand.protocols.directory.GroupService;

/** The messages of a run: each contains its ordinal among its sender's, and bytes that depend on it. */
final class Load {
    private Load() {
    }

    static byte[] message(int ordinal, int length) {
        byte[] payload = new byte[Math.max(length, Integer.BYTES)];
        Arrays.fill(payload, (byte) (31 * ordinal + 7));
        ByteBuffer.wrap(payload).putInt(ordinal);
        return payload;
    }

    /** A message of a layered group, with its number in its precedence. */
    static byte[] layeredMessage(int precedence, long number, int length) {
        return message((int) (number * GroupService.MAX_PRECEDENCES + precedence), length);
    }

    static int ordinal(byte[] payload) {
        return ByteBuffer.wrap(payload).getInt();
    }
}
