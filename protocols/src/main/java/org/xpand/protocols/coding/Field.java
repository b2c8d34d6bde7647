package org.xpand.protocols.coding;

/**
 * Arithmetic in GF(2^8) with the polynomial x^8 + x^4 + x^3 + x^2 + 1. Addition and subtraction are exclusive or.
 */
final class Field {
    private static final int POLYNOMIAL = 0x11D;
    private static final int SIZE = 256;
    /** Product of a and b at 256 a + b: a row is a table for multiplying bytes by a. */
    private static final byte[] PRODUCTS = new byte[SIZE * SIZE];
    private static final byte[] INVERSES = new byte[SIZE];

    static {
        for (int a = 0; a < SIZE; a++) {
            for (int b = 0; b < SIZE; b++) {
                int product = byDefinition(a, b);
                PRODUCTS[a * SIZE + b] = (byte) product;
                if (product == 1) {
                    INVERSES[a] = (byte) b;
                }
            }
        }
    }

    private Field() {
    }

    private static int byDefinition(int a, int b) {
        int product = 0;
        int shifted = a;
        for (int rest = b; rest != 0; rest >>= 1) {
            product ^= (rest & 1) != 0 ? shifted : 0;
            shifted <<= 1;
            shifted ^= shifted >= SIZE ? POLYNOMIAL : 0;
        }
        return product;
    }

    /** a b, both 0 to 255. */
    static int multiply(int a, int b) {
        return PRODUCTS[a * SIZE + b] & 0xFF;
    }

    /** 1 / a for a from 1 to 255. */
    static int inverse(int a) {
        return INVERSES[a] & 0xFF;
    }

    /** Adds a multiple of {@code length} bytes of one array to those of another. */
    static void addMultiple(int factor, byte[] from, int fromOffset, byte[] to, int toOffset, int length) {
        if (factor == 0) {
            return;
        }
        int row = factor * SIZE;
        byte[] products = PRODUCTS;
        for (int i = 0; i < length; i++) {
            to[toOffset + i] ^= products[row + (from[fromOffset + i] & 0xFF)];
        }
    }

    /** Multiplies {@code length} bytes in place. */
    static void scale(int factor, byte[] bytes, int offset, int length) {
        int row = factor * SIZE;
        byte[] products = PRODUCTS;
        for (int i = offset; i < offset + length; i++) {
            bytes[i] = products[row + (bytes[i] & 0xFF)];
        }
    }
}
