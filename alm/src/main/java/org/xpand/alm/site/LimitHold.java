package org.xpand.alm.site;

/**
 * How long a limit has to be absent before that is reported: two seconds, and twice as long as before each time the limit returns
 * within a minute, up to {@link #MOST_LOOKS}, so that changes on a busy machine are not reported all the time. Not thread-safe.
 */
final class LimitHold {
    /** Checks, every half a second. */
    static final int LEAST_LOOKS = 4;
    static final int MOST_LOOKS = 64;
    private static final long AGAIN_NANOS = 60_000_000_000L;

    private int looks = LEAST_LOOKS;
    private int lessLooks;
    private boolean wasLess;
    private long lessNanos;

    /**
     * Decides whether to report a change.
     *
     * @param same nothing has changed since the last report
     * @param less whether the only change is that limits have disappeared
     */
    boolean isDue(boolean same, boolean less) {
        lessLooks = less ? lessLooks + 1 : 0;
        return !same && (!less || lessLooks >= looks);
    }

    /** A change was reported. */
    void announced(boolean less, long nowNanos) {
        lessLooks = 0;
        if (less) {
            wasLess = true;
            lessNanos = nowNanos;
        } else if (wasLess) {
            wasLess = false;
            looks = nowNanos - lessNanos < AGAIN_NANOS ? Math.min(MOST_LOOKS, 2 * looks) : LEAST_LOOKS;
        }
    }
}
