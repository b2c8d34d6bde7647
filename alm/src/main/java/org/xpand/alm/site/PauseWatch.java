package org.xpand.alm.site;

/**
 * Whether this process sleeps so much that it should be reported, found by periodic checks. Not shortly after the start: then Java
 * loads and compiles classes, and so do other processes started at the same time. Pure.
 */
final class PauseWatch {
    /** No report for so long after the first check. */
    static final long YOUNG_NANOS = 10_000_000_000L;
    /** Part of the time between two checks: more sleep in each of several consecutive checks is reported. */
    private static final double PAUSED_PART = 0.2;
    private static final int LOOKS = 3;

    private boolean looked;
    private long oldNanos;
    private long pausedSeen;
    private int looks;

    /**
     * Checks, once per {@link LimitFinder#INTERVAL_NANOS}; returns whether to report.
     *
     * @param pausedNanos how long this process has slept since its start
     */
    boolean look(long pausedNanos, long nowNanos) {
        if (!looked) {
            looked = true;
            oldNanos = nowNanos + YOUNG_NANOS;
            pausedSeen = pausedNanos;
        }
        boolean paused = nowNanos - oldNanos >= 0 && pausedNanos - pausedSeen > PAUSED_PART * LimitFinder.INTERVAL_NANOS;
        pausedSeen = pausedNanos;
        looks = paused ? looks + 1 : 0;
        return looks >= LOOKS;
    }
}
