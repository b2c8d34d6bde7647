package org.xpand.protocols.relay;

/**
 * What the senders of one process may keep together while all sites receive, however many groups there are: each of them its part. A few
 * senders have room for a second and more of a fast path; two hundred with as much each would fill the heap, and their messages would wait
 * behind what they have sent themselves. Not thread-safe.
 */
public final class RetentionBudget {
    /** As much as eight senders of the default settings may keep in any case. */
    static final long BYTES = 64 << 20;
    /** The least for each, enough for rows of full datagrams on their way. */
    static final long LEAST_BYTES = 256 << 10;
    /** A sender counts until so long after its last segment. */
    static final long PERIOD_NANOS = 1_000_000_000;

    private long period = Long.MIN_VALUE;
    private int senders;
    private int before;

    /**
     * A sender has sent something.
     *
     * @param counted  what this method returned the last time; any other number at first
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     * @return for the next call
     */
    long sends(long counted, long nowNanos) {
        turn(nowNanos);
        if (counted != period) {
            senders++;
        }
        return period;
    }

    /** How many bytes each sender may keep in any case. */
    long each(long nowNanos) {
        turn(nowNanos);
        return Math.max(LEAST_BYTES, BYTES / Math.max(1, Math.max(before, senders)));
    }

    private void turn(long nowNanos) {
        long now = Math.floorDiv(nowNanos, PERIOD_NANOS);
        if (now != period) {
            before = now == period + 1 ? senders : 0;
            senders = 0;
            period = now;
        }
    }
}
