package org.xpand.protocols.tuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.xpand.protocols.rate.RateSettings;
import org.xpand.protocols.rate.ThroughputEquation;

/** The three strategies for a link's threshold, by their formulas (TUF §3.2). */
class ThresholdRuleTest {
    private static final long MS = 1_000_000;
    private static final TufHopConfig PAPER = TufConfig.paper().hop();
    private static final ThroughputEquation EQUATION = new ThroughputEquation(2, 4);

    private static double next(ThresholdRule rule, double rate, double loss, double smoothed, long rtt) {
        return rule.next(PAPER, EQUATION, new ThresholdRule.Measured(rate, loss, smoothed, rtt));
    }

    @Test
    void firstAddsAConstantOrMultiplies() {
        assertThat(next(ThresholdRule.ADDITIVE, 100, 0, 0.5, MS)).isEqualTo(105);
        assertThat(next(ThresholdRule.ADDITIVE, 100, 0.01, 0, MS)).isEqualTo(85);
    }

    @Test
    void secondIsTheEquationInPacketsPerSecond() {
        double p = 0.02;
        double r = 0.2;
        double expected = 1 / (r * Math.sqrt(2 * 2 * p / 3)
                + 4 * r * Math.min(1, 3 * Math.sqrt(3 * 2 * p / 8)) * p * (1 + 32 * p * p));
        assertThat(next(ThresholdRule.TCP, 100, 0, p, 200 * MS)).isCloseTo(expected, within(1e-9));
    }

    @Test
    void secondTakesNoShorterRoundTripTimeThanItsLeast() {
        assertThat(next(ThresholdRule.TCP, 100, 0, 0.02, MS)).isEqualTo(next(ThresholdRule.TCP, 100, 0, 0.02, 150 * MS));
        assertThat(next(ThresholdRule.TCP, 100, 0, 0.02, 151 * MS))
                .isLessThan(next(ThresholdRule.TCP, 100, 0, 0.02, 150 * MS));
    }

    @Test
    void secondDoublesWithoutLossUpToItsWindow() {
        assertThat(next(ThresholdRule.TCP, 100, 0, 0, 200 * MS)).isEqualTo(200);
        assertThat(next(ThresholdRule.TCP, 40_000, 0, 0, 200 * MS)).isEqualTo(10_000 / 0.2);
    }

    @Test
    void thirdIsProportionalAndTakesTheLossAway() {
        assertThat(next(ThresholdRule.PROPORTIONAL, 100, 0, 0.5, MS)).isCloseTo(107, within(1e-9));
        assertThat(next(ThresholdRule.PROPORTIONAL, 100, 0.2, 0, MS)).isCloseTo(100 * 0.95 * 0.8, within(1e-9));
    }

    @ParameterizedTest
    @EnumSource
    void everyRuleHasASetting(ThresholdRule rule) {
        RateSettings settings = new RateSettings(Map.of("rule", rule.name().toLowerCase(Locale.ROOT)));
        assertThat(ThresholdRule.read(settings, "rule", null)).isEqualTo(rule);
    }
}
