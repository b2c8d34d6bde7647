package org.xpand.protocols.tuf;

/**
 * Counts the turns of tags: 2^32 in a period T0 = 1/B0, beginning at a random phase so that sources do not go in step
 * (TUF §3.1). Not thread-safe.
 *
 * <p>A packet is tagged as of its nominal time: the time of the packet before plus the interval at the allowed rate, but
 * not earlier than a tolerance ago, and never in the future. So packets that a late timer lets leave together get the
 * tags they would have got in time, instead of all but the first one getting none, and Rule 1 is kept up to that
 * tolerance. With a tolerance of 0 a packet's time is the time it leaves, as in the paper.
 */
final class TagClock {
    private final long periodNanos;
    private final long phaseNanos;
    private final long toleranceNanos;
    private final double turnsPerNano;
    private boolean begun;
    private long originNanos;
    private long nominalNanos;
    /** Whole periods up to the newest time, and when the last of them ended. */
    private long periods;
    private long startNanos;

    /**
     * @param periodNanos    T0, 1 to 2^47 − 1
     * @param phaseNanos     where in the period the first packet falls, 0 to T0 − 1
     * @param toleranceNanos how late a packet may be, not negative
     */
    TagClock(long periodNanos, long phaseNanos, long toleranceNanos) {
        this.periodNanos = periodNanos;
        this.phaseNanos = phaseNanos;
        this.toleranceNanos = toleranceNanos;
        this.turnsPerNano = (double) Tag.COUNT / periodNanos;
    }

    /**
     * A packet leaves.
     *
     * @param intervalNanos what the allowed rate puts between it and the packet before, not negative
     * @return the newest turn at its nominal time
     */
    long turn(long intervalNanos, long nowNanos) {
        if (!begun) {
            begun = true;
            originNanos = nowNanos;
            nominalNanos = nowNanos;
        } else {
            long earliest = nowNanos - toleranceNanos;
            long due = nominalNanos + Math.min(intervalNanos, periodNanos);
            long nominal = due - earliest < 0 ? earliest : due;
            nominalNanos = nominal - nowNanos > 0 ? nowNanos : nominal;
        }
        return turnAt(nominalNanos - originNanos + phaseNanos);
    }

    /** Turns up to a time after the beginning of a period, rounded down. */
    private long turnAt(long nanos) {
        long into = nanos - startNanos;
        if (into < 0 || into >= periodNanos) {
            periods = nanos / periodNanos;
            startNanos = periods * periodNanos;
            into = nanos - startNanos;
        }
        // Both factors are exact or nearly so: the quotient is at most one off. What is left of the dividend, which need not
        // fit itself, does fit, and tells.
        long turn = (long) (into * turnsPerNano);
        long rest = (into << Tag.BITS) - turn * periodNanos;
        if (rest < 0) {
            turn--;
        } else if (rest >= periodNanos) {
            turn++;
        }
        return (periods << Tag.BITS) + turn;
    }
}
