package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xpand.protocols.relay.RelayConfig;

class NodeSettingsTest {
    @ParameterizedTest
    @CsvSource({"16, 8", "48, 8", "96, 16", "192, 32", "4096, 32", "1048576, 32"})
    void aSenderKeepsNoMoreThanASixthOfTheHeapAndNoLessThanAfterAnOutage(long heapMebibytes, int mostMebibytes) {
        RelayConfig fitted = NodeSettings.fittingTheHeap(RelayConfig.defaults(), heapMebibytes << 20);
        assertThat(fitted.maxRetentionBytes()).isEqualTo(mostMebibytes << 20);
        assertThat(fitted.minRetentionBytes()).isEqualTo(RelayConfig.defaults().minRetentionBytes());
    }

    @Test
    void aRetentionThatIsSetAgainReplacesTheFormerOne() {
        NodeSettings settings = new NodeSettings();
        int usual = settings.relay.maxRetentionBytes();
        settings.retention(Duration.ofMinutes(1), 2L * usual);
        assertThat(settings.relay.maxRetentionBytes()).isEqualTo(2 * usual);
        settings.retention(Duration.ofMinutes(1), NodeBuilder.LEAST_RETENTION);
        assertThat(settings.relay.maxRetentionBytes()).isEqualTo(usual);
    }
}
