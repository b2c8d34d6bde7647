package org.xpand.protocols.rate;

/** Ranges of a rate control's fields on the wire; writers observe them, readers refuse anything else. */
public final class RateLimits {
    /** Longest round-trip time that is announced or measured, in microseconds: 64 s. */
    public static final int MAX_RTT_MICROS = 64_000_000;
    /** Lowest rate, bytes per second: one short packet in a day. */
    public static final double MIN_RATE = 1e-3;
    /** Highest rate, bytes per second. */
    public static final double MAX_RATE = 1e12;

    private RateLimits() {
    }

    /** A round-trip time in whole microseconds, at least 1, at most {@link #MAX_RTT_MICROS}. */
    public static int micros(long nanos) {
        return (int) Math.max(1, Math.min(MAX_RTT_MICROS, (nanos + 500) / 1000));
    }

    /** A loss event rate; if it is above 0, so is the single that it becomes on the wire. */
    public static double share(double lossEventRate) {
        return lossEventRate > 0 ? Math.max(Float.MIN_NORMAL, lossEventRate) : 0;
    }

    /** A rate within the limits. */
    public static double rate(double bytesPerSecond) {
        return Math.max(MIN_RATE, Math.min(MAX_RATE, bytesPerSecond));
    }
}
