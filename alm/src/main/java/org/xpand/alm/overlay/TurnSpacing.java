package org.xpand.alm.overlay;

/**
 * How long each of many busy groups rests between two turns of a loop. A turn costs about the same whether it has one packet or fifty
 * to handle; groups that take one for each piece of news would share the loop's time in many small pieces. So a busy group rests the longer
 * the more of them there are, and one that is not busy gets a turn at once. Not thread-safe.
 */
public final class TurnSpacing {
    /** A group that takes so many turns in a period is busy. At the longest rest a group that always has news still takes as many. */
    static final int BUSY_TURNS = 4;
    static final long PERIOD_NANOS = 10_000_000;
    /** So many busy groups do not rest. */
    static final int FREE = 16;
    /** What each further one adds to a rest. */
    static final long EACH_NANOS = 100_000;
    /** The longest rest: less than any timer of rate control on a path that is longer than a LAN. */
    static final long MOST_NANOS = 2_000_000;

    private long period = -1;
    private int busy;
    private int busyBefore;

    /**
     * A group's turn has begun; it rests after it.
     *
     * @param due      the group's
     * @param nowNanos the time, nanoseconds of the loop's monotonic clock
     * @return how long it rests, ns, 0 if it does not
     */
    public long taken(Due due, long nowNanos) {
        long now = Math.floorDiv(nowNanos, PERIOD_NANOS);
        if (now != period) {
            busyBefore = now == period + 1 ? busy : 0;
            busy = 0;
            period = now;
        }
        busy += due.turnIn(now) == BUSY_TURNS ? 1 : 0;
        int beyond = Math.max(busy, busyBefore) - FREE;
        if (beyond <= 0 || due.mostTurns() < BUSY_TURNS) {
            return 0;
        }
        long nanos = Math.min(MOST_NANOS, beyond * EACH_NANOS);
        due.rest(nowNanos + nanos);
        return nanos;
    }
}
