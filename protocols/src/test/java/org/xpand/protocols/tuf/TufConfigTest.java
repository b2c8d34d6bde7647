package org.xpand.protocols.tuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.RecordComponent;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.protocols.strategy.RateStrategy;

/** The strategy is found by name and every constant is a setting. */
class TufConfigTest {
    private static final Map<String, String> CHANGED = Map.ofEntries(Map.entry("b0", "0.001"),
            Map.entry("unit", "536"), Map.entry("tolerance", "5ms"), Map.entry("initialRtt", "250ms"),
            Map.entry("sourceQuotient", "0.5"), Map.entry("reportInterval", "2s"), Map.entry("packetSize", "1000"),
            Map.entry("sizeQuotient", "0.5"), Map.entry("headroom", "1.5"), Map.entry("layerHeadroom", "2"),
            Map.entry("baseShare", "0.5"), Map.entry("redundancy", "0.1"), Map.entry("baseInterval", "100ms"),
            Map.entry("noReceiverRate", "1Mbit/s"),
            Map.entry("sentPackets", "128"), Map.entry("threshold", "proportional"), Map.entry("interval", "1s"),
            Map.entry("silence", "5"), Map.entry("initialRate", "4"), Map.entry("leastRate", "0.5"),
            Map.entry("doubling", "false"), Map.entry("settling", "false"), Map.entry("hurry", "false"),
            Map.entry("tested", "false"), Map.entry("inherited", "false"),
            Map.entry("increase", "1"), Map.entry("decrease", "0.5"),
            Map.entry("growth", "1.1"), Map.entry("shrink", "0.9"), Map.entry("b", "2"), Map.entry("rtoFactor", "5"),
            Map.entry("leastRtt", "10ms"), Map.entry("maxWindow", "100"), Map.entry("rttQuotient", "0.5"),
            Map.entry("lossQuotient", "0.5"), Map.entry("lossEvents", "false"), Map.entry("seededHistory", "false"),
            Map.entry("eager", "false"), Map.entry("outlived", "5"), Map.entry("singleRateShare", "0.9"));

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

    @Test
    void everyComponentIsASetting() throws ReflectiveOperationException {
        TufConfig config = TufConfig.fromSettings(CHANGED);
        for (RecordComponent component : TufConfig.class.getRecordComponents()) {
            if (!component.getName().equals("hop")) {
                assertThat(CHANGED).containsKey(component.getName());
                assertThat(component.getAccessor().invoke(config)).as(component.getName())
                        .isNotEqualTo(component.getAccessor().invoke(TufConfig.recommended()));
            }
        }
        for (RecordComponent component : TufHopConfig.class.getRecordComponents()) {
            assertThat(CHANGED).containsKey(component.getName());
            assertThat(component.getAccessor().invoke(config.hop())).as(component.getName())
                    .isNotEqualTo(component.getAccessor().invoke(TufConfig.recommended().hop()));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "preset | fast | setting 'preset' = 'fast': accepted are recommended, paper",
        "threshold | fast | setting 'threshold' = 'fast': accepted are additive, tcp, proportional",
        "b0 | 2 | setting 'b0' = '2': accepted are 1.0E-5 to 1 per second",
        "interval | 1ms | setting 'interval' = '1000000': accepted are 10000000 to 60000000000 ns",
        "unit | 1 | setting 'unit' = '1': accepted are 64 to 65535 bytes"})
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
