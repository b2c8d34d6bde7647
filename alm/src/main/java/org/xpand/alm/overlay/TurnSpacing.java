package org.xpand.alm.overlay;

/**
 * How long each of many busy groups rests between two turns of a loop. A turn costs about the same whether it has one packet or fifty
 * to handle; groups that take one for each piece of news would share the loop's time in many small pieces. So a busy group rests the longer
 * the more of them there are and the less time the loop has left, and one that is not busy gets a turn at once. Not thread-safe.
 */
public final class TurnSpacing {
    static final long PERIOD_NANOS = 50_000_000;
    /** A group that takes a turn this often, without rests or in spite of them, is busy. */
    static final long BUSY_NANOS = 2_500_000;
    /** So many busy groups do not rest if the loop has time. */
    static final int FREE = 16;
    /** What each further one adds to a rest. */
    static final long EACH_NANOS = 100_000;
    /** The longest rest if the loop has time: less than any timer of rate control on a path that is longer than a LAN. */
    static final long MOST_NANOS = 2_000_000;
    /** So many do not rest at all. */
    static final int FEW = 4;
    /** What each busy group, from the first one on, adds to a rest if the loop has no time: they wait for each other anyway. */
    static final long LOADED_EACH_NANOS = 250_000;
    /** The longest rest. */
    static final long LOADED_NANOS = 10_000_000;
    /** A loop that spends this share of the time in its turns has no time: it also reads packets, and shares processors with others. */
    private static final double LOADED_SHARE = 0.5;
    private static final long LOAD_NANOS = 20_000_000;
    /** Weight of the newest measurement of that share. */
    private static final double LOAD_WEIGHT = 0.3;

    private long period = -1;
    private int busy;
    private int busyBefore;
    private long workedNanos;
    private boolean measures;
    private long measuredNanos;
    private double load;

    /**
     * The loop has taken a turn.
     *
     * @param fromNanos its beginning, nanoseconds of the loop's monotonic clock
     * @param toNanos   its end
     */
    public void worked(long fromNanos, long toNanos) {
        if (!measures) {
            measures = true;
            measuredNanos = fromNanos;
        }
        workedNanos += toNanos - fromNanos;
        long passed = toNanos - measuredNanos;
        if (passed >= LOAD_NANOS) {
            load += LOAD_WEIGHT * (Math.min(1, (double) workedNanos / passed) - load);
            measuredNanos = toNanos;
            workedNanos = 0;
        }
    }

    /**
     * A group's turn has begun; it rests after it.
     *
     * @param due      the group's
     * @param nowNanos the time, nanoseconds of the loop's monotonic clock
     * @return how long it rests, ns, 0 if it does not
     */
    public long taken(Due<?> due, long nowNanos) {
        long now = Math.floorDiv(nowNanos, PERIOD_NANOS);
        if (now != period) {
            busyBefore = now == period + 1 ? busy : 0;
            busy = 0;
            period = now;
        }
        long nanos = rest(Math.max(busy, busyBefore));
        if (due.takesTurn(now, turns(nanos))) {
            busy++;
        }
        if (nanos == 0 || !due.isBusy()) {
            return 0;
        }
        due.rest(nowNanos + nanos);
        return nanos;
    }

    private long rest(int groups) {
        if (groups <= FEW) {
            return 0;
        }
        long loaded = (long) (Math.min(LOADED_NANOS, groups * LOADED_EACH_NANOS) * Math.min(1, load / LOADED_SHARE));
        return Math.max(loaded, Math.min(MOST_NANOS, (groups - FREE) * EACH_NANOS));
    }

    /** So many turns in a period make a group busy: a fifth less than it can take if it always has news. */
    private static int turns(long restNanos) {
        return (int) (PERIOD_NANOS / Math.max(BUSY_NANOS, restNanos + restNanos / 4));
    }
}
