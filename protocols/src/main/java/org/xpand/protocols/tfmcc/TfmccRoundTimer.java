package org.xpand.protocols.tfmcc;

import java.util.random.RandomGenerator;

/**
 * A receiver's part in the feedback rounds: the timer of its report, and what cancels it (TFMCC §2.5, RFC 4654 §4.5). Not
 * thread-safe.
 */
final class TfmccRoundTimer {
    /** R_max has changed significantly if by more than a sixteenth: half a step of RFC 4654's 8-bit format. */
    private static final double SIGNIFICANT = 1.0 / 16;

    private final TfmccFeedback config;
    private final RandomGenerator random;
    private boolean known;
    private int round;
    private boolean pending;
    private double startRate;
    private long startNanos;
    private long delayNanos;
    private long maxRttNanos;
    private long arrivalNanos;

    TfmccRoundTimer(TfmccFeedback config, RandomGenerator random) {
        this.config = config;
        this.random = random;
    }

    /** The round of the newest packet, modulo 2^16. */
    int round() {
        return round;
    }

    /** Restarts the count of rounds. */
    void restart() {
        known = false;
        pending = false;
    }

    /** Whether a report is pending in this round. */
    boolean pending() {
        return pending;
    }

    /** Cancels the report of this round. */
    void cancel() {
        pending = false;
    }

    /** Whether the newest packet begins another round. */
    boolean isNew(TfmccDataHeader header) {
        return !known || header.round() != round;
    }

    /**
     * A new round began: a report due in the last one is dropped.
     *
     * @param rate  X_fbr, the receiver's rate now, bytes per second
     * @param ratio r, for the bias
     * @param size  average packet size s
     */
    void start(TfmccDataHeader header, double rate, double ratio, double size, long nowNanos) {
        known = true;
        round = header.round();
        pending = true;
        startRate = rate;
        startNanos = nowNanos;
        maxRttNanos = header.maxRttNanos();
        arrivalNanos = nowNanos;
        long duration = TfmccTimer.roundNanos(config, maxRttNanos, size, header.rate());
        delayNanos = TfmccTimer.delayNanos(config, duration, Math.max(2, header.groupSize()), 1 - random.nextDouble(),
                ratio);
    }

    /** A packet of the same round arrived: the timer follows R_max and stops while no packets arrive. */
    void follow(TfmccDataHeader header, long nowNanos) {
        if (!config.slowDownTimers()) {
            return;
        }
        long announced = header.maxRttNanos();
        if (Math.abs(announced - maxRttNanos) > SIGNIFICANT * maxRttNanos) {
            delayNanos = Math.round((double) delayNanos * announced / maxRttNanos);
            maxRttNanos = announced;
        }
        delayNanos += Math.max(0, nowNanos - arrivalNanos - maxRttNanos);
        arrivalNanos = nowNanos;
    }

    /**
     * Whether the suppression rate of a packet makes the report unnecessary, which is then cancelled.
     *
     * @param rate     the receiver's rate now
     * @param lossSeen whether it has seen a loss: then only a report of a loss suppresses
     * @param rttNanos its RTT: if it is above R_max only a report of it can raise R_max
     */
    boolean suppressed(TfmccDataHeader header, double rate, boolean lossSeen, long rttNanos) {
        if (header.round() != round || lossSeen && !header.suppressedByLoss()) {
            return false;
        }
        if (!config.onlyBelowRate() && rttNanos > header.maxRttNanos()) {
            return false;
        }
        double highest = config.startRateSuppresses() ? Math.max(rate, startRate) : rate;
        if (TfmccTimer.cancels(header.suppressionRate(), highest)) {
            pending = false;
            return true;
        }
        return false;
    }

    /** When the report is due, {@link Long#MAX_VALUE} if it is not, or not before another packet has arrived. */
    long dueNanos() {
        if (!pending || config.slowDownTimers() && startNanos + delayNanos - arrivalNanos > maxRttNanos) {
            return Long.MAX_VALUE;
        }
        return startNanos + delayNanos;
    }
}
