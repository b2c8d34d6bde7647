package org.xpand.examples;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.xpand.core.XpandNode;
import org.xpand.examples.config.ConfigurationSetting;

/** What is accepted of the settings for faults, and that what is not is named. */
class FaultSettingsTest {
    @Test
    void whatIsAcceptedIsAcceptedByTheBuilderToo() {
        FaultSettings.apply(XpandNode.builder(), 0.5, 0.3, "1", "gap", 0.0);
        FaultSettings.apply(XpandNode.builder(), 60.0, 10.0, "86400,65536", "wait,0.5", 1e6);
        FaultSettings.apply(XpandNode.builder(), null, null, null, null, null);
    }

    @Test
    void whatIsNotAcceptedIsNamed() {
        for (Map.Entry<String, List<String>> wrong : Map.of(
                "silence", List.of("0.4", "61", "x"),
                "site-silence", List.of("0.2", "11", ""),
                "retention", List.of("0", "60,1000", "60,", "1,2,3", "x"),
                "slow-members", List.of("kill", "gap,0", "gap,1,2", "gap,x"),
                "minimum-rate", List.of("-1", "NaN", "x")).entrySet()) {
            ConfigurationSetting setting = ConfigurationSetting.all().stream().filter(each -> each.name().equals(wrong.getKey()))
                    .findFirst().orElseThrow();
            for (String value : wrong.getValue()) {
                assertThatIllegalArgumentException().as("%s %s", wrong.getKey(), value).isThrownBy(() -> setting.check().accept(value));
            }
        }
    }

    @Test
    void theBuilderRefusesWhatMakesNoSense() {
        assertThatThrownBy(() -> XpandNode.builder().siteSilence(Duration.ofMillis(299))).hasMessageContaining("0.3 s to 10.0 s");
        assertThatThrownBy(() -> XpandNode.builder().retention(Duration.ZERO, 1 << 20)).hasMessageContaining("more than 0 s");
        assertThatThrownBy(() -> XpandNode.builder().retention(Duration.ofSeconds(1), 1000)).hasMessageContaining("65536");
        assertThat(XpandNode.builder().retention(Duration.ofSeconds(1), 65536)).isNotNull();
    }
}
