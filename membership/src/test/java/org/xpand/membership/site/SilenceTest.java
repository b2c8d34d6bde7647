package org.xpand.membership.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.jgroups.protocols.FD_ALL3;
import org.jgroups.stack.Protocol;
import org.junit.jupiter.api.Test;
import org.xpand.membership.api.LanTransport;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.site.ProcessRole;

/** How long a process may be silent is a setting, and reaches what detects failures. */
class SilenceTest {
    private final SiteConfig config = new SiteConfig("s", "n", new ProcessId(1), ProcessRole.REGULAR, new LanTransport.Local());

    @Test
    void theSettingReachesTheDetection() {
        FD_ALL3 detection = null;
        for (Protocol protocol : SiteStack.protocols(config.withSilence(Duration.ofMillis(2000)))) {
            detection = protocol instanceof FD_ALL3 found ? found : detection;
        }
        assertThat(detection.getTimeout()).isEqualTo(2000);
        assertThat(detection.getInterval()).as("five heartbeats, so that a pause of half a second is none").isEqualTo(400);
    }

    @Test
    void whatIsNotAcceptedIsNamed() {
        assertThatIllegalArgumentException().isThrownBy(() -> config.withSilence(Duration.ofMillis(499)))
                .withMessageContaining("silence PT0.499S").withMessageContaining("PT0.5S to PT1M");
        assertThatIllegalArgumentException().isThrownBy(() -> config.withSilence(Duration.ofSeconds(61)));
        assertThat(config.withSilence(Duration.ofSeconds(60)).timings().verify()).isEqualTo(config.timings().verify());
    }
}
