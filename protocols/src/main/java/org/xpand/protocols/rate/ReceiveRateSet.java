package org.xpand.protocols.rate;

import java.util.Arrays;

/**
 * The receive rates that one receiver has recently reported, X_recv_set (RFC 5348 §4.3), at most three of them (§8.2.2). It starts
 * with the single item infinity, so that it does not limit the first two round-trip times. Not thread-safe.
 */
public final class ReceiveRateSet {
    private static final int MAX_ITEMS = 3;

    private final double[] rates = new double[MAX_ITEMS];
    private final long[] times = new long[MAX_ITEMS];
    private int items = 1;
    private boolean untouched = true;

    /** A set that limits nothing. */
    public ReceiveRateSet() {
        rates[0] = Double.POSITIVE_INFINITY;
    }

    /**
     * The largest rate of the set: max (X_recv_set) of RFC 5348 §4.3.
     *
     * @return bytes per second, not negative; infinite in the beginning
     */
    public double max() {
        double max = 0;
        for (int i = 0; i < items; i++) {
            max = Math.max(max, rates[i]);
        }
        return max;
    }

    /**
     * "Update X_recv_set" (RFC 5348 §4.3): adds a rate and drops those that are too old.
     *
     * @param rate        the rate reported now, X_recv, bytes per second, not negative
     * @param maxAgeNanos two round-trip times, nanoseconds
     * @param nowNanos    time now, nanoseconds of the one monotonic clock of all calls
     */
    public void update(double rate, long maxAgeNanos, long nowNanos) {
        if (untouched) {
            // The two round-trip times of infinity begin with the first report, not with an idle time before it.
            times[0] = nowNanos;
            untouched = false;
        }
        int kept = 0;
        for (int i = 0; i < items; i++) {
            if (nowNanos - times[i] <= maxAgeNanos) {
                rates[kept] = rates[i];
                times[kept++] = times[i];
            }
        }
        if (kept == MAX_ITEMS) {
            System.arraycopy(rates, 1, rates, 0, MAX_ITEMS - 1);
            System.arraycopy(times, 1, times, 0, MAX_ITEMS - 1);
            kept--;
        }
        rates[kept] = rate;
        times[kept] = nowNanos;
        items = kept + 1;
    }

    /**
     * "Maximize X_recv_set" (RFC 5348 §4.3): keeps the largest of the set and this rate, without infinity, as of now.
     *
     * @param rate     the rate reported now, X_recv, bytes per second, not negative
     * @param nowNanos time now, nanoseconds of the one monotonic clock of all calls
     */
    public void maximize(double rate, long nowNanos) {
        double max = rate;
        for (int i = 0; i < items; i++) {
            if (rates[i] < Double.POSITIVE_INFINITY) {
                max = Math.max(max, rates[i]);
            }
        }
        replace(max, nowNanos);
    }

    /** Halves every rate of the set, after a loss in a data-limited interval (RFC 5348 §4.3). */
    public void halve() {
        Arrays.setAll(rates, i -> rates[i] / 2);
    }

    /**
     * Keeps this rate only.
     *
     * @param rate     bytes per second, not negative
     * @param nowNanos time now, nanoseconds of the one monotonic clock of all calls
     */
    public void replace(double rate, long nowNanos) {
        rates[0] = rate;
        times[0] = nowNanos;
        items = 1;
        untouched = false;
    }
}
