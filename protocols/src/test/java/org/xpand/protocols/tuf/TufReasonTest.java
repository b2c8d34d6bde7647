package org.xpand.protocols.tuf;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.RateReason;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** What a source says determines its rate. */
class TufReasonTest {
    private static final long MS = 1_000_000;
    private static final TufConfig CONFIG = TufConfig.fromSettings(Map.of());
    private final byte[] buffer = new byte[64];

    private void lossOf(TufSource source, double missing) {
        source.packetSent(0, 1000, 0, new WireWriter(buffer), 0);
        WireWriter report = new WireWriter(buffer);
        TufReport.write(report, 0, 0, 1000, missing, -1);
        source.reportReceived(1, new WireReader().reset(buffer, 0, report.position()), 30 * MS);
    }

    @Test
    void slowStartUntilAReceiverHasLostSomethingThenThePath() {
        TufSource source = TufSource.reliable(CONFIG, 0);
        source.receiverJoined(1, 30 * MS, 0);
        assertThat(source.stats(0).reason()).isEqualTo(RateReason.SLOW_START);
        lossOf(source, 0.1);
        assertThat(source.stats(30 * MS).reason()).isEqualTo(RateReason.PATH);
    }

    @Test
    void theGreatestRateIsABound() {
        TufSource source = new TufSource(CONFIG, new TagLayers(1), 0);
        source.receiverJoined(1, 30 * MS, 0);
        assertThat(source.stats(0).reason()).as("links drop what is too much").isEqualTo(RateReason.PATH);
        source.linkRates(1e12, 1e12, 0);
        assertThat(source.stats(0).reason()).isEqualTo(RateReason.BOUND);
    }
}
