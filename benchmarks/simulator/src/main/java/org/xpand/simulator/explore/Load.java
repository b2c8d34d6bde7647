package org.xpand.simulator.explore;

import java.nio.ByteBuffer;

/** The messages of a run: each carries its ordinal among its sender's. */
final class Load {
    private Load() {
    }

    static byte[] message(int ordinal, int length) {
        byte[] payload = new byte[Math.max(length, Integer.BYTES)];
        ByteBuffer.wrap(payload).putInt(ordinal);
        return payload;
    }

    static int ordinal(byte[] payload) {
        return ByteBuffer.wrap(payload).getInt();
    }
}
