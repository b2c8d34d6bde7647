package org.xpand.protocols.relay;

/**
 * What the senders of one process may hold together, however many groups there are, each of them its part: messages that wait for their
 * share of the rate, and segments that are not stable while all sites receive. A few senders have room for a second and more of a fast path;
 * two hundred with as much each would fill the heap, and their messages would wait behind what they have sent themselves. Not thread-safe.
 */
public final class SenderBudget {
    /** As much as eight senders of the default settings may keep in any case. */
    static final long MOST_BYTES = 64 << 20;
    /** All senders together may keep what so many may keep alone: less with a small heap, as they have. */
    private static final long SENDERS = 2;
    /** The least for each with {@link #MOST_BYTES}, enough for rows of full datagrams on their way; with less in proportion. */
    static final long LEAST_BYTES = 256 << 10;
    private static final long LEAST_WITH_LITTLE_BYTES = 32 << 10;
    /** This part of what may wait at most may wait in any case. */
    static final int WINDOW_PARTS = 64;
    /** A sender counts until so long after its last segment. */
    static final long PERIOD_NANOS = 1_000_000_000;

    private final long bytes;
    private final long leastBytes;
    private final long windowBytes;
    private long period = Long.MIN_VALUE;
    private int senders;
    private int before;

    /**
     * A budget that no sender has used.
     *
     * @param config what one sender may hold at most: all together may keep twice as much that is not stable, and no more than 64 MiB; as
     *               much as one may wait
     */
    public SenderBudget(RelayConfig config) {
        bytes = Math.min(MOST_BYTES, SENDERS * config.maxRetentionBytes());
        windowBytes = config.maxWindowBytes();
        leastBytes = Math.max(LEAST_WITH_LITTLE_BYTES, bytes / (MOST_BYTES / LEAST_BYTES));
    }

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

    /** How many bytes that are not stable each sender may keep in any case. */
    long retention(long nowNanos) {
        turn(nowNanos);
        return Math.max(leastBytes, bytes / senders());
    }

    /** How many bytes of each sender may wait for its share of the rate: enough for the rests of a busy loop, however many send. */
    long window(long nowNanos) {
        turn(nowNanos);
        return windowBytes / Math.min(WINDOW_PARTS, senders());
    }

    private int senders() {
        return Math.max(1, Math.max(before, senders));
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
