package org.xpand.alm.overlay;

/**
 * Whether one of many that a loop drives needs its turn: when there is news for it, when it said so, and now and then for
 * what it does without a deadline. With many groups most turns concern one of them; asking all of them each time would
 * cost more than what there is to do. Not thread-safe.
 */
public final class Due {
    /** What has no deadline of its own is looked at this often if the loop turns. */
    private static final long REST_NANOS = 20_000_000;

    private boolean news = true;
    private long deadlineNanos = Long.MAX_VALUE;
    private long restedNanos;

    /** There is something new: it needs the next turn. */
    public void news() {
        news = true;
    }

    /** Whether it needs a turn now. */
    public boolean isDue(long nowNanos) {
        return news || deadlineNanos <= nowNanos || restedNanos <= nowNanos;
    }

    /** It takes its turn now; what is new from here on is for the next one. */
    public void begin(long nowNanos) {
        news = false;
        deadlineNanos = Long.MAX_VALUE;
        restedNanos = nowNanos + REST_NANOS;
    }

    /** It needs a turn at this time, or earlier if that was said before in the same turn. */
    public void at(long deadline) {
        deadlineNanos = Math.min(deadlineNanos, deadline);
    }

    /** When the loop has to turn for it, news apart. */
    public long deadlineNanos() {
        return deadlineNanos;
    }
}
