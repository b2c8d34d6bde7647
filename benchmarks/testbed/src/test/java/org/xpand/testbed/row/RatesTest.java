package org.xpand.testbed.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class RatesTest {
    private static final long SECOND = 1_000_000_000L;

    /** A rate that is what it says from a second on, the mean over spans. */
    private static Rates.Rate steps(double... rates) {
        return (from, to) -> {
            double sum = 0;
            int parts = 1000;
            for (int i = 0; i < parts; i++) {
                sum += rates[(int) ((from + (to - from) * (i + 0.5) / parts) / SECOND)];
            }
            return sum / parts;
        };
    }

    @Test
    void aRateIsReachedWhenHalfASecondHasIt() {
        assertThat(Rates.until(steps(1, 5, 10, 10), 0, 4 * SECOND, 9)).isCloseTo(2.4, within(0.11));
        assertThat(Rates.until(steps(1, 5, 5, 5), 0, 4 * SECOND, 9)).isInfinite();
    }

    @Test
    void aRateHasFallenWhenHalfASecondIsBelow() {
        assertThat(Rates.untilBelow(steps(10, 10, 2, 2), SECOND, 4 * SECOND, 5)).isCloseTo(1.3, within(0.11));
    }

    @Test
    void aRateIsKeptIfItIsNotLostAgain() {
        assertThat(Rates.untilKept(steps(1, 10, 1, 1, 10, 10, 10), 0, 7 * SECOND, 9)).isCloseTo(4.4, within(0.2));
        assertThat(Rates.untilKept(steps(10, 10, 10, 1), 0, 4 * SECOND, 9)).isInfinite();
    }

    @Test
    void theLowestSecondIsFoundAnywhere() {
        assertThat(Rates.lowestSecond(steps(5, 5, 3, 5), 0, 4 * SECOND)).isCloseTo(3, within(1e-9));
    }

    @Test
    void aSeriesHasBinsOfHalfASecond() {
        assertThat(Rates.series(steps(5, 3), 0, 2 * SECOND)).containsExactly(new double[] {5, 5, 3, 3}, within(1e-9));
    }

    @Test
    void theEquationIsTheOneOfRfc5348() {
        // s = 1460, R = 0.1 s, p = 0.01: 1460 / (0.1 (sqrt(0.02/3) + 12 sqrt(0.03/8) 0.01 (1 + 32e-4))) bytes/s.
        assertThat(Equation.megabits(1460, 0.1, 0.01)).isCloseTo(1.312, within(0.001));
    }
}
