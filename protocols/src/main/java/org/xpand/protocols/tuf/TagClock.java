package org.xpand.protocols.tuf;

/**
 * Counts the turns of tags: 2^32 in a period T0 = 1/B0, beginning at a random phase so that sources are not synchronised
 * (TUF §3.1). Not thread-safe.
 *
 * <p>A packet gets the tag of its nominal time: the time of the previous packet plus the interval at the allowed rate, but
 * not earlier than a tolerance ago, and never in the future. So packets that leave together because of a late timer get the
 * tags of their planned times (otherwise all but the first would get none), and Rule 1 holds up to that
 * tolerance. With a tolerance of 0 a packet's time is the time when it leaves, as in the paper.
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
     * @param phaseNanos     position of the first packet in the period, 0 to T0 − 1
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
     * @param intervalNanos interval after the previous packet at the allowed rate, not negative
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
        // Both factors are exact or nearly so: the quotient is at most one off. The dividend may overflow, but the remainder fits
        // and shows the error.
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
