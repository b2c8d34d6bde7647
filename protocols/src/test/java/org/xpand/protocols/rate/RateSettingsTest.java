package org.xpand.protocols.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Settings are read with their units, and what is refused names setting, value and what is accepted. */
class RateSettingsTest {
    @ParameterizedTest
    @CsvSource({"500ms, 500000000", "2s, 2000000000", "1.5us, 1500", "7ns, 7", "20 ms, 20000000"})
    void timesHaveUnits(String text, long nanos) {
        assertThat(new RateSettings(Map.of("t", text)).nanos("t", 0)).isEqualTo(nanos);
    }

    @ParameterizedTest
    @CsvSource({"1Gbit/s, 125000000", "8kbit/s, 1000", "16 Mbit/s, 2000000", "80bit/s, 10"})
    void ratesAreInBits(String text, double bytesPerSecond) {
        assertThat(new RateSettings(Map.of("r", text)).rate("r", 0)).isEqualTo(bytesPerSecond);
    }

    @Test
    void whatIsNotSetHasItsDefault() {
        RateSettings settings = new RateSettings(Map.of());
        assertThat(settings.integer("a", 3)).isEqualTo(3);
        assertThat(settings.number("b", 2.5)).isEqualTo(2.5);
        assertThat(settings.flag("c", true)).isTrue();
        assertThat(settings.nanos("d", 9)).isEqualTo(9);
        assertThat(settings.rate("e", 7)).isEqualTo(7);
        assertThat(settings.choice("f", "x", "x", "y")).isEqualTo("x");
        settings.refuseOthers();
    }

    @Test
    void refusalsNameSettingValueAndWhatIsAccepted() {
        RateSettings settings = new RateSettings(Map.of("b", "two", "t", "5", "r", "10MB", "f", "yes", "n", "NaN"));
        assertThatThrownBy(() -> settings.integer("b", 1)).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("setting 'b' = 'two': accepted are whole numbers");
        assertThatThrownBy(() -> settings.nanos("t", 1))
                .hasMessage("setting 't' = '5': accepted are times such as 500ms or 2s");
        assertThatThrownBy(() -> settings.rate("r", 1))
                .hasMessage("setting 'r' = '10MB': accepted are rates such as 500kbit/s or 1Gbit/s");
        assertThatThrownBy(() -> settings.flag("f", true))
                .hasMessage("setting 'f' = 'yes': accepted are true, false");
        assertThatThrownBy(() -> settings.number("n", 1)).hasMessage("setting 'n' = 'NaN': accepted are numbers");
        assertThatThrownBy(() -> RateSettings.check("q", 1.5, 0, 1, " packets"))
                .hasMessage("setting 'q' = '1.5': accepted are 0 to 1 packets");
        RateSettings.check("q", 1, 0, 1, "");
    }

    @Test
    void unknownSettingIsRefusedWithTheKnownOnes() {
        RateSettings settings = new RateSettings(Map.of("rttQuotent", "0.9"));
        settings.number("rttQuotient", 0.9);
        settings.integer("b", 1);
        assertThatThrownBy(settings::refuseOthers)
                .hasMessage("setting 'rttQuotent' = '0.9': accepted are the settings b, rttQuotient");
    }
}
