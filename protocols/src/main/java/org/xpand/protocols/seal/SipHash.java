package org.xpand.protocols.seal;

/**
 * SipHash-2-4 (Aumasson, Bernstein 2012) of one or two numbers with a secret key: shows in some nanoseconds whether a message comes
 * from a holder of the key, well enough to stop random attempts before a cipher is used. Immutable and thread-safe.
 */
final class SipHash {
    /** Bytes of a key. */
    static final int KEY_LENGTH = 16;

    /** Position of the input's length in the last block. */
    private static final int LENGTH_SHIFT = 56;
    private static final int FINISH = 0xFF;

    private final long k0;
    private final long k1;

    /** @param key {@value #KEY_LENGTH} secret bytes */
    SipHash(byte[] key) {
        k0 = littleEndian(key, 0);
        k1 = littleEndian(key, Long.BYTES);
    }

    private static long littleEndian(byte[] bytes, int offset) {
        long value = 0;
        for (int i = Long.BYTES - 1; i >= 0; i--) {
            value = value << 8 | bytes[offset + i] & 0xFF;
        }
        return value;
    }

    /** The hash of a number's eight bytes, the lowest first. */
    long of(long number) {
        return of(1, number, 0);
    }

    /** The hash of two numbers' bytes, the lowest of each first. */
    long of(long first, long second) {
        return of(2, first, second);
    }

    private long of(int blocks, long first, long second) {
        long v0 = k0 ^ 0x736f6d6570736575L;
        long v1 = k1 ^ 0x646f72616e646f6dL;
        long v2 = k0 ^ 0x6c7967656e657261L;
        long v3 = k1 ^ 0x7465646279746573L;
        // Two rounds for each block and for the last one, which has the length; then four.
        int compressing = 2 * (blocks + 1);
        long block = first;
        for (int round = 0; round < compressing + 4; round++) {
            boolean begins = (round & 1) == 0;
            if (round < compressing && begins) {
                block = round == 0 ? first : round == 2 * blocks ? (long) (blocks * Long.BYTES) << LENGTH_SHIFT : second;
                v3 ^= block;
            } else if (round == compressing) {
                v2 ^= FINISH;
            }
            v0 += v1;
            v1 = Long.rotateLeft(v1, 13) ^ v0;
            v0 = Long.rotateLeft(v0, 32);
            v2 += v3;
            v3 = Long.rotateLeft(v3, 16) ^ v2;
            v0 += v3;
            v3 = Long.rotateLeft(v3, 21) ^ v0;
            v2 += v1;
            v1 = Long.rotateLeft(v1, 17) ^ v2;
            v2 = Long.rotateLeft(v2, 32);
            if (round < compressing && !begins) {
                v0 ^= block;
            }
        }
        return v0 ^ v1 ^ v2 ^ v3;
    }
}
