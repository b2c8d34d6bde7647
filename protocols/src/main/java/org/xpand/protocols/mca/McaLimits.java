package org.xpand.protocols.mca;

import org.xpand.protocols.wire.MalformedPacketException;

/** Limits of fields in packets: writers observe them, readers refuse other values. */
final class McaLimits {
    /** Longest time that is sent or measured, in microseconds: 64 s. */
    static final int MAX_MICROS = 64_000_000;
    /** Highest rate, bytes per second. */
    static final double MAX_RATE = 1e12;

    private McaLimits() {
    }

    /** A time in whole microseconds, limited to {@code least} to {@link #MAX_MICROS}. */
    static int micros(long nanos, int least) {
        return (int) Math.max(least, Math.min(MAX_MICROS, (nanos + 500) / 1000));
    }

    static int checkMicros(int micros, int least, String what) {
        if (micros < least || micros > MAX_MICROS) {
            throw new MalformedPacketException("mca " + what + ": not within " + least + " us to 64 s");
        }
        return micros;
    }

    /** A rate, limited to what a field may hold. */
    static double rate(double bytesPerSecond) {
        return Math.max(0, Math.min(MAX_RATE, bytesPerSecond));
    }

    static double checkRate(double rate, String what) {
        if (!(rate >= 0 && rate <= MAX_RATE)) {
            throw new MalformedPacketException("mca " + what + ": rate not within 0 to 1e12");
        }
        return rate;
    }
}
