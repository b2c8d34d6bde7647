package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.membership.api.LanTransport;
import org.xpand.protocols.relay.RelayConfig;
import org.xpand.protocols.site.Founding;

/** The warm-up of a takeover does everything that a delegate does: messages arrive at the other site. */
class TakeoverWarmUpTest {
    @ParameterizedTest
    @ValueSource(strings = {"tfrc", "tfmcc", "mca", "tuf"})
    void messagesOfEachSiteArriveAtTheOther(String strategy) {
        NodeConfig config = new NodeConfig("s", "n", Optional.empty(), Optional.empty(), List.of(), new LanTransport.Local(),
                true, strategy, Map.of(), false, OverlayConfig.defaults(), RelayConfig.defaults(), 1 << 20, false, Duration.ofSeconds(5),
                Founding.DEFAULT, JoinOptions.Company.ANY, Duration.ofSeconds(4), Optional.empty(), TrustFiles.none(), Optional.empty(),
                event -> {
        });
        assertThat(TakeoverWarmUp.sites(config)).isEqualTo(40);
    }

    @Test
    void aDatagramComesBack() {
        assertThat(TakeoverWarmUp.datagram("n")).isTrue();
    }
}
