package org.xpand.protocols.relay;

/** How far one member is with one sender, as its site's delegate knows it. */
final class MemberPosition {
    private long next;
    private long limit;
    private long lackingNanos;
    private long repairNanos;
    private long crampedNanos;
    private boolean lacking;
    /** Number after the last segment it was brought, while it may lack more. */
    private long broughtTo = -1;
    private boolean cramped;
    /** It was told to begin here, and has told nothing yet. */
    private boolean assumed;

    MemberPosition(long next, long limit) {
        this.next = next;
        this.limit = limit;
    }

    /** One of a member that is to begin there, unless it says that it was somewhere else. */
    static MemberPosition assumed(long next, long limit) {
        MemberPosition position = new MemberPosition(next, limit);
        position.assumed = true;
        return position;
    }

    long next() {
        return next;
    }

    long limit() {
        return limit;
    }

    void told(long newNext, long newLimit) {
        if (assumed && newNext < next) {
            backTo(newNext);
        }
        assumed = false;
        if (newNext > next) {
            next = newNext;
            lacking = false;
            broughtTo = next > broughtTo ? -1 : broughtTo;
        }
        limit = Math.max(newLimit, next);
    }

    /** The member holds less than was thought: it is to get everything from here on. */
    private void backTo(long number) {
        next = number;
        lacking = false;
        broughtTo = -1;
    }

    /**
     * Compares with what the delegate has.
     *
     * @param end   number after the last segment the delegate has of the sender
     * @param roomy room from which on a member that was full is not full any more, segments
     */
    void look(long end, int roomy, long nowNanos) {
        if (next >= end) {
            lacking = false;
        } else if (!lacking) {
            lacking = true;
            lackingNanos = nowNanos;
            repairNanos = nowNanos;
        }
        if (limit <= end && !cramped) {
            cramped = true;
            crampedNanos = nowNanos;
        } else if (limit - end >= roomy) {
            cramped = false;
        }
    }

    /** Whether a {@link #look} would find nothing, and has found nothing. */
    boolean keepsUp(long end, int roomy) {
        return next >= end && !lacking && limit - end >= roomy && !cramped;
    }

    /** This process stood still for so long and heard nobody: for that the member has not held anybody up. */
    void stoodStill(long nanos) {
        lackingNanos += nanos;
        repairNanos += nanos;
        crampedNanos += nanos;
    }

    /** It is brought what it lacks as soon as that is here. */
    void awaits(long nowNanos) {
        lackingNanos = nowNanos;
        crampedNanos = nowNanos;
        broughtTo = -1;
    }

    /** Whether the member has lacked the same segment for so long, and was not sent it meanwhile. */
    boolean wantsRepair(long afterNanos, long nowNanos) {
        return lacking && nowNanos - repairNanos >= afterNanos;
    }

    /** It is brought everything below a number. */
    void repaired(long end, long nowNanos) {
        repairNanos = nowNanos;
        broughtTo = end;
    }

    /** Whether it has just got what it was brought, so that it may be brought more at once. */
    boolean hasWhatItWasBrought() {
        return next == broughtTo;
    }

    /** For how long the member has held the sender up, ns: because it takes no more, or because it does not move. */
    long holdsUpNanos(long nowNanos) {
        long full = cramped ? nowNanos - crampedNanos : 0;
        return lacking ? Math.max(full, nowNanos - lackingNanos) : full;
    }
}
