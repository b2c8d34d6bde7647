package org.xpand.protocols.rate;

/**
 * Slows a source down as the round-trip time rises above its average, and allows it a higher rate below, if enabled: X_inst = X R_sqmean /
 * sqrt(R_sample) (RFC 5348 §4.5). Not thread-safe.
 */
public final class Damping {
    private final MovingAverage mean;
    private final double most;
    private double factor = 1;

    /**
     * Damping without a sample.
     *
     * @param quotient weight of the past in R_sqmean, 0 up to but not including 1
     * @param most     the largest factor, 1 or more; with 1, X is a bound
     * @throws IllegalArgumentException if the quotient is out of its range
     */
    public Damping(double quotient, double most) {
        this.mean = new MovingAverage(quotient);
        this.most = most;
    }

    /**
     * Adds a sample.
     *
     * @param rttNanos a measured round-trip time in nanoseconds, positive
     */
    public void sample(long rttNanos) {
        double newest = Math.sqrt(rttNanos);
        mean.add(newest);
        factor = Math.min(most, mean.value(newest) / newest);
    }

    /**
     * The factor on the allowed rate, R_sqmean / sqrt(R_sample) (RFC 5348 §4.5).
     *
     * @return above 0, up to the largest allowed value; 1 before the first sample
     */
    public double factor() {
        return factor;
    }
}
