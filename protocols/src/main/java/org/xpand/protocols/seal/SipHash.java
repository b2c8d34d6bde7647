package org.xpand.protocols.seal;

/**
 * SipHash-2-4 (Aumasson, Bernstein 2012) of one number with a secret key: tells in some nanoseconds whether somebody has the key, well
 * enough to keep out who guesses, before a cipher is asked. Immutable and thread-safe.
 */
final class SipHash {
    /** Bytes of a key. */
    static final int KEY_LENGTH = 16;

    /** The length of what is hashed, in the last block's highest byte. */
    private static final long LAST_BLOCK = (long) Long.BYTES << 56;

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
        long v0 = k0 ^ 0x736f6d6570736575L;
        long v1 = k1 ^ 0x646f72616e646f6dL;
        long v2 = k0 ^ 0x6c7967656e657261L;
        long v3 = k1 ^ 0x7465646279746573L;
        long block = number;
        // Two rounds for each of the two blocks, then four: eight in all.
        for (int round = 0; round < 8; round++) {
            if (round == 0 || round == 2) {
                v3 ^= block;
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
            if (round == 1 || round == 3) {
                v0 ^= block;
                block = LAST_BLOCK;
            }
            if (round == 3) {
                v2 ^= 0xFF;
            }
        }
        return v0 ^ v1 ^ v2 ^ v3;
    }
}
