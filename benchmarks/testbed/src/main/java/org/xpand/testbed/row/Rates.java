package org.xpand.testbed.row;

import java.util.function.BiFunction;
import java.util.stream.IntStream;

/** Figures of how a rate goes in time. Times are in nanoseconds, rates in Mbit/s. */
final class Rates {
    /** Resolution of times. */
    private static final long STEP = 100_000_000L;
    private static final long HALF_SECOND = 500_000_000L;
    private static final long KEPT_WINDOW = 2_000_000_000L;
    private static final double NANOS_PER_SECOND = 1e9;

    private Rates() {
    }

    /** The rate between two times. */
    interface Rate extends BiFunction<Long, Long, Double> {
    }

    /** Seconds from a time until the first half second with this rate has passed; infinite if there is none. */
    static double until(Rate rate, long from, long to, double wanted) {
        for (long t = from; t + HALF_SECOND <= to; t += STEP) {
            if (rate.apply(t, t + HALF_SECOND) >= wanted) {
                return (t + HALF_SECOND - from) / NANOS_PER_SECOND;
            }
        }
        return Double.POSITIVE_INFINITY;
    }

    /** Seconds until the rate has fallen to this, over half a second; infinite if it does not. */
    static double untilBelow(Rate rate, long from, long to, double wanted) {
        return until((a, b) -> -rate.apply(a, b), from, to, -wanted);
    }

    /** Seconds until the first half second with this rate from which on each two seconds, to the end, have it too. */
    static double untilKept(Rate rate, long from, long to, double wanted) {
        long last = to - KEPT_WINDOW;
        long kept = -1;
        for (long t = last; t >= from && rate.apply(t, t + KEPT_WINDOW) >= wanted; t -= STEP) {
            kept = t;
        }
        if (kept < 0) {
            return Double.POSITIVE_INFINITY;
        }
        return (kept - from) / NANOS_PER_SECOND + until(rate, kept, to, wanted);
    }

    /** The lowest of all seconds, a step apart. */
    static double lowestSecond(Rate rate, long from, long to) {
        double lowest = Double.POSITIVE_INFINITY;
        for (long t = from; t + (long) NANOS_PER_SECOND <= to; t += STEP) {
            lowest = Math.min(lowest, rate.apply(t, t + (long) NANOS_PER_SECOND));
        }
        return lowest;
    }

    /** The rates of bins of half a second. */
    static double[] series(Rate rate, long from, long to) {
        return IntStream.range(0, (int) ((to - from) / HALF_SECOND))
                .mapToDouble(i -> rate.apply(from + i * HALF_SECOND, from + (i + 1) * HALF_SECOND)).toArray();
    }
}
