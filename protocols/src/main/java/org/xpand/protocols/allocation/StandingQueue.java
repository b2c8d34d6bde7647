package org.xpand.protocols.allocation;

/**
 * The rate that a delegate really reaches where sockets or processors allow less than its rate control: only there is more than it sends in a
 * moment waiting all the time. Rates are bytes per second, times nanoseconds of one monotonic clock. Not thread-safe.
 */
final class StandingQueue {
    /** The rate may double, as in slow start, and the queue must hold what leaves then. */
    private static final double GROWTH = 2;

    private final AllocatorConfig config;
    private long newBytes = Long.MAX_VALUE;
    private long sinceNanos;
    private long leastBacklog;
    private double reached = Double.POSITIVE_INFINITY;

    StandingQueue(AllocatorConfig config) {
        this.config = config;
    }

    /** Updates the bytes sent in total and those that wait; fewer sent than before begin a new sample. */
    void update(long newSegmentBytes, long backlogBytes, long rttNanos, long nowNanos) {
        leastBacklog = Math.min(leastBacklog, backlogBytes);
        boolean restarted = newSegmentBytes < newBytes;
        long elapsed = nowNanos - sinceNanos;
        if (!restarted && elapsed < Math.max(rttNanos, config.measureNanos())) {
            return;
        }
        double rate = restarted ? 0 : (newSegmentBytes - newBytes) * 1e9 / elapsed;
        boolean stands = !restarted && leastBacklog > Math.max(config.minQueueBytes(), rate * config.minQueueNanos() / 1e9) / 2;
        reached = stands ? rate : Double.POSITIVE_INFINITY;
        newBytes = newSegmentBytes;
        leastBacklog = backlogBytes;
        sinceNanos = nowNanos;
    }

    /** The rate for which the queue is to be large enough. */
    double rate(double aggregateRate) {
        return Math.min(aggregateRate, GROWTH * reached);
    }
}
