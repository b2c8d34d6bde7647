package org.xpand.protocols.tfrc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.RecordComponent;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
    }

    @Test
    void recommendedIsTheDefault() {
        assertThat(TfrcConfig.fromSettings(Map.of())).isEqualTo(TfrcConfig.recommended());
        assertThat(TfrcConfig.fromSettings(Map.of("preset", "paper"))).isEqualTo(TfrcConfig.paper());
        assertThat(TfrcConfig.recommended().b()).isEqualTo(1);
        assertThat(TfrcConfig.recommended().ndupack()).isEqualTo(3);
        assertThat(TfrcConfig.paper().ndupack()).isEqualTo(1);
    }

    @Test
    void everyComponentIsASetting() throws ReflectiveOperationException {
        Map<String, String> changed = Map.ofEntries(Map.entry("b", "2"), Map.entry("intervals", "16"),
                Map.entry("discountThreshold", "0.25"), Map.entry("longIntervals", "64"), Map.entry("firstEventRtts", "1"),
                Map.entry("followDelay", "false"), Map.entry("damping", "false"), Map.entry("rtoFactor", "5"),
                Map.entry("rttQuotient", "0.25"), Map.entry("evenStart", "false"), Map.entry("initialRtt", "250ms"),
                Map.entry("historyQuotient", "0.75"), Map.entry("ndupack", "2"), Map.entry("lateRepairs", "false"),
                Map.entry("gapEvents", "9"), Map.entry("seededHistory", "false"), Map.entry("growth", "1.5"),
                Map.entry("receiveCap", "false"), Map.entry("receiveCapFactor", "3"),
                Map.entry("limitedLossFactor", "0.5"), Map.entry("noFeedback", "false"),
                Map.entry("noFeedbackRtts", "8"), Map.entry("minNoFeedback", "300ms"),
                Map.entry("restart", "false"), Map.entry("minimumRate", "false"), Map.entry("maxBackoff", "32s"),
                Map.entry("packetSize", "1000"), Map.entry("sizeQuotient", "0.5"),
                Map.entry("noReceiverRate", "1Mbit/s"), Map.entry("sentPackets", "128"));
        TfrcConfig config = TfrcConfig.fromSettings(changed);
        for (RecordComponent component : TfrcConfig.class.getRecordComponents()) {
            assertThat(changed).containsKey(component.getName());
            assertThat(component.getAccessor().invoke(config)).as(component.getName())
                    .isNotEqualTo(component.getAccessor().invoke(TfrcConfig.recommended()));
        }
        assertThat(config.initialRtt()).isEqualTo(250_000_000);
        assertThat(config.noReceiverRate()).isEqualTo(125_000);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "preset | fast | setting 'preset' = 'fast': accepted are recommended, paper",
        "b | 3 | setting 'b' = '3': accepted are 1 to 2",
        "rttQuotient | 1 | setting 'rttQuotient' = '1': accepted are 0 to 0.999",
        "initialRtt | 1us | setting 'initialRtt' = '1000': accepted are 1000000 to 10000000000 ns",
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
