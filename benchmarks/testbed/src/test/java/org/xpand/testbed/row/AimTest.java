package org.xpand.testbed.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AimTest {
    @Test
    void boundsAreWhatTheySay() {
        Aim aim = Aim.share("ratio", 0.8, 1.25);
        assertThat(aim.text()).isEqualTo("0.8–1.25");
        assertThat(aim.isMet(0.8, 1)).isTrue();
        assertThat(aim.isMet(0.79, 1)).isFalse();
        assertThat(aim.isMet(1.26, 1)).isFalse();
        assertThat(Aim.atMost("seconds", 5).isMet(Double.POSITIVE_INFINITY, 1)).isFalse();
        assertThat(Aim.atLeast("used", 0.98).text()).isEqualTo("≥ 0.98");
    }

    @Test
    void aFailedRunMeetsNoAim() {
        assertThat(Aim.share("ratio", 0.8, 1.25).isMet(Double.NaN, 1)).isFalse();
        assertThat(Aim.atMost("seconds", 5).isMet(Double.NaN, 1)).isFalse();
        assertThat(Aim.none("seconds").isMet(Double.NaN, 1)).isTrue();
    }

    @Test
    void boundsMayBeRelative() {
        Aim aim = Aim.share("ratio", 0.8, 1.25).relative("reno");
        assertThat(aim.text()).isEqualTo("0.8–1.25 × reno's");
        assertThat(aim.isMet(0.14, 0.15)).isTrue();
        assertThat(aim.isMet(0.10, 0.15)).isFalse();
        assertThat(aim.isMet(0.10, Double.NaN)).isFalse();
    }

    @Test
    void pausesAreRead() {
        assertThat(Pauses.parse("20-250")).isEqualTo(new Pauses(20, 250));
        assertThat(Pauses.parse("none").exist()).isFalse();
        assertThat(new Pauses(20, 50).keptShare()).isEqualTo(0.95);
        assertThat(new Pauses(20, 250).keptShare()).isEqualTo(0.85);
        assertThat(Pauses.parse(new Pauses(20, 250).toString())).isEqualTo(new Pauses(20, 250));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "20", "50-20", "0-5", "20-2000", "a-b", "20-50-70"})
    void otherPausesAreRefused(String text) {
        assertThatThrownBy(() -> Pauses.parse(text)).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--pauses '" + text + "'").hasMessageContaining("accepted");
    }
}
