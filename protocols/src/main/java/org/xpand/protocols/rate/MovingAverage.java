package org.xpand.protocols.rate;

/**
 * An exponentially weighted moving average, A = q A + (1 − q) sample; the first sample is taken as it is. Not
 * thread-safe.
 */
public final class MovingAverage {
    private final double quotient;
    private double value;
    private boolean sampled;

    /**
     * An average without a sample.
     *
     * @param quotient q, weight of the past, 0 (only the newest sample counts) up to but not including 1
     * @throws IllegalArgumentException if the quotient is out of this range
     */
    public MovingAverage(double quotient) {
        if (!(quotient >= 0 && quotient < 1)) {
            throw new IllegalArgumentException("quotient " + quotient + ": accepted are 0 up to below 1");
        }
        this.quotient = quotient;
    }

    /**
     * Adds a sample.
     *
     * @param sample a finite value in the unit of the average
     */
    public void add(double sample) {
        value = sampled ? quotient * value + (1 - quotient) * sample : sample;
        sampled = true;
    }

    /**
     * Whether there was a sample.
     *
     * @return whether {@link #value} is an average
     */
    public boolean sampled() {
        return sampled;
    }

    /**
     * The average.
     *
     * @param otherwise the result before the first sample
     * @return the average in the unit of the samples
     */
    public double value(double otherwise) {
        return sampled ? value : otherwise;
    }
}
