package org.xpand.protocols.relay;

/**
 * How fast what a sender sends becomes stable: the most of the last seconds in which something did, so that an outage, in which nothing
 * does, does not count. Not thread-safe.
 */
final class StableRate {
    static final long WINDOW_NANOS = 500_000_000;
    static final int WINDOWS = 8;

    private final double[] rates = new double[WINDOWS];
    private int next;
    private long bytes;
    private boolean begun;
    private long fromNanos;

    /** So many bytes more are stable. */
    void stable(long more) {
        bytes += more;
    }

    /** Bytes per second, 0 if nothing is known. To be called after {@link #stable}. */
    double bytesPerSecond(long nowNanos) {
        if (!begun) {
            begun = true;
            fromNanos = nowNanos;
        }
        long passed = nowNanos - fromNanos;
        if (bytes > 0 && passed >= WINDOW_NANOS) {
            rates[next] = bytes * 1e9 / passed;
            next = (next + 1) % WINDOWS;
            bytes = 0;
            fromNanos = nowNanos;
        }
        double most = 0;
        for (double rate : rates) {
            most = Math.max(most, rate);
        }
        return most;
    }
}
