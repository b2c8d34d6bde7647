package org.xpand.protocols.rate;

import java.util.function.DoubleSupplier;

/** A loss history of one path, and packets that arrive at a pace or are lost. */
abstract class LossHistoryFixture {
    static final long MS = 1_000_000;
    static final double SEED = 200;

    WeightedLossHistory history = history(true);
    LossDetector detector = new LossDetector(1, history);
    long next;
    long now;
    /** Time between two packets. */
    long paceNanos = 10 * MS;

    static WeightedLossHistory history(boolean lateRepairs) {
        return history(1, lateRepairs, () -> SEED);
    }

    static WeightedLossHistory history(double threshold, boolean lateRepairs, DoubleSupplier firstInterval) {
        WeightedLossHistory made = new WeightedLossHistory(
                new WeightedLossHistory.Settings(8, threshold, 0, lateRepairs, 64, 1, false, 0, 500 * MS), firstInterval, () -> 0);
        made.rttNanos(100 * MS);
        return made;
    }

    /** Begins with another history: an RTT of 100 ms, and this first interval. */
    void begin(WeightedLossHistory.Settings settings, double seed) {
        begin(settings, seed, () -> 0);
    }

    /** The same, with the interval of half of the receive rate. */
    void begin(WeightedLossHistory.Settings settings, double seed, DoubleSupplier ofHalf) {
        history = new WeightedLossHistory(settings, () -> seed, ofHalf);
        history.rttNanos(100 * MS);
        detector = new LossDetector(1, history);
    }

    void receive(int count) {
        for (int i = 0; i < count; i++) {
            now += paceNanos;
            detector.received(next++, now);
        }
    }

    void lose(int count) {
        next += count;
        now += count * paceNanos;
    }

    void interval(int packets) {
        lose(1);
        receive(packets - 1);
    }
}
