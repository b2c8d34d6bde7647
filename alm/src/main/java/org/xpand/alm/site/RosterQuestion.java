package org.xpand.alm.site;

/**
 * When a process asks the others of its site for missing groups. A process announces its groups once in each view; when views
 * are merged the announcement may arrive before the view does, and is lost with the former view. Not thread-safe.
 */
final class RosterQuestion {
    /** Announcements take milliseconds on a LAN; after this time missing ones are requested, and again after twice the time. */
    static final long FIRST_NANOS = 200_000_000L;
    static final long LONGEST_NANOS = 5_000_000_000L;
    /** Several simultaneous questions get one answer. */
    static final long ANSWER_NANOS = 100_000_000L;

    private boolean open;
    private boolean asks;
    private long intervalNanos;
    private long askNanos;
    private long announcedNanos;
    private boolean hasAnnounced;

    /** There is a new view; {@code complete} is whether the groups of all its processes are known. */
    void viewed(boolean complete, long nowNanos) {
        open = !complete;
        intervalNanos = FIRST_NANOS;
        askNanos = nowNanos + FIRST_NANOS;
    }

    /** A process has announced its groups. */
    void received(boolean complete) {
        open &= !complete;
    }

    /** Whether it is time to ask; the next announcement contains the question. */
    boolean isDue(long nowNanos) {
        if (!open || nowNanos - askNanos < 0) {
            return false;
        }
        asks = true;
        intervalNanos = Math.min(2 * intervalNanos, LONGEST_NANOS);
        askNanos = nowNanos + intervalNanos;
        return true;
    }

    /** When to call {@link #isDue} again. */
    long deadlineNanos() {
        return open ? askNanos : Long.MAX_VALUE;
    }

    /** Whether another process's question is answered with an announcement: not if one has just been sent. */
    boolean answers(long nowNanos) {
        return !hasAnnounced || nowNanos - announcedNanos >= ANSWER_NANOS;
    }

    /** This process announces its groups now; returns whether the announcement contains the question. */
    boolean announced(long nowNanos) {
        hasAnnounced = true;
        announcedNanos = nowNanos;
        boolean asked = asks && open;
        asks = false;
        return asked;
    }
}
