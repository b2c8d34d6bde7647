package org.xpand.protocols.tuf;

/**
 * Counts the turns of tags: 2^32 in a period T0 = 1/B0, beginning at a random phase so that sources are not synchronised
 * (TUF §3.1). Not thread-safe.
 *
 * <p>A packet gets the tag of its nominal time: the time of the previous packet plus the interval at the allowed rate, but
 * not earlier than a tolerance ago, and never in the future. So packets that leave together because of a late timer get the
 * tags of their planned times (otherwise all but the first would get none), and Rule 1 holds up to that
 * tolerance. With a tolerance of 0 a packet's time is the time when it leaves, as in the paper.
 *
 * <p>A source that had nothing to send has left tags unused. The packets that it then sends at once, at the rate of its best link, would
 * get tags of the last microseconds, and slower links would drop them though they are idle. So their nominal times are spread
 * over the idle time, up to a credit, and Rule 1 holds up to that credit.
 */
final class TagClock {
    /** A packet after idle time uses this part of the credit that is left. */
    private static final int SPREAD = 8;

    private final long periodNanos;
    private final long phaseNanos;
    private final long toleranceNanos;
    private final long creditNanos;
    private final double turnsPerNano;
    private boolean begun;
    /** Whether unused tags of idle time may be left. */
    private boolean idle;
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
        this(periodNanos, phaseNanos, toleranceNanos, 0);
    }

    /**
     * @param periodNanos    T0, 1 to 2^47 − 1
     * @param phaseNanos     position of the first packet in the period, 0 to T0 − 1
     * @param toleranceNanos how late a packet may be, not negative
     * @param creditNanos    of how much idle time packets may take the tags, not negative
     */
    TagClock(long periodNanos, long phaseNanos, long toleranceNanos, long creditNanos) {
        this.periodNanos = periodNanos;
        this.phaseNanos = phaseNanos;
        this.toleranceNanos = toleranceNanos;
        this.creditNanos = creditNanos;
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
            long interval = Math.min(intervalNanos, periodNanos);
            long due = nominalNanos + (idle ? Math.max(interval, (nowNanos - nominalNanos) / SPREAD) : interval);
            long earliest = nowNanos - (idle ? Math.max(toleranceNanos, creditNanos) : toleranceNanos);
            long nominal = due - earliest < 0 ? earliest : due;
            nominalNanos = nominal - nowNanos > 0 ? nowNanos : nominal;
            idle &= (nowNanos - nominalNanos) / SPREAD > interval;
        }
        return turnAt(nominalNanos - originNanos + phaseNanos);
    }

    /** The source has nothing to send now. */
    void idle() {
        idle = creditNanos > 0;
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
