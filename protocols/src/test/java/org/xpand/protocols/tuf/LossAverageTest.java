package org.xpand.protocols.tuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.xpand.protocols.rate.ThroughputEquation;

/** The smoothed loss is the inverse of the mean distance between losses. */
class LossAverageTest {
    private static final long MS = 1_000_000;
    private static final ThroughputEquation EQUATION = new ThroughputEquation(1, 4);

    private static LossAverage paper() {
        return new LossAverage(TufConfig.paper().hop(), EQUATION);
    }

    private static LossAverage recommended() {
        return new LossAverage(TufConfig.recommended().hop(), EQUATION);
    }

    @Test
    void steadyLossIsFound() {
        LossAverage average = paper();
        for (int i = 0; i < 51; i++) {
            average.add(1000, i % 2 == 0 ? 10 : 0, 250 * MS, 100 * MS, 1000);
        }
        assertThat(average.loss()).isCloseTo(1 / 200.0, within(1e-4));
    }

    @Test
    void noLossIsNone() {
        LossAverage average = paper();
        average.add(1000, 0, 250 * MS, 100 * MS, 1000);
        assertThat(average.loss()).isZero();
    }

    @Test
    void lossesWithinARoundTripTimeCountOnce() {
        LossAverage once = recommended();
        LossAverage each = paper();
        for (int i = 0; i < 100; i++) {
            once.add(1000, 50, 250 * MS, 100 * MS, 1000);
            each.add(1000, 50, 250 * MS, 100 * MS, 1000);
        }
        assertThat(once.loss()).isCloseTo(2.5 / 1000, within(1e-5));
        assertThat(each.loss()).isCloseTo(50 / 1000.0, within(1e-5));
    }

    @Test
    void thereAreNoMoreEventsThanLosses() {
        LossAverage average = recommended();
        for (int i = 0; i < 100; i++) {
            average.add(1000, 1, 250 * MS, 100 * MS, 1000);
        }
        assertThat(average.loss()).isCloseTo(1 / 1000.0, within(1e-5));
    }

    @Test
    void anIntervalShorterThanARoundTripTimeHasOneEvent() {
        LossAverage average = recommended();
        for (int i = 0; i < 100; i++) {
            average.add(1000, 50, 250 * MS, 500 * MS, 1000);
        }
        assertThat(average.loss()).isCloseTo(1 / 1000.0, within(1e-5));
    }

    @Test
    void whatWasSentBeforeABeginningIsNoDistance() {
        LossAverage average = recommended();
        average.add(1_000_000, 0, 250 * MS, 100 * MS, 1000);
        average.begin(1000, 100 * MS);
        assertThat(EQUATION.rate(1, 100 * MS, average.loss())).isCloseTo(1000, within(1e-3));
    }

    @Test
    void theOpenDistanceCountsOnlyWhenItRaisesTheMean() {
        LossAverage average = paper();
        average.add(100, 1, 250 * MS, 100 * MS, 1000);
        double p = average.loss();
        average.add(50, 0, 250 * MS, 100 * MS, 1000);
        assertThat(average.loss()).isEqualTo(p);
        average.add(1000, 0, 250 * MS, 100 * MS, 1000);
        assertThat(average.loss()).isCloseTo(1 / (0.875 * 100 + 0.125 * 1050), within(1e-9));
    }

    @Test
    void theFirstDistanceFollowsFromTheRateThatGotThrough() {
        LossAverage average = recommended();
        average.add(1000, 500, 250 * MS, 100 * MS, 1000);
        assertThat(EQUATION.rate(1, 100 * MS, average.loss())).isCloseTo(500, within(1e-3));
        LossAverage asMeasured = paper();
        asMeasured.add(1000, 500, 250 * MS, 100 * MS, 1000);
        assertThat(asMeasured.loss()).isEqualTo(0.5);
    }

    @Test
    void onAShortLinkTheFirstDistanceAllowsForTheLeastRoundTripTime() {
        LossAverage average = recommended();
        average.add(1000, 500, 250 * MS, MS, 1000);
        assertThat(EQUATION.rate(1, TufConfig.recommended().hop().leastRtt(), average.loss())).isCloseTo(500, within(1e-3));
    }

    @Test
    void aLongDistanceWithoutALossMakesThePastCountForLess() {
        LossAverage average = recommended();
        average.begin(1000, 100 * MS);
        double mean = 1 / average.loss();
        average.add(Math.round(10 * mean), 0, 250 * MS, 100 * MS, 1000);
        double past = 0.875 * 2 / 10;
        assertThat(1 / average.loss() / mean).isCloseTo((past + 0.125 * 10) / (past + 0.125), within(1e-3));
        assertThat(average.isOutlived()).isFalse();
        average.add(Math.round(3 * mean), 0, 250 * MS, 100 * MS, 1000);
        assertThat(average.isOutlived()).isTrue();
        average.forget();
        assertThat(average.loss()).isZero();
        assertThat(average.isOutlived()).isFalse();
    }

    @Test
    void climbingRaisesTheRateByAUnitPerRoundTripTimeInEach() {
        LossAverage average = recommended();
        average.begin(1000, 100 * MS);
        average.climb(300 * MS, 100 * MS);
        assertThat(EQUATION.rate(1, 100 * MS, average.loss())).isCloseTo(1030, within(1e-3));
        average.begin(1000, 10 * MS);
        average.climb(100 * MS, 10 * MS);
        assertThat(EQUATION.rate(1, 50 * MS, average.loss())).as("on a short link by the least one").isCloseTo(1040, within(1e-3));
    }

    @Test
    void thePaperOutlivesNothing() {
        LossAverage average = paper();
        average.add(100, 1, 250 * MS, 100 * MS, 1000);
        average.add(1_000_000, 0, 250 * MS, 100 * MS, 1000);
        assertThat(average.isOutlived()).isFalse();
    }

    @Test
    void aLinkThatLosesEverythingHasLossOne() {
        LossAverage average = recommended();
        average.add(10, 10, 250 * MS, 100 * MS, 1000);
        assertThat(average.loss()).isEqualTo(1);
    }
}
