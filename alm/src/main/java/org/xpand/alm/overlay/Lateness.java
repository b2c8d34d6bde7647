package org.xpand.alm.overlay;

/**
 * Notices when this process was late: the time at which it was to be called has passed. What it reads then may have waited
 * for it, for as long as it was late, and did not travel for so long; and time in which it slept is not others' silence. As
 * long as packets come it is to be called often, so that a pause is noticed. Not thread-safe.
 */
final class Lateness {
    /** A shorter delay is a timer's; it makes little of a round-trip time. */
    static final long LEAST_NANOS = 5_000_000;
    /** While packets come it is called so often at least. */
    static final long BEAT_NANOS = 10_000_000;
    /** After a pause what has waited is read within this time. */
    static final long READING_NANOS = 5_000_000;

    private boolean timed;
    private long dueNanos;
    private boolean busy;
    private boolean everLate;
    private long staleUntilNanos;
    private long pauses;
    private long pausedNanos;
    private long longestNanos;

    /** Called now; answers for how long it should have been called before, 0 if that is not worth mentioning. Once for each time. */
    long look(long nowNanos) {
        long late = timed ? nowNanos - dueNanos : 0;
        if (late < LEAST_NANOS) {
            return 0;
        }
        timed = false;
        everLate = true;
        staleUntilNanos = nowNanos + READING_NANOS;
        pauses++;
        pausedNanos += late;
        longestNanos = Math.max(longestNanos, late);
        return late;
    }

    /** A packet has come. */
    void heard() {
        busy = true;
    }

    /** It wants to be called at a time; answers when it is to be. */
    long due(long deadlineNanos, long nowNanos) {
        long due = busy ? Math.min(deadlineNanos, nowNanos + BEAT_NANOS) : deadlineNanos;
        busy = false;
        timed = due != Long.MAX_VALUE;
        dueNanos = Math.max(due, nowNanos);
        return due;
    }

    /** Whether what is read now may have waited during a pause. */
    boolean isStale(long nowNanos) {
        return everLate && nowNanos - staleUntilNanos < 0;
    }

    /** Until when what is read may have waited during a pause, once there was one. */
    long staleUntilNanos() {
        return staleUntilNanos;
    }

    /** How often it was late. */
    long pauses() {
        return pauses;
    }

    /** By how much in all, ns. */
    long pausedNanos() {
        return pausedNanos;
    }

    /** By how much at most, ns. */
    long longestNanos() {
        return longestNanos;
    }
}
