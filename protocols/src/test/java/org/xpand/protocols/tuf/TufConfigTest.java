package org.xpand.protocols.tuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.protocols.strategy.RateStrategy;

/** The strategy is found by name and every constant is a setting. */
class TufConfigTest {
    @Test
    void strategyIsFoundByItsNameAndHasAHop() {
        RateStrategy strategy = RateStrategies.create("tuf", Map.of("preset", "paper", "b0", "0.01"));
        assertThat(strategy.name()).isEqualTo("tuf");
        assertThat(((TufStrategy) strategy).config().b0()).isEqualTo(0.01);
        assertThat(strategy.newHop(new SplittableRandom(1))).isPresent();
        assertThat(strategy.newSource(new SplittableRandom(1)).allowedRate(0)).isPositive();
        assertThat(strategy.newReceiver(new SplittableRandom(1)).rttNanos()).isPositive();
    }

    @Test
    void recommendedIsTheDefaultWithTheRuleForLinksSharedWithTcp() {
        assertThat(TufConfig.fromSettings(Map.of())).isEqualTo(TufConfig.recommended());
        assertThat(TufConfig.fromSettings(Map.of("preset", "paper"))).isEqualTo(TufConfig.paper());
        assertThat(TufConfig.recommended().hop().threshold()).isEqualTo(ThresholdRule.TCP);
        assertThat(TufConfig.paper().hop().threshold()).isEqualTo(ThresholdRule.PROPORTIONAL);
        assertThat(TufConfig.paper().unit()).isEqualTo(536);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "preset | fast | setting 'preset' = 'fast': accepted are recommended, paper",
        "threshold | fast | setting 'threshold' = 'fast': accepted are additive, tcp, proportional",
        "b0 | 2 | setting 'b0' = '2': accepted are 1e-5 to 1",
        "interval | 1ms | setting 'interval' = '1ms': accepted are 10ms to 60s",
        "unit | 1 | setting 'unit' = '1': accepted are 64 to 65535"})
    void badValuesAreRefusedByName(String name, String value, String message) {
        assertThatThrownBy(() -> TufConfig.fromSettings(Map.of(name, value)))
                .isInstanceOf(IllegalArgumentException.class).hasMessage(message);
    }

    @Test
    void theRuleOfALinkIsASettingWithTheNeighboursName() {
        assertThatThrownBy(() -> RateStrategies.create("tuf", Map.of("threshold@boston", "fast")))
                .hasMessage("setting 'threshold@boston' = 'fast': accepted are additive, tcp, proportional");
        assertThat(RateStrategies.create("tuf", Map.of("threshold@boston", "additive")).newHop("boston",
                new SplittableRandom(1))).isPresent();
    }

    @Test
    void unknownSettingIsRefused() {
        assertThatThrownBy(() -> TufConfig.fromSettings(Map.of("rate", "5")))
                .hasMessageStartingWith("setting 'rate' = '5': accepted are the settings b, b0, ");
    }
}
