package org.xpand.membership.jgroups;

/**
 * How many missing messages of one sender are requested at a time: all of them as long as repairs arrive; while none does, fewer
 * each time, and then less often, down to {@value #LEAST} in {@value #MOST_INTERVALS} intervals. So a member that gets nothing
 * long, because its path loses fragments, does not make others send everything it lacks at every interval. After the first repair
 * requests grow again, as fast as they shrank. Not thread-safe.
 */
final class RepairPace {
    /** Factor by which requests shrink and grow. */
    private static final int STEP = 4;
    /** Least number of messages requested at a time. */
    static final int LEAST = 8;
    /** The longest time between requests, intervals. */
    static final int MOST_INTERVALS = 8;

    private long first = -1;
    private int most = Integer.MAX_VALUE;
    private int intervals = 1;
    private int waits;

    /**
     * Messages are missing at the time of a request.
     *
     * @param firstMissing number of the first missing one
     * @param missing      how many there are
     * @return how many to request, the first ones; 0 for none this time
     */
    int allowed(long firstMissing, int missing) {
        if (firstMissing != first) {
            first = firstMissing;
            most = most > Integer.MAX_VALUE / STEP ? Integer.MAX_VALUE : most * STEP;
            intervals = 1;
        } else if (--waits > 0) {
            return 0;
        } else if (most > LEAST) {
            most = Math.max(LEAST, Math.min(most, missing) / STEP);
        } else {
            intervals = Math.min(MOST_INTERVALS, 2 * intervals);
        }
        waits = intervals;
        return Math.min(most, missing);
    }
}
