package org.xpand.protocols.rate;

/**
 * Keeps a rate from rising by more than a factor per round-trip time: it may be at most that factor times the lowest
 * rate in force over the last round-trip time. How often the rate is set makes no difference, and time during which it
 * did not rise is not saved up.
 *
 * <p>The window is an eighth shorter than the round-trip time, so that reports that come once in it are not one step
 * late. Changes closer than a sixteenth of it are remembered as one step, with the lowest and the last of their rates.
 * Not thread-safe.
 */
public final class GrowthLimit {
    private static final int STEPS_PER_RTT = 16;
    private static final int STEPS = 32;

    private final double factor;
    private final long[] times = new long[STEPS];
    private final double[] lowest = new double[STEPS];
    private final double[] last = new double[STEPS];
    private long steps;

    /**
     * A limit before the first rate: nothing is limited.
     *
     * @param factor growth per round-trip time, above 1
     * @throws IllegalArgumentException if the factor is not above 1
     */
    public GrowthLimit(double factor) {
        if (!(factor > 1)) {
            throw new IllegalArgumentException("growth factor " + factor + ": accepted are factors above 1");
        }
        this.factor = factor;
    }

    /**
     * Restarts: earlier rates do not count.
     *
     * @param rate     the rate from now on, bytes per second, positive
     * @param nowNanos time now, nanoseconds of the one monotonic clock of all calls
     */
    public void restart(double rate, long nowNanos) {
        steps = 0;
        append(rate, nowNanos);
    }

    /**
     * Records that the rate changes.
     *
     * @param rate     the rate from now on, bytes per second, positive
     * @param rttNanos round-trip time in nanoseconds, positive
     * @param nowNanos time now, nanoseconds of the one monotonic clock of all calls
     */
    public void set(double rate, long rttNanos, long nowNanos) {
        int step = slot(steps - 1);
        if (steps > 0 && nowNanos - times[step] < rttNanos / STEPS_PER_RTT) {
            lowest[step] = Math.min(lowest[step], rate);
            last[step] = rate;
        } else {
            append(rate, nowNanos);
        }
    }

    /**
     * The highest rate allowed now.
     *
     * @param rttNanos round-trip time in nanoseconds, positive
     * @param nowNanos time now, nanoseconds of the one monotonic clock of all calls
     * @return bytes per second, positive; infinite before the first rate
     */
    public double highest(long rttNanos, long nowNanos) {
        double least = Double.POSITIVE_INFINITY;
        for (long step = steps - 1; step >= Math.max(0, steps - STEPS); step--) {
            if (nowNanos - times[slot(step)] >= rttNanos - rttNanos / 8) {
                // In force when the window began; earlier rates do not count.
                return factor * Math.min(least, last[slot(step)]);
            }
            least = Math.min(least, lowest[slot(step)]);
        }
        return factor * least;
    }

    private void append(double rate, long nowNanos) {
        times[slot(steps)] = nowNanos;
        lowest[slot(steps)] = rate;
        last[slot(steps)] = rate;
        steps++;
    }

    private static int slot(long step) {
        return (int) (step & (STEPS - 1));
    }
}
