package org.xpand.protocols.tuf;

/** The mean over time of a value that changes in steps. Not thread-safe. */
final class TimeMean {
    private double value;
    private double area;
    private long beganNanos;
    private long changedNanos;

    /** Begins anew with this value. */
    void begin(double first, long nowNanos) {
        value = first;
        area = 0;
        beganNanos = nowNanos;
        changedNanos = nowNanos;
    }

    /** The value from now on. */
    void change(double next, long nowNanos) {
        area += value * (nowNanos - changedNanos);
        value = next;
        changedNanos = nowNanos;
    }

    /** The mean since {@link #begin}; the value if no time has passed. */
    double mean(long nowNanos) {
        long nanos = nowNanos - beganNanos;
        return nanos == 0 ? value : (area + value * (nowNanos - changedNanos)) / nanos;
    }
}
