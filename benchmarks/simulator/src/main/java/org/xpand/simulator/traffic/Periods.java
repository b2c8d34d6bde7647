package org.xpand.simulator.traffic;

import java.util.Objects;
import java.util.random.RandomGenerator;

/** Lengths of alternating on and off periods, drawn one after the other. Immutable except its generator. */
@FunctionalInterface
public interface Periods {
    /** Draws the length of the next period, nanoseconds, 1 or more. */
    long nextNanos();

    /** Always the same length. */
    static Periods fixed(long nanos) {
        long length = requireMean(nanos);
        return () -> length;
    }

    /** Exponentially distributed lengths. */
    static Periods exponential(long meanNanos, RandomGenerator random) {
        requireMean(meanNanos);
        Objects.requireNonNull(random, "random");
        return () -> bounded(-StrictMath.log(1 - random.nextDouble()) * meanNanos);
    }

    /**
     * Pareto-distributed lengths: many short ones and few very long ones, as of files and of users.
     *
     * @param shape above 1, so that there is a mean; up to 2 the variance is infinite; 1.5 is usual
     */
    static Periods pareto(long meanNanos, double shape, RandomGenerator random) {
        requireMean(meanNanos);
        Objects.requireNonNull(random, "random");
        if (!(shape > 1)) {
            throw new IllegalArgumentException("Pareto shape is " + shape + ": accepted is above 1");
        }
        double least = meanNanos * (shape - 1) / shape;
        return () -> bounded(least / StrictMath.pow(1 - random.nextDouble(), 1 / shape));
    }

    private static long requireMean(long nanos) {
        if (nanos < 1) {
            throw new IllegalArgumentException("period of " + nanos + " ns: accepted is 1 or more");
        }
        return nanos;
    }

    /** Limits a length so that times can still be compared by subtraction. */
    private static long bounded(double nanos) {
        return (long) Math.max(1, Math.min(nanos, 1L << 60));
    }
}
