package org.xpand.alm.overlay;

/**
 * Notices when this process was late, that is, called after its deadline. Packets that it reads then may have waited for it for as
 * long as it was late, which is not part of their travel time; and while it slept the others were not silent. While packets
 * arrive it has to be called often, so that a pause is noticed. Not thread-safe.
 */
final class Lateness {
    /** A shorter delay is normal for a timer, and small beside a round-trip time. */
    static final long LEAST_NANOS = 5_000_000;
    /** While packets arrive it is called at least this often. */
    static final long BEAT_NANOS = 10_000_000;
    /** After a pause the waiting packets are read within this time. */
    static final long READING_NANOS = 5_000_000;

    private boolean timed;
    private long dueNanos;
    private boolean busy;
    private boolean everLate;
    private long staleUntilNanos;
    private long pauses;
    private long pausedNanos;
    private long longestNanos;

    /** Called now; returns the delay since the deadline, 0 if it is not significant. Counts each deadline once. */
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

    /** A packet has arrived. */
    void received() {
        busy = true;
    }

    /** Takes the next deadline; returns when to call. */
    long due(long deadlineNanos, long nowNanos) {
        long due = busy ? Math.min(deadlineNanos, nowNanos + BEAT_NANOS) : deadlineNanos;
        busy = false;
        timed = due != Long.MAX_VALUE;
        dueNanos = Math.max(due, nowNanos);
        return due;
    }

    /** Whether a packet that is read now may have waited during a pause. */
    boolean isStale(long nowNanos) {
        return everLate && nowNanos - staleUntilNanos < 0;
    }

    /** Until when packets that are read may have waited during the last pause. */
    long staleUntilNanos() {
        return staleUntilNanos;
    }

    /** How often it was late. */
    long pauses() {
        return pauses;
    }

    /** Sum of its delays, ns. */
    long pausedNanos() {
        return pausedNanos;
    }

    /** Its longest delay, ns. */
    long longestNanos() {
        return longestNanos;
    }
}
