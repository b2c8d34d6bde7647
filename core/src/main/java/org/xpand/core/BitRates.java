package org.xpand.core;

/** Rates are counted in bytes inside, and told in bits. */
final class BitRates {
    private static final int BITS = 8;

    private BitRates() {
    }

    /** Bit/s of so many bytes per second. */
    static double of(double bytesPerSecond) {
        return bytesPerSecond * BITS;
    }

    /** Bytes per second of so many bit/s. */
    static double bytes(double bitPerSecond) {
        return bitPerSecond / BITS;
    }
}
