package org.xpand.core;

/** Converts rates: bytes internally, bits in the API. */
final class BitRates {
    private static final int BITS = 8;

    private BitRates() {
    }

    /** Converts bytes per second to bit/s. */
    static double of(double bytesPerSecond) {
        return bytesPerSecond * BITS;
    }

    /** Converts bit/s to bytes per second. */
    static double bytes(double bitPerSecond) {
        return bitPerSecond / BITS;
    }
}
