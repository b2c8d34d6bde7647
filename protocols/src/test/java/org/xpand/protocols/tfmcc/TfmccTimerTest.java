package org.xpand.protocols.tfmcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The suppression of reports as pure functions (TFMCC §2.5); whole rounds are played by the experiments. */
class TfmccTimerTest {
    private static final TfmccFeedback PAPER = TfmccConfig.paper().feedback();
    private static final TfmccFeedback RFC = TfmccConfig.recommended().feedback();
    private static final long DELAY = 1_000_000_000L;
    private static final int N = 10_000;

    @Test
    void timesAreExponentialWithinT() {
        SplittableRandom random = new SplittableRandom(1);
        long duration = 1_000_000;
        int samples = 100_000;
        int[] below = new int[10];
        for (int i = 0; i < samples; i++) {
            long delay = TfmccTimer.delayNanos(RFC, duration, N, 1 - random.nextDouble(), 0.2);
            assertThat(delay).isBetween(0L, duration);
            for (int tenth = 0; tenth < 10; tenth++) {
                below[tenth] += delay <= duration * tenth / 10 ? 1 : 0;
            }
        }
        for (int tenth = 0; tenth < 10; tenth++) {
            // P(T (1 + log_N x) <= t) = N^(t/T - 1)
            double theory = StrictMath.pow(N, tenth / 10.0 - 1);
            double sigma = Math.sqrt(theory * (1 - theory) / samples);
            assertThat(below[tenth] / (double) samples).isCloseTo(theory, within(5 * sigma + 1e-9));
        }
    }

    @ParameterizedTest
    @CsvSource({"0.2, 0, 0.75", "0.5, 0, 0.75", "0.7, 0.125, 0.875", "0.9, 0.25, 1", "1.0, 0.25, 1"})
    void theBiasShiftsTheTimesOfHighRates(double ratio, double earliest, double latest) {
        long duration = 1_000_000;
        assertThat(TfmccTimer.delayNanos(PAPER, duration, N, 1e-9, ratio)).isCloseTo(Math.round(earliest * duration), within(1L));
        assertThat(TfmccTimer.delayNanos(PAPER, duration, N, 1, ratio)).isCloseTo(Math.round(latest * duration), within(1L));
        assertThat(TfmccTimer.delayNanos(RFC, duration, N, 1, ratio)).as("none in the RFC").isEqualTo(duration);
    }

    @Test
    void theRatioIsTruncated() {
        assertThat(TfmccTimer.truncatedRatio(PAPER, 0.1)).isZero();
        assertThat(TfmccTimer.truncatedRatio(PAPER, 0.6)).isCloseTo(0.25, within(1e-12));
        assertThat(TfmccTimer.truncatedRatio(PAPER, 0.95)).isEqualTo(1);
    }

    @Test
    void aRoundGetsLongerAtLowRates() {
        assertThat(TfmccTimer.roundNanos(PAPER, DELAY, 1000, 1e6)).isEqualTo(4 * DELAY);
        assertThat(TfmccTimer.roundNanos(PAPER, DELAY, 1000, 1000)).as("4 (3 + 1) s/X").isEqualTo(16 * DELAY);
        assertThat(TfmccTimer.roundNanos(RFC, DELAY, 1000, 1e6)).isEqualTo(6 * DELAY);
        assertThat(TfmccTimer.roundNanos(RFC, DELAY, 1000, 500)).as("R_max takes care of it").isEqualTo(6 * DELAY);
        assertThat(TfmccTimer.roundNanos(PAPER, DELAY, 1000, 1e-3)).as("bounded").isEqualTo(4 * 64_000_000_000L);
    }

    @Test
    void aReportIsCancelledUnlessItsRateIsATenthLower() {
        double suppression = TfmccTimer.suppressionRate(PAPER, 100);
        assertThat(TfmccTimer.cancels(suppression, 100)).isTrue();
        assertThat(TfmccTimer.cancels(suppression, 91)).isTrue();
        assertThat(TfmccTimer.cancels(suppression, 90)).isFalse();
        assertThat(TfmccTimer.cancels(Double.POSITIVE_INFINITY, 90)).isFalse();
    }
}
