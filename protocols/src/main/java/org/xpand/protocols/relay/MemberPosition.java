package org.xpand.protocols.relay;

/** How far one member is with one sender, as its site's delegate knows it. */
final class MemberPosition {
    private long next;
    private long limit;
    private long changedNanos;
    private long repairNanos;
    private long crampedNanos;
    private boolean cramped;

    MemberPosition(long next, long limit, long nowNanos) {
        this.next = next;
        this.limit = limit;
        this.changedNanos = nowNanos;
        this.repairNanos = nowNanos;
    }

    long next() {
        return next;
    }

    long limit() {
        return limit;
    }

    void told(long newNext, long newLimit, long nowNanos) {
        if (newNext > next) {
            changedNanos = nowNanos;
            repairNanos = nowNanos;
        }
        next = Math.max(next, newNext);
        limit = Math.max(newLimit, next);
    }

    /** The member holds less than was thought: it is to get everything from here on. */
    void backTo(long number, long nowNanos) {
        next = number;
        changedNanos = nowNanos;
    }

    /** When the member last moved, or was last sent what it lacks. */
    long repairNanos() {
        return repairNanos;
    }

    void repaired(long nowNanos) {
        repairNanos = nowNanos;
    }

    /**
     * For how long the member has held the sender up, ns: because it takes no more, or because it does not move.
     *
     * @param end     number after the last segment the delegate has of the sender
     * @param roomy   room from which on a member that was full is not full any more, segments
     */
    long holdsUpNanos(long end, int roomy, long nowNanos) {
        if (limit <= end && !cramped) {
            cramped = true;
            crampedNanos = nowNanos;
        } else if (limit - end >= roomy) {
            cramped = false;
        }
        long full = cramped ? nowNanos - crampedNanos : 0;
        return next < end ? Math.max(full, nowNanos - changedNanos) : full;
    }
}
