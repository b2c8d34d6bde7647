package org.xpand.simulator.explore;

import java.nio.ByteBuffer;
import java.util.Arrays;

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

    static int ordinal(byte[] payload) {
        return ByteBuffer.wrap(payload).getInt();
    }
}
