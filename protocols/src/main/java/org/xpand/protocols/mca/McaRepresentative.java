package org.xpand.protocols.mca;

/** The source's congestion representative (CR): which receiver it is, when it changes, when it is absent (MCA §3.1.3). */
final class McaRepresentative {
    private final McaConfig config;
    private boolean chosen;
    private long key;
    private double average;
    private double deviation;
    private double tracAverage;
    private double tracDeviation;
    private boolean doubted;
    private long absentNanos;

    McaRepresentative(McaConfig config) {
        this.config = config;
    }

    boolean chosen() {
        return chosen;
    }

    long key() {
        return key;
    }

    boolean is(long receiver) {
        return chosen && key == receiver;
    }

    /** U, bytes per second, 0 without a representative. */
    double average() {
        return average;
    }

    /** D, bytes per second, 0 without a representative. */
    double deviation() {
        return deviation;
    }

    /**
     * A CI arrived. The first one chooses its sender; afterwards one whose average G-TRAC is below U − kD does.
     *
     * @return whether the CI is from the representative, old or new; others are to be ignored (MCA §3.1.4)
     */
    boolean offer(long receiver, McaReport report) {
        if (chosen && key != receiver && !(report.average() < average - config.representativeBias() * deviation)) {
            return false;
        }
        chosen = true;
        key = receiver;
        average = report.average();
        deviation = report.deviation();
        tracAverage = report.tracAverage();
        tracDeviation = report.tracDeviation();
        doubted = false;
        return true;
    }

    /** Removes the representative: the next CI chooses one. */
    void reset() {
        chosen = false;
        key = 0;
        average = 0;
        deviation = 0;
        doubted = false;
    }

    /** Nothing can be concluded from its silence: the source does not use its rate. */
    void excuse() {
        doubted = false;
    }

    /**
     * Whether the representative is absent: it sent nothing for n periods although the rate was so high that it
     * should have.
     *
     * @param rate        the sending rate, bytes per second
     * @param periodNanos SRTT + 4σ
     */
    boolean absent(double rate, long periodNanos, long nowNanos) {
        if (!chosen || rate < tracAverage + config.absenceDeviations() * tracDeviation) {
            doubted = false;
        } else if (!doubted) {
            doubted = true;
            absentNanos = nowNanos + (long) (config.absencePeriods() * periodNanos);
        } else {
            return nowNanos - absentNanos >= 0;
        }
        return false;
    }
}
