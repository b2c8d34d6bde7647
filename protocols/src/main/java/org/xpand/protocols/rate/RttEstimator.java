package org.xpand.protocols.rate;

/**
 * Smooths round-trip times: R = q R + (1 − q) R_sample, the first sample taken as it is (RFC 5348 §4.3 step 2). Not
 * thread-safe.
 */
public final class RttEstimator {
    /** q (RFC 5348 §4.3). */
    public static final double DEFAULT_QUOTIENT = 0.9;

    private final MovingAverage average;

    /**
     * @param quotient q, weight of the past, 0 up to but not including 1
     */
    public RttEstimator(double quotient) {
        average = new MovingAverage(quotient);
    }

    /**
     * Takes a sample in.
     *
     * @param rttNanos a measured round-trip time in nanoseconds, positive
     */
    public void sample(long rttNanos) {
        if (rttNanos <= 0) {
            throw new IllegalArgumentException("round-trip time " + rttNanos + " ns: accepted are positive values");
        }
        average.add(rttNanos);
    }

    /** Whether there was a sample. */
    public boolean sampled() {
        return average.sampled();
    }

    /** The smoothed round-trip time in nanoseconds, 0 before the first sample. */
    public long rttNanos() {
        return Math.round(average.value(0));
    }
}
