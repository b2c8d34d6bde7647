package org.xpand.protocols.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Discounting (RFC 5348 §5.5): after a long interval without loss the older ones count for less. */
class LossDiscountingTest extends LossHistoryFixture {
    /** Intervals of 100 packets in a history that discounts down to this factor. */
    private void eightIntervals(double threshold) {
        history = history(threshold, true, () -> 100);
        detector = new LossDetector(1, history);
        receive(10);
        for (int i = 0; i < 8; i++) {
            interval(100);
        }
    }

    /** RFC 5348 §5.5 by hand: I_0 is four times the mean of the others, so each of those counts half. */
    @Test
    void aLongOpenIntervalMakesOlderOnesCountForLess() {
        eightIntervals(0.25);
        lose(1);
        receive(399);
        double discounted = (400 + 0.5 * 5 * 100) / (1 + 0.5 * 5);
        assertThat(1 / history.lossEventRate()).isCloseTo(discounted, within(1e-9));
    }

    @Test
    void discountingLeavesAtLeastTheThreshold() {
        eightIntervals(0.25);
        lose(1);
        receive(99_999);
        double discounted = (100_000 + 0.25 * 5 * 100) / (1 + 0.25 * 5);
        assertThat(1 / history.lossEventRate()).isCloseTo(discounted, within(1e-9));
    }

    /** 4 averages: as discounting has it; 8: sixteen times less. */
    @Test
    void anIntervalThatDoesNotComeByChanceHasTheOthersCountForLittle() {
        for (int[] each : new int[][] {{400, 1}, {800, 16}, {100_000, 1_000_000_000}}) {
            history = new WeightedLossHistory(new WeightedLossHistory.Settings(8, 0.001, 4, true, 64, 1, false, 0, 500 * MS), () -> SEED, () -> 0);
            history.rttNanos(100 * MS);
            detector = new LossDetector(1, history);
            for (int i = 0; i < 9; i++) {
                interval(100);
            }
            lose(1);
            receive(each[0] - 1);
            double discount = Math.max(0.001, 200.0 / each[0] / each[1]);
            assertThat(1 / history.lossEventRate()).as("interval of %s", each[0])
                    .isCloseTo((each[0] + discount * 5 * 100) / (1 + discount * 5), within(1e-6));
        }
    }

    /** What the long interval has taken from the others stays taken when it is closed: DF goes into DF_i. */
    @Test
    void discountsAreKeptWhenTheIntervalCloses() {
        eightIntervals(0.25);
        interval(400);
        lose(1);
        receive(1);
        double older = 0.5 * (1 + 1 + 1 + 0.8 + 0.6 + 0.4 + 0.2);
        double closed = (400 + older * 100) / (1 + older);
        assertThat(1 / history.lossEventRate()).isCloseTo(closed, within(1e-9));
    }

    @Test
    void withoutDiscountingAllCountAsTheirWeightsSay() {
        eightIntervals(1);
        lose(1);
        receive(399);
        assertThat(1 / history.lossEventRate()).isCloseTo((400 + 5 * 100) / 6.0, within(1e-9));
    }
}
