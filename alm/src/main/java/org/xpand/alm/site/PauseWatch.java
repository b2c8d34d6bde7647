package org.xpand.alm.site;

/**
 * Whether this process sleeps so much, look by look, that somebody should hear of it. Not while it is young: then Java loads and
 * compiles what it runs, and everything else that was started with it does so too. Pure.
 */
final class PauseWatch {
    /** For so long after the first look nothing is said. */
    static final long YOUNG_NANOS = 10_000_000_000L;
    /** Of the time between two looks: who sleeps longer in each of several is told of. */
    private static final double PAUSED_PART = 0.2;
    private static final int LOOKS = 3;

    private boolean looked;
    private long oldNanos;
    private long pausedSeen;
    private int looks;

    /**
     * Looks, each {@link LimitFinder#INTERVAL_NANOS}.
     *
     * @param pausedNanos how long this process has slept since it began
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
