package org.xpand.protocols.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a record declares is what is read, checked and told. */
class SettingsTest {
    private static final Settings<Whole> SETTINGS = Settings.of(Whole.class);

    /** What is done when there is no word. */
    enum Silence { WAIT, GIVE_UP }

    /** One of each kind. */
    record Whole(
            @Setting(value = "how long", range = "1ms to 10s", recommended = "500ms", paper = "2s", symbol = "t", source = "§1")
            long time,
            @Setting(value = "how fast", range = "1kbit/s to 1Gbit/s", recommended = "8Mbit/s") double rate,
            Part part,
            @Setting(value = "whether it is so", recommended = "true", paper = "false") boolean flag) {
    }

    record Part(
            @Setting(value = "how many", unit = "packets", range = "2 to 64, or 0", recommended = "8", paper = "0") int count,
            @Setting(value = "weight of the past", range = "0 to 0.999", recommended = "0.9") double quotient,
            @Setting(value = "what is done", recommended = "wait") Silence silence) {
    }

    @Test
    void presetsHaveTheValuesThatAreDeclared() {
        assertThat(SETTINGS.preset(Preset.RECOMMENDED)).isEqualTo(SETTINGS.read(Map.of()))
                .isEqualTo(new Whole(500_000_000, 1_000_000, new Part(8, 0.9, Silence.WAIT), true));
        assertThat(SETTINGS.preset(Preset.PAPER)).isEqualTo(SETTINGS.read(Map.of("preset", "paper")))
                .isEqualTo(new Whole(2_000_000_000, 1_000_000, new Part(0, 0.9, Silence.WAIT), false));
    }

    @Test
    void eachValueIsSetByItsName() {
        assertThat(SETTINGS.read(Map.of("preset", "paper", "time", "3ms", "rate", "16kbit/s", "count", "2", "quotient", "0.5",
                "silence", "give_up", "flag", "true")))
                .isEqualTo(new Whole(3_000_000, 2000, new Part(2, 0.5, Silence.GIVE_UP), true));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', value = {
        "time | 999us | setting 'time' = '999us': accepted are 1ms to 10s",
        "time | 5 | setting 'time' = '5': accepted are times such as 500ms or 2s",
        "rate | 2Gbit/s | setting 'rate' = '2Gbit/s': accepted are 1kbit/s to 1Gbit/s",
        "count | 1 | setting 'count' = '1': accepted are 2 to 64, or 0",
        "count | 2.5 | setting 'count' = '2.5': accepted are whole numbers",
        "quotient | NaN | setting 'quotient' = 'NaN': accepted are numbers",
        "silence | stop | setting 'silence' = 'stop': accepted are wait, give_up",
        "flag | yes | setting 'flag' = 'yes': accepted are true, false",
        "preset | fast | setting 'preset' = 'fast': accepted are recommended, paper",
        "part | 1 | setting 'part' = '1': accepted are the settings count, flag, preset, quotient, rate, silence, time"})
    void whatIsNotAcceptedIsRefusedByName(String name, String value, String message) {
        assertThatThrownBy(() -> SETTINGS.read(Map.of(name, value))).isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @ParameterizedTest
    @CsvSource({"time,1ms", "time,10s", "count,0", "count,2", "count,64", "quotient,0", "quotient,0.999"})
    void bothEndsAreAccepted(String name, String value) {
        assertThatCode(() -> SETTINGS.read(Map.of(name, value))).doesNotThrowAnyException();
    }

    @Test
    void whatIsDeclaredIsReportedInItsOrder() {
        assertThat(SETTINGS.declared()).extracting(DeclaredSetting::name)
                .containsExactly("time", "rate", "count", "quotient", "silence", "flag");
        assertThat(SETTINGS.declared().get(0)).isEqualTo(new DeclaredSetting("time", DeclaredSetting.Kind.TIME, "how long", "",
                "1ms to 10s", "500ms", "2s", "t", "§1"));
        assertThat(SETTINGS.declared().get(2)).isEqualTo(new DeclaredSetting("count", DeclaredSetting.Kind.WHOLE_NUMBER, "how many",
                "packets", "2 to 64, or 0", "8", "0", "", ""));
    }

    @Test
    void oneComponentIsChanged() {
        Whole changed = Settings.with(SETTINGS.preset(Preset.PAPER), "flag", true);
        assertThat(changed).isEqualTo(SETTINGS.read(Map.of("preset", "paper", "flag", "true")));
    }

    /** Forgotten. */
    record Undeclared(int count) {
    }

    /** Its own preset is not accepted. */
    record Contradictory(@Setting(value = "how many", range = "2 to 4", recommended = "5") int count) {
    }

    @Test
    void mistakesInARecordAreFoundWhenItIsFirstUsed() {
        assertThatThrownBy(() -> Settings.of(Undeclared.class)).hasMessage("Undeclared.count declares no setting");
        assertThatThrownBy(() -> Settings.of(Contradictory.class)).hasMessage("setting 'count' = '5': accepted are 2 to 4");
    }
}
