package org.xpand.protocols.rate;

/**
 * Smooths round-trip times: R = q R + (1 − q) R_sample, the first sample taken as it is (RFC 5348 §4.3 step 2). With an
 * even start the first samples count alike until a new one's share has fallen to 1 − q, and one that is less than half of
 * the average begins anew: first samples that are too long, because processes were just starting, are forgotten soon. Not thread-safe.
 */
public final class RttEstimator {
    /** q (RFC 5348 §4.3). */
    public static final double DEFAULT_QUOTIENT = 0.9;

    /** In an even start a sample below this part of the average begins anew. */
    private static final double MUCH_SHORTER = 0.5;

    private final double quotient;
    private final boolean evenStart;
    private double average;
    private long samples;

    /**
     * An estimator without a sample, and without an even start.
     *
     * @param quotient q, weight of the past, 0 up to but not including 1
     * @throws IllegalArgumentException if the quotient is out of this range
     */
    public RttEstimator(double quotient) {
        this(quotient, false);
    }

    /**
     * An estimator without a sample.
     *
     * @param quotient  q, weight of the past, 0 up to but not including 1
     * @param evenStart whether the first samples count alike, and much shorter ones begin anew
     * @throws IllegalArgumentException if the quotient is out of this range
     */
    public RttEstimator(double quotient, boolean evenStart) {
        if (!(quotient >= 0 && quotient < 1)) {
            throw new IllegalArgumentException("quotient " + quotient + ": accepted are 0 up to below 1");
        }
        this.quotient = quotient;
        this.evenStart = evenStart;
    }

    /**
     * Adds a sample.
     *
     * @param rttNanos a measured round-trip time in nanoseconds, positive
     * @throws IllegalArgumentException if it is not positive
     */
    public void sample(long rttNanos) {
        if (rttNanos <= 0) {
            throw new IllegalArgumentException("round-trip time " + rttNanos + " ns: accepted are positive values");
        }
        boolean anew = evenStart && samples * (1 - quotient) < 1 && rttNanos < MUCH_SHORTER * average;
        samples = anew ? 1 : samples + 1;
        double share = samples == 1 ? 1 : evenStart ? Math.max(1 - quotient, 1.0 / samples) : 1 - quotient;
        average = (1 - share) * average + share * rttNanos;
    }

    /**
     * Whether there was a sample.
     *
     * @return whether {@link #rttNanos} is known
     */
    public boolean sampled() {
        return samples > 0;
    }

    /**
     * The smoothed round-trip time R.
     *
     * @return nanoseconds, 0 before the first sample
     */
    public long rttNanos() {
        return Math.round(average);
    }
}
