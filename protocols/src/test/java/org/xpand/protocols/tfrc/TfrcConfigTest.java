package org.xpand.protocols.tfrc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xpand.protocols.rate.Pacer;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.protocols.strategy.RateStrategy;

/** The strategy is found by name and every constant is a setting. */
class TfrcConfigTest {
    @Test
    void strategyIsFoundByItsName() {
        RateStrategy strategy = RateStrategies.create("tfrc", Map.of("preset", "paper", "rttQuotient", "0.5"));
        assertThat(strategy.name()).isEqualTo("tfrc");
        assertThat(((TfrcStrategy) strategy).config().b()).isEqualTo(2);
        assertThat(((TfrcStrategy) strategy).config().rttQuotient()).isEqualTo(0.5);
        assertThat(strategy.newHop(null)).isEmpty();
        assertThat(strategy.settings()).contains("rttQuotient=0.5");
        assertThat(strategy.lengthSpread()).isZero();
        assertThat(strategy.pacing(Pacer.Limits.DEFAULT).rowPackets()).isEqualTo(1);
        RateStrategy set = RateStrategies.create("tfrc", Map.of("lengthSpread", "64", "rowPackets", "3"));
        assertThat(set.lengthSpread()).isEqualTo(64);
        assertThat(set.pacing(Pacer.Limits.DEFAULT).rowPackets()).isEqualTo(3);
    }

    @Test
    void recommendedIsTheDefault() {
        assertThat(TfrcConfig.fromSettings(Map.of())).isEqualTo(TfrcConfig.recommended());
        assertThat(TfrcConfig.fromSettings(Map.of("preset", "paper"))).isEqualTo(TfrcConfig.paper());
        assertThat(TfrcConfig.recommended().b()).isEqualTo(1);
        assertThat(TfrcConfig.recommended().ndupack()).isEqualTo(3);
        assertThat(TfrcConfig.paper().ndupack()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "preset | fast | setting 'preset' = 'fast': accepted are recommended, paper",
        "b | 3 | setting 'b' = '3': accepted are 1 to 2",
        "rttQuotient | 1 | setting 'rttQuotient' = '1': accepted are 0 to 0.999",
        "initialRtt | 1us | setting 'initialRtt' = '1us': accepted are 1ms to 10s",
        "ndupack | 0 | setting 'ndupack' = '0': accepted are 1 to 64",
        "sentPackets | 1 | setting 'sentPackets' = '1': accepted are 64 to 1048576"})
    void badValuesAreRefusedByName(String name, String value, String message) {
        assertThatThrownBy(() -> TfrcConfig.fromSettings(Map.of(name, value)))
                .isInstanceOf(IllegalArgumentException.class).hasMessage(message);
    }

    @Test
    void unknownSettingIsRefused() {
        assertThatThrownBy(() -> TfrcConfig.fromSettings(Map.of("rate", "5")))
                .hasMessageStartingWith("setting 'rate' = '5': accepted are the settings b, damping, discountThreshold, ");
    }
}
