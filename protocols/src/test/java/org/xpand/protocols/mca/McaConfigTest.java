package org.xpand.protocols.mca;

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
class McaConfigTest {
    @Test
    void strategyIsFoundByItsName() {
        RateStrategy strategy = RateStrategies.create("mca", Map.of("preset", "paper", "upperPackets", "3"));
        assertThat(strategy.name()).isEqualTo("mca");
        assertThat(((McaStrategy) strategy).config().noise()).isZero();
        assertThat(((McaStrategy) strategy).config().upperPackets()).isEqualTo(3);
        assertThat(strategy.newHop(null)).isEmpty();
    }

    @Test
    void packetsAreToLeaveOneByOneWhateverTheStackIsConfiguredWith() {
        RateStrategy strategy = RateStrategies.create("mca", Map.of());
        Pacer.Limits asked = strategy.pacing(Pacer.Limits.DEFAULT);
        assertThat(asked).isEqualTo(new Pacer.Limits(1, 1_000_000, 1, 0, 1_000_000));
        assertThat(RateStrategies.create("tuf", Map.of()).pacing(Pacer.Limits.DEFAULT))
                .isEqualTo(Pacer.Limits.DEFAULT);
    }

    @Test
    void whoeverChoosesItIsNotifiedWhenNotTo() {
        assertThat(RateStrategies.create("mca", Map.of()).caution()).hasValueSatisfying(
                caution -> assertThat(caution).contains("TCP").doesNotContain("\n"));
        assertThat(RateStrategies.create("tfrc", Map.of()).caution()).isEmpty();
    }

    @Test
    void recommendedIsTheDefault() {
        assertThat(McaConfig.fromSettings(Map.of())).isEqualTo(McaConfig.recommended());
        assertThat(McaConfig.fromSettings(Map.of("preset", "paper"))).isEqualTo(McaConfig.paper());
        for (McaConfig preset : new McaConfig[] {McaConfig.recommended(), McaConfig.paper()}) {
            assertThat(preset.upperPackets()).isEqualTo(2);
            assertThat(preset.lowerPackets()).isEqualTo(1);
            assertThat(preset.lossCut()).isEqualTo(0.25);
            assertThat(preset.representativeBias()).isEqualTo(1);
            assertThat(preset.absencePeriods()).isEqualTo(4);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "preset | fast | setting 'preset' = 'fast': accepted are recommended, paper",
        "upperPackets | 0 | setting 'upperPackets' = '0': accepted are 0.1 to 1000",
        "lowerPackets | 3 | setting 'lowerPackets' = '3': accepted are 0.01 to 2 (upperPackets)",
        "noise | 2s | setting 'noise' = '2s': accepted are 0s to 1s",
        "ndupack | 0 | setting 'ndupack' = '0': accepted are 1 to 64",
        "maxDrift | 0.5 | setting 'maxDrift' = '0.5': accepted are 0 to 0.01",
        "sentPackets | 1 | setting 'sentPackets' = '1': accepted are 64 to 1048576"})
    void badValuesAreRefusedByName(String name, String value, String message) {
        assertThatThrownBy(() -> McaConfig.fromSettings(Map.of(name, value)))
                .isInstanceOf(IllegalArgumentException.class).hasMessage(message);
    }

    @Test
    void unknownSettingIsRefused() {
        assertThatThrownBy(() -> McaConfig.fromSettings(Map.of("rate", "5")))
                .hasMessageStartingWith("setting 'rate' = '5': accepted are the settings absenceDeviations, ");
    }
}
