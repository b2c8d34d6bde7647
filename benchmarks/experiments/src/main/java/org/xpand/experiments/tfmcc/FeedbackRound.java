package org.xpand.experiments.tfmcc;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.xpand.protocols.tfmcc.TfmccFeedback;
import org.xpand.protocols.tfmcc.TfmccTimer;

/**
 * One feedback round in which every receiver wants to report its rate, by the strategy's own timer and suppression: what
 * one sends reaches the others a network delay later (TFMCC §2.5).
 *
 * @param reports       how many were sent
 * @param firstDelays   when the first was sent, in network delays
 * @param lowestRate    the lowest rate reported, as a fraction of the sending rate
 * @param meanRate      the mean of the rates reported
 * @param lowestOfGroup the lowest rate there is
 */
record FeedbackRound(int reports, double firstDelays, double lowestRate, double meanRate, double lowestOfGroup) {
    /** N of the report. */
    static final int N = 10_000;
    /** The network delay; R_max, which makes T so many of them. */
    static final long DELAY_NANOS = 1_000_000_000L;

    private static final int INDEX_BITS = 20;
    /** A rate at which packets are too close to matter for T, bytes per second. */
    private static final double FAST = 1e9;
    private static final double PACKET_SIZE = 1000;

    /** T in nanoseconds. */
    static long durationNanos(TfmccFeedback feedback) {
        return TfmccTimer.roundNanos(feedback, DELAY_NANOS, PACKET_SIZE, FAST);
    }

    /**
     * Plays a round.
     *
     * @param rates of the receivers, as fractions of the sending rate; fewer than a million
     */
    static FeedbackRound play(TfmccFeedback feedback, double[] rates, RandomGenerator random) {
        Timers timers = timers(feedback, rates, random);
        double[] reported = IntStream.range(0, rates.length).filter(i -> timers.reports[i]).mapToDouble(i -> timers.rates[i]).toArray();
        return new FeedbackRound(reported.length, timers.delays[0], Arrays.stream(reported).min().orElseThrow(),
                Arrays.stream(reported).average().orElseThrow(), Arrays.stream(rates).min().orElseThrow());
    }

    /**
     * The receivers of a round in the order in which their timers expire.
     *
     * @param delays  when they expire, in network delays
     * @param rates   what each receiver's rate is, as a fraction of the sending rate
     * @param reports whether it reports then, and is not suppressed
     */
    record Timers(double[] delays, double[] rates, boolean[] reports) {
    }

    /** Plays a round, as {@link #play}. */
    static Timers timers(TfmccFeedback feedback, double[] rates, RandomGenerator random) {
        long duration = durationNanos(feedback);
        long[] order = new long[rates.length];
        for (int i = 0; i < rates.length; i++) {
            order[i] = TfmccTimer.delayNanos(feedback, duration, N, 1 - random.nextDouble(), rates[i]) << INDEX_BITS | i;
        }
        Arrays.sort(order);
        long[] sentNanos = new long[rates.length];
        double[] sent = new double[rates.length];
        Timers timers = new Timers(new double[rates.length], new double[rates.length], new boolean[rates.length]);
        int reports = 0;
        int received = 0;
        double suppression = Double.POSITIVE_INFINITY;
        for (int i = 0; i < order.length; i++) {
            double rate = rates[(int) (order[i] & (1 << INDEX_BITS) - 1)];
            long due = order[i] >> INDEX_BITS;
            while (received < reports && sentNanos[received] + DELAY_NANOS <= due) {
                suppression = Math.min(suppression, TfmccTimer.suppressionRate(feedback, sent[received++]));
            }
            timers.delays[i] = due / (double) DELAY_NANOS;
            timers.rates[i] = rate;
            timers.reports[i] = !TfmccTimer.cancels(suppression, rate);
            if (timers.reports[i]) {
                sentNanos[reports] = due;
                sent[reports++] = rate;
            }
        }
        return timers;
    }

    /** How far the lowest rate reported is above the lowest there is, as a fraction of the sending rate. */
    double excess() {
        return lowestRate - lowestOfGroup;
    }

    /** E[f] of TFMCC §2.5.4: reports expected of n equal receivers, T' in network delays. */
    static double expectedReports(double n, double suppressionTime) {
        double root = StrictMath.pow(N, 1 / suppressionTime);
        return root * (n / N + StrictMath.pow(1 - 1.0 / N, n) - StrictMath.pow(1 - 1 / root, n));
    }
}
