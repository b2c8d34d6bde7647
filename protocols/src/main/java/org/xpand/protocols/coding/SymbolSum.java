package org.xpand.protocols.coding;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A sum of multiples of symbols over GF(2^8). A factor is a sum of powers of two, so a symbol is added to one partial sum
 * for each bit of the factor, eight bytes in one exclusive or, and the partial sums are multiplied by their powers once, at
 * the end. That is several times as fast as looking up every byte's product. Not thread-safe.
 */
final class SymbolSum {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.nativeOrder());
    private static final int POWERS = 8;
    private static final long HIGH_BITS = 0x8080_8080_8080_8080L;
    /** The field's polynomial without its highest bit. */
    private static final long REMAINDER = 0x1D;

    private final int length;
    /** Length rounded up, so that the partial sums can be handled in whole words. */
    private final int stride;
    private final byte[] partial;

    /**
     * @param length bytes of a symbol
     */
    SymbolSum(int length) {
        this.length = length;
        this.stride = (length + Long.BYTES - 1) / Long.BYTES * Long.BYTES;
        this.partial = new byte[POWERS * stride];
    }

    /** Sets the sum to 0. */
    void clear() {
        Arrays.fill(partial, (byte) 0);
    }

    /** Adds a multiple of a symbol; the factor is 0 to 255. */
    void add(int factor, byte[] symbol, int offset) {
        for (int power = 0; power < POWERS; power++) {
            if ((factor >> power & 1) != 0) {
                add(symbol, offset, power * stride);
            }
        }
    }

    private void add(byte[] symbol, int offset, int at) {
        int words = length - length % Long.BYTES;
        for (int i = 0; i < words; i += Long.BYTES) {
            LONG.set(partial, at + i, (long) LONG.get(partial, at + i) ^ (long) LONG.get(symbol, offset + i));
        }
        for (int i = words; i < length; i++) {
            partial[at + i] ^= symbol[offset + i];
        }
    }

    /** Writes the sum; this destroys its content. */
    void write(byte[] target, int offset) {
        int sum = (POWERS - 1) * stride;
        for (int power = POWERS - 2; power >= 0; power--) {
            int at = power * stride;
            addDoubled(partial, sum, at, stride);
            sum = at;
        }
        System.arraycopy(partial, 0, target, offset, length);
    }

    /** A method of its own, so that the compiler makes vector instructions of its loop wherever it is called. */
    private static void addDoubled(byte[] all, int from, int at, int bytes) {
        for (int i = 0; i < bytes; i += Long.BYTES) {
            LONG.set(all, at + i, (long) LONG.get(all, at + i) ^ doubled((long) LONG.get(all, from + i)));
        }
    }

    /** Twice each of eight elements of the field. */
    private static long doubled(long elements) {
        long carries = (elements & HIGH_BITS) >>> 7;
        return (elements & ~HIGH_BITS) << 1 ^ carries * REMAINDER;
    }
}
