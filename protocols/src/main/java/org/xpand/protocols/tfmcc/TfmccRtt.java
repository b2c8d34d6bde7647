package org.xpand.protocols.tfmcc;

import org.xpand.protocols.rate.RateLimits;

/**
 * The RTT as a receiver knows it (TFMCC §2.4, RFC 4654 §4.3): a guess until the source has echoed a time stamp, then a
 * smoothed measurement, which in between follows the changes of the one-way delay. Not thread-safe.
 */
final class TfmccRtt {
    /** A sample that is shorter by this factor replaces what was measured before: the source, or this process, was late. */
    static final double MUCH_SHORTER = 0.5;
    /** But only if it is less than this part of the least one: otherwise a queue has emptied, which is filled again soon. */
    private static final double LESS_THAN_LEAST = 0.9;

    private static final long LEAST_NANOS = 1000;
    private static final long MOST_NANOS = RateLimits.MAX_RTT_MICROS * 1000L;

    private final TfmccMeasuring config;
    private double smoothed;
    private double adjusted;
    private double least;
    /** Averaged over time since the first measurement. */
    private double averaged;
    private boolean averages;
    private long averagedNanos;
    private boolean measured;
    /** d_RS: delay from the receiver to the source, with the difference of their clocks. */
    private long backNanos;
    private boolean backKnown;

    TfmccRtt(TfmccMeasuring config) {
        this.config = config;
        guess(config.initialRtt());
    }

    /** Sets a value to use until the first measurement. */
    void guess(long nanos) {
        adjusted = bound(nanos);
        averaged = adjusted;
    }

    /** have_RTT: whether there was a measurement. */
    boolean measured() {
        return measured;
    }

    /** The RTT in nanoseconds. */
    long nanos() {
        return Math.round(adjusted);
    }

    /**
     * The RTT to compute rates with, nanoseconds: with a value that follows every packet the rate would follow every queue, and
     * yield to other flows just when the queue is full.
     */
    long averagedNanos() {
        return Math.round(averaged);
    }

    /** Updates the average, once for each packet: over the present round-trip times, if a queue has emptied. */
    void average(long nowNanos) {
        double over = config.averagedRtts() * Math.min(averaged, adjusted);
        double share = averages ? Math.min(1, Math.max(0, nowNanos - averagedNanos) / over) : 1;
        averaged += share * (adjusted - averaged);
        averagedNanos = nowNanos;
        averages = measured && config.averagedRtts() > 0;
    }

    /** The least RTT measured so far, in nanoseconds: without the queue built by slow start. */
    long leastNanos() {
        return Math.round(measured ? least : adjusted);
    }

    /**
     * The source echoed a time stamp. Changes from one-way delays since the last echo are dropped.
     *
     * @param sample       time since the report was sent, without the time it was held, nanoseconds
     * @param forwardNanos arrival of the packet with the echo by this clock, less its sending time by the source's
     * @param limiting     whether this receiver is the CLR
     * @return whether it replaces what was measured before
     */
    boolean measure(long sample, long forwardNanos, boolean limiting) {
        double inRange = bound(sample);
        boolean replaces = measured && replaces(inRange);
        double weight = !measured || replaces ? 1 : limiting ? config.clrRttWeight() : config.rttWeight();
        least = measured ? Math.min(least, inRange) : inRange;
        smoothed = weight * inRange + (1 - weight) * smoothed;
        adjusted = smoothed;
        measured = true;
        // RFC 4654 §4.3.3 prints this difference with the opposite sign; TFMCC §2.4.3 has it right.
        backNanos = sample - forwardNanos;
        backKnown = true;
        averaged = replaces ? Math.min(averaged, inRange) : averaged;
        return replaces;
    }

    /** In the papers every sample is smoothed. */
    private boolean replaces(double sample) {
        return config.averagedRtts() > 0 && sample < MUCH_SHORTER * smoothed && sample < LESS_THAN_LEAST * least;
    }

    /** A packet without an echo arrived, {@code forwardNanos} as in {@link #measure}. */
    void oneWay(long forwardNanos) {
        if (backKnown) {
            double weight = config.oneWayWeight();
            adjusted = weight * bound(backNanos + forwardNanos) + (1 - weight) * adjusted;
        }
    }

    /** The source has another clock: one-way delays mean nothing until the next measurement. */
    void forgetClock() {
        backKnown = false;
    }

    private static long bound(long nanos) {
        return Math.max(LEAST_NANOS, Math.min(MOST_NANOS, nanos));
    }
}
