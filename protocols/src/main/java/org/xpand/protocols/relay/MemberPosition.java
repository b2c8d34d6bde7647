package org.xpand.protocols.relay;

/** The position of one member in one sender, as its site's delegate knows it. */
final class MemberPosition {
    /** How often the time between repairs is doubled at most while they bring nothing. */
    private static final int MOST_DOUBLINGS = 3;

    private long next;
    private long limit;
    private long lackingNanos;
    private long repairNanos;
    private long fullNanos;
    private boolean lacking;
    /** Number after the last segment sent to it alone, while it may lack more. */
    private long sentTo = -1;
    /** Repairs since the last progress. */
    private int vain;
    private boolean full;
    /** It was asked to begin here, and has announced nothing yet. */
    private boolean assumed;

    MemberPosition(long next, long limit) {
        this.next = next;
        this.limit = limit;
    }

    /** The position of a member that is to begin there, unless it announces another one. */
    static MemberPosition assumed(long next, long limit) {
        MemberPosition position = new MemberPosition(next, limit);
        position.assumed = true;
        return position;
    }

    /** Whether the member has not announced where it is. */
    boolean isAssumed() {
        return assumed;
    }

    long next() {
        return next;
    }

    long limit() {
        return limit;
    }

    void announced(long newNext, long newLimit) {
        if (assumed && newNext < next) {
            backTo(newNext);
        }
        assumed = false;
        if (newNext > next) {
            next = newNext;
            vain = 0;
            lacking = false;
            sentTo = next > sentTo ? -1 : sentTo;
        }
        limit = Math.max(newLimit, next);
    }

    /** The member has less than assumed: it has to get everything from here on. */
    private void backTo(long number) {
        next = number;
        vain = 0;
        lacking = false;
        sentTo = -1;
    }

    /**
     * Compares with what the delegate has.
     *
     * @param end       number after the last segment the delegate has of the sender
     * @param leastRoom least room at which a full member counts as having room again, segments
     */
    void look(long end, int leastRoom, long nowNanos) {
        if (next >= end) {
            lacking = false;
        } else if (!lacking) {
            lacking = true;
            lackingNanos = nowNanos;
            repairNanos = nowNanos;
        }
        if (limit <= end && !full) {
            full = true;
            fullNanos = nowNanos;
        } else if (limit - end >= leastRoom) {
            full = false;
        }
    }

    /** Whether a {@link #look} would find nothing, and has found nothing so far. */
    boolean keepsUp(long end, int leastRoom) {
        return next >= end && !lacking && limit - end >= leastRoom && !full;
    }

    /** This process was stopped for so long and received nothing: for that time the member has held up no sender. */
    void paused(long nanos) {
        lackingNanos += nanos;
        repairNanos += nanos;
        fullNanos += nanos;
    }

    /** What it lacks has been requested and is sent to it on arrival. */
    void awaits(long nowNanos) {
        lackingNanos = nowNanos;
        fullNanos = nowNanos;
        sentTo = -1;
    }

    /**
     * Whether the member has lacked the same segment for so long, without getting it meanwhile. After repairs that brought nothing it is longer:
     * the LAN keeps what it has not delivered, and sends it again.
     */
    boolean wantsRepair(long afterNanos, long nowNanos) {
        return lacking && nowNanos - repairNanos >= afterNanos << Math.min(vain, MOST_DOUBLINGS);
    }

    /** Whether it has acknowledged nothing since it was repaired. */
    boolean isRepairedInVain() {
        return vain > 0;
    }

    /** It is sent everything below a number. */
    void repaired(long end, long nowNanos) {
        repairNanos = nowNanos;
        sentTo = end;
        vain += end > next ? 1 : 0;
    }

    /** Whether it has just acknowledged what it was sent, so that more may be sent at once. */
    boolean hasWhatItWasSent() {
        return next == sentTo;
    }

    /** For how long the member has held the sender up, ns: because it accepts no more, or because its position does not change. */
    long holdsUpNanos(long nowNanos) {
        long fullFor = full ? nowNanos - fullNanos : 0;
        return lacking ? Math.max(fullFor, nowNanos - lackingNanos) : fullFor;
    }
}
