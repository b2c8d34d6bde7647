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

    /**
     * A round-trip time as it is written on the wire.
     *
     * @param nanos nanoseconds
     * @return whole microseconds, rounded, 1 to {@link #MAX_RTT_MICROS}
     */
    public static int micros(long nanos) {
        return (int) Math.max(1, Math.min(MAX_RTT_MICROS, (nanos + 500) / 1000));
    }

    /**
     * A loss event rate that stays above 0 on the wire, where it has single precision.
     *
     * @param lossEventRate loss events per packet, 0 to 1
     * @return the rate, at least {@link Float#MIN_NORMAL} if it is above 0
     */
    public static double share(double lossEventRate) {
        return lossEventRate > 0 ? Math.max(Float.MIN_NORMAL, lossEventRate) : 0;
    }

    /**
     * The nearest rate within the limits.
     *
     * @param bytesPerSecond any rate, infinity included
     * @return bytes per second, {@link #MIN_RATE} to {@link #MAX_RATE}
     */
    public static double rate(double bytesPerSecond) {
        return Math.max(MIN_RATE, Math.min(MAX_RATE, bytesPerSecond));
    }
}
