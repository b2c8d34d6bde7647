package org.xpand.protocols.tfmcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.protocols.strategy.RateStrategy;

/** The strategy is found by name and every constant is a setting. */
class TfmccConfigTest {
    @Test
    void strategyIsFoundByItsName() {
        RateStrategy strategy = RateStrategies.create("tfmcc", Map.of("preset", "paper", "theta", "0.5"));
        assertThat(strategy.name()).isEqualTo("tfmcc");
        assertThat(((TfmccStrategy) strategy).config().feedback().groupSize()).isEqualTo(10_000);
        assertThat(((TfmccStrategy) strategy).config().feedback().theta()).isEqualTo(0.5);
        assertThat(strategy.newHop(null)).isEmpty();
    }

    @Test
    void recommendedIsTheDefault() {
        assertThat(TfmccConfig.fromSettings(Map.of())).isEqualTo(TfmccConfig.recommended());
        assertThat(TfmccConfig.fromSettings(Map.of("preset", "paper"))).isEqualTo(TfmccConfig.paper());
        assertThat(TfmccConfig.recommended().feedback().roundFactor()).isEqualTo(6);
        assertThat(TfmccConfig.paper().feedback().roundFactor()).isEqualTo(4);
    }

    @Test
    void theLargestGroupFitsIntoAPacket() {
        assertThat(TfmccConfig.fromSettings(Map.of("groupSize", Integer.toString(TfmccDataHeader.MAX_GROUP_SIZE))).feedback()
                .groupSize()).isEqualTo(TfmccDataHeader.MAX_GROUP_SIZE);
        assertThatThrownBy(() -> TfmccConfig.fromSettings(Map.of("groupSize",
                Integer.toString(TfmccDataHeader.MAX_GROUP_SIZE + 1)))).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "preset | fast | setting 'preset' = 'fast': accepted are recommended, paper",
        "b | 3 | setting 'b' = '3': accepted are 1 to 2",
        "gamma | 1 | setting 'gamma' = '1': accepted are 0 to 0.9",
        "theta | 2 | setting 'theta' = '2': accepted are 0 to 1",
        "biasHigh | 0.4 | setting 'biasHigh' = '0.4': accepted are 0.51 to 1 (above biasLow)",
        "initialRtt | 1us | setting 'initialRtt' = '1us': accepted are 1ms to 10s",
        "groupSize | 1 | setting 'groupSize' = '1': accepted are 2 to 1000000",
        "records | 1 | setting 'records' = '1': accepted are 4 to 65536"})
    void badValuesAreRefusedByName(String name, String value, String message) {
        assertThatThrownBy(() -> TfmccConfig.fromSettings(Map.of(name, value)))
                .isInstanceOf(IllegalArgumentException.class).hasMessage(message);
    }

    @Test
    void unknownSettingIsRefused() {
        assertThatThrownBy(() -> TfmccConfig.fromSettings(Map.of("rate", "5")))
                .hasMessageStartingWith("setting 'rate' = '5': accepted are the settings alwaysLimited, averagedRtts, b, biasHigh, ");
    }
}
