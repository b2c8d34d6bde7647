package org.xpand.protocols.rate;

/**
 * Slows a source down as the round-trip time rises above its average: X_inst = X R_sqmean / sqrt(R_sample) (RFC 5348 §4.5). Not
 * thread-safe.
 */
public final class Damping {
    private final MovingAverage mean;
    private double newest = 1;

    /**
     * @param quotient weight of the past in R_sqmean, 0 up to but not including 1
     */
    public Damping(double quotient) {
        mean = new MovingAverage(quotient);
    }

    /**
     * Takes a sample in.
     *
     * @param rttNanos a measured round-trip time in nanoseconds, positive
     */
    public void sample(long rttNanos) {
        newest = Math.sqrt(rttNanos);
        mean.add(newest);
    }

    /** R_sqmean / sqrt(R_sample), 0 to 1: never above, so that X stays a bound; 1 before the first sample. */
    public double factor() {
        return Math.min(1, mean.value(newest) / newest);
    }
}
