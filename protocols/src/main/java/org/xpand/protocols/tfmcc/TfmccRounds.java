package org.xpand.protocols.tfmcc;

/**
 * The feedback rounds at the source: their number, the suppression rate, and the greatest RTT of the group (RFC 4654 §3.2, §3.4).
 * Rounds pass only while packets are sent. Not thread-safe.
 */
final class TfmccRounds {
    /** Rounds by which a report may be behind: one or two ended while it was in flight. */
    private static final int MAX_LAG = 2;

    private final TfmccConfig config;
    private int round;
    private long roundsBegun;
    private long startNanos;
    private boolean reported;
    private double suppressionRate = Double.POSITIVE_INFINITY;
    private boolean suppressedByLoss;
    private long maxRttNanos;
    private long peakRttNanos;

    TfmccRounds(TfmccConfig config) {
        this.config = config;
        this.maxRttNanos = config.measuring().initialRtt();
    }

    /** fb_nr, modulo 2^16. */
    int round() {
        return round;
    }

    /** X_supp, infinite while nothing is suppressed. */
    double suppressionRate() {
        return suppressionRate;
    }

    /** Whether the suppression rate stems from a report of a loss. */
    boolean suppressedByLoss() {
        return suppressedByLoss;
    }

    /** The measured R_max. */
    long maxRttNanos() {
        return maxRttNanos;
    }

    /** Sets R_max before anything is measured. */
    void maxRttNanos(long nanos) {
        maxRttNanos = nanos;
    }

    /** Each receiver's RTT is known, and this is the longest one: what was measured before no longer counts. */
    void maxRttKnown(long nanos) {
        maxRttNanos = Math.min(maxRttNanos, nanos);
        peakRttNanos = Math.min(peakRttNanos, nanos);
    }

    /** Whether this round was never announced. */
    boolean isAhead(int reportedRound) {
        return ((round - reportedRound) & 0xFFFF) >= Math.min(0x8000, roundsBegun);
    }

    /** Whether a report is about a round so long ago that it cannot have been in flight since. */
    boolean isOld(int reportedRound) {
        return ((round - reportedRound) & 0xFFFF) > MAX_LAG;
    }

    /** A packet is sent: the round may be over. */
    void pass(long roundNanos, long nowNanos) {
        if (roundsBegun == 0) {
            begin(nowNanos);
            return;
        }
        boolean wait = config.feedback().extendRounds() && !reported;
        if (nowNanos - startNanos >= (wait ? 2 * roundNanos : roundNanos)) {
            next(nowNanos);
        }
    }

    /** An RTT was measured, nanoseconds. */
    void measured(long rttNanos) {
        maxRttNanos = Math.max(maxRttNanos, rttNanos);
        peakRttNanos = Math.max(peakRttNanos, rttNanos);
    }

    /**
     * A report arrived that was not sent as the CLR.
     *
     * @param rate as reported: if corrected for the real RTT it would not suppress other receivers that guess theirs
     */
    void reported(TfmccReport report, double rate) {
        if (report.round() != round) {
            return;
        }
        reported = true;
        boolean firstLoss = report.haveLoss() && !suppressedByLoss;
        if (firstLoss || report.haveLoss() == suppressedByLoss && suppressionRate > rate) {
            suppressionRate = TfmccTimer.suppressionRate(config.feedback(), rate);
            suppressedByLoss = report.haveLoss();
        }
    }

    private void next(long nowNanos) {
        round = (round + 1) & 0xFFFF;
        if (peakRttNanos > 0) {
            maxRttNanos = Math.max(Math.round(config.sending().maximumDecay() * maxRttNanos), peakRttNanos);
        }
        begin(nowNanos);
    }

    private void begin(long nowNanos) {
        roundsBegun++;
        startNanos = nowNanos;
        reported = false;
        suppressionRate = Double.POSITIVE_INFINITY;
        suppressedByLoss = false;
        peakRttNanos = 0;
    }
}
