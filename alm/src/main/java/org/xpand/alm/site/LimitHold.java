package org.xpand.alm.site;

/**
 * How long what held a group up has to stay away before that is told: two seconds; twice as long as before each time that it has come
 * back within a minute, up to {@link #MOST_LOOKS}, so that what comes and goes on a busy machine is not told all the time. Not thread-safe.
 */
final class LimitHold {
    /** Looks, every half a second. */
    static final int LEAST_LOOKS = 4;
    static final int MOST_LOOKS = 64;
    private static final long AGAIN_NANOS = 60_000_000_000L;

    private int looks = LEAST_LOOKS;
    private int lessLooks;
    private boolean wasLess;
    private long lessNanos;

    /**
     * Looks whether to tell a change.
     *
     * @param same nothing has changed since what was told
     * @param less only that something of it is away
     */
    boolean isDue(boolean same, boolean less) {
        lessLooks = less ? lessLooks + 1 : 0;
        return !same && (!less || lessLooks >= looks);
    }

    /** A change was told. */
    void told(boolean less, long nowNanos) {
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
