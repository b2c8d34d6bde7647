package org.xpand.protocols.tfmcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The suppression of reports by itself, by Monte Carlo (TFMCC §2.5, Figs. 1 and 3 to 6). */
class TfmccTimerTest {
    private static final TfmccFeedback PAPER = TfmccConfig.paper().feedback();
    private static final TfmccFeedback RFC = TfmccConfig.recommended().feedback();
    /** The network delay: a report needs it to silence the others. */
    private static final long DELAY = 1_000_000_000L;
    private static final int N = 10_000;

    private static TfmccFeedback paper(String name, String value) {
        return TfmccConfig.fromSettings(Map.of("preset", "paper", name, value)).feedback();
    }

    /** What came of one round. */
    private record Round(int reports, double firstSeconds, double lowestRate) {
    }

    /** A round in which every receiver wants to report its rate, as a fraction of the sending rate. */
    private static Round round(TfmccFeedback feedback, double[] rates, SplittableRandom random) {
        long duration = TfmccTimer.roundNanos(feedback, DELAY, 1000, 1e9);
        long[] due = new long[rates.length];
        Integer[] order = new Integer[rates.length];
        for (int i = 0; i < rates.length; i++) {
            due[i] = TfmccTimer.delayNanos(feedback, duration, N, 1 - random.nextDouble(), rates[i]);
            order[i] = i;
        }
        Arrays.sort(order, (a, b) -> Long.compare(due[a], due[b]));
        int reports = 0;
        int heard = 0;
        double[] reported = new double[rates.length];
        long[] reportedAt = new long[rates.length];
        double suppression = Double.POSITIVE_INFINITY;
        double lowest = Double.POSITIVE_INFINITY;
        for (int i : order) {
            while (heard < reports && reportedAt[heard] + DELAY <= due[i]) {
                suppression = Math.min(suppression, TfmccTimer.suppressionRate(feedback, reported[heard++]));
            }
            if (!TfmccTimer.cancels(suppression, rates[i])) {
                reported[reports] = rates[i];
                reportedAt[reports++] = due[i];
                lowest = Math.min(lowest, rates[i]);
            }
        }
        return new Round(reports, due[order[0]] / 1e9, lowest);
    }

    private static double meanReports(TfmccFeedback feedback, int receivers, double rate, int samples) {
        SplittableRandom random = new SplittableRandom(receivers);
        double[] rates = new double[receivers];
        Arrays.fill(rates, rate);
        double total = 0;
        for (int i = 0; i < samples; i++) {
            total += round(feedback, rates, random).reports;
        }
        return total / samples;
    }

    /** E[f] (TFMCC §2.5.4) with the network delay as the unit of T'. */
    private static double expectedReports(double n, double suppressionTime) {
        double root = StrictMath.pow(N, 1 / suppressionTime);
        return root * (n / N + StrictMath.pow(1 - 1.0 / N, n) - StrictMath.pow(1 - 1 / root, n));
    }

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

    /** The figures of the notes: T' = 3 (paper with γ), 4 (paper without) and 6 (RFC). */
    @ParameterizedTest
    @CsvSource({"paper, 2, 2.0", "paper, 10, 8.1", "paper, 100, 21.4", "paper, 1000, 21.6", "rfc, 2, 1.8", "rfc, 10, 4.2",
        "rfc, 100, 4.6", "rfc, 1000, 4.7"})
    void reportsOfAWorstCaseRound(String kind, int receivers, double expected) {
        TfmccFeedback feedback = kind.equals("paper") ? paper("theta", "1") : RFC;
        assertThat(expectedReports(receivers, kind.equals("paper") ? 3 : 6)).isCloseTo(expected, within(0.06));
        int samples = receivers < 100 ? 4000 : receivers < 1000 ? 1000 : 200;
        double mean = meanReports(feedback, receivers, 0.3, samples);
        assertThat(mean).isCloseTo(expected, within(4 * expected / Math.sqrt(samples)));
    }

    private static double meanReportsOfSpreadRates(String theta, double lowest, int receivers, int samples) {
        TfmccFeedback feedback = paper("theta", theta);
        SplittableRandom random = new SplittableRandom(5);
        double total = 0;
        for (int i = 0; i < samples; i++) {
            total += round(feedback, random.doubles(receivers, lowest, 0.5).toArray(), random).reports;
        }
        return total / samples;
    }

    @Test
    void theSmallerThetaTheMoreReports() {
        double none = meanReportsOfSpreadRates("0", 0.4, 1000, 100);
        double tenth = meanReportsOfSpreadRates("0.1", 0.4, 1000, 100);
        double all = meanReportsOfSpreadRates("1", 0.4, 1000, 100);
        assertThat(tenth).as("of rates within a fifth of each other").isBetween(all, 1.5 * all);
        assertThat(none).isGreaterThan(2 * tenth);
        assertThat(meanReportsOfSpreadRates("0.1", 0.1, 1000, 100)).as("rates that differ more").isGreaterThan(2 * tenth);
    }

    private static double[] quality(TfmccFeedback feedback, int receivers, int samples) {
        SplittableRandom random = new SplittableRandom(9);
        double above = 0;
        double seconds = 0;
        for (int i = 0; i < samples; i++) {
            double[] rates = random.doubles(receivers).toArray();
            Round round = round(feedback, rates, random);
            above += round.lowestRate - Arrays.stream(rates).min().orElseThrow();
            seconds += round.firstSeconds;
        }
        return new double[] {above / samples, seconds / samples};
    }

    @ParameterizedTest
    @CsvSource({"10", "100", "1000"})
    void theBiasBringsTheLowestRatesFirst(int receivers) {
        int samples = receivers < 1000 ? 800 : 100;
        TfmccFeedback plain = TfmccConfig.fromSettings(Map.of("preset", "paper", "gamma", "0", "theta", "1")).feedback();
        double[] unbiased = quality(plain, receivers, samples);
        double[] biased = quality(paper("theta", "1"), receivers, samples);
        assertThat(biased[0]).as("lowest reported above the lowest").isLessThan(0.6 * unbiased[0]);
        assertThat(biased[0]).isLessThan(0.07);
        assertThat(quality(PAPER, receivers, samples)[0]).as("θ = 0.1").isLessThanOrEqualTo(biased[0]);
    }

    @Test
    void theFirstReportComesTheSoonerTheMoreReceiversThereAre() {
        double ten = quality(PAPER, 10, 500)[1];
        double hundred = quality(PAPER, 100, 500)[1];
        double thousand = quality(PAPER, 1000, 100)[1];
        assertThat(hundred).isLessThan(ten);
        assertThat(thousand).isLessThan(hundred);
    }
}
