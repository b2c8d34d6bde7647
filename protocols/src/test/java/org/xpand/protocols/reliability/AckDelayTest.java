package org.xpand.protocols.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.ReliabilityConfig;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.wire.WireWriter;

/** How long an acknowledgement waits for others to leave with it. */
class AckDelayTest {
    private static final ReliabilityConfig DEFAULTS = ReliabilityConfig.defaults();
    private static final int WINDOW = 16;
    private static final ReliabilityConfig CONFIG = new ReliabilityConfig(WINDOW, DEFAULTS.maxSenders(),
            DEFAULTS.reorderDelayNanos(), DEFAULTS.requestIntervalRtts(), DEFAULTS.minRequestNanos(),
            DEFAULTS.maxRequestNanos(), DEFAULTS.ackDelayNanos(), DEFAULTS.minDigestNanos(), DEFAULTS.maxDigestNanos(),
            DEFAULTS.startIntervalNanos(), DEFAULTS.partitionRetentionNanos(), DEFAULTS.partitionRetentionBytes(),
            DEFAULTS.heldIntervalNanos(), DEFAULTS.unicastBelow());
    private static final long NOW = 1_000_000;
    private static final long RTT = 100_000_000;

    private final IncomingStream stream = new IncomingStream(new SenderId(new SiteId(1), 2), 0, CONFIG, NOW);

    @BeforeEach
    void everythingHasCome() {
        for (int number = 0; number < WINDOW; number++) {
            stream.arrived(number, new Segment((byte) (Segment.FIRST | Segment.LAST), new byte[1]), 0, NOW);
        }
        stream.deliver(new TestSite(1, CONFIG).new Received(), NOW);
    }

    @Test
    void aLittleProgressWaits() {
        stream.siteProgress(WINDOW / 4 - 1, WINDOW, RTT, NOW);
        assertThat(stream.reportDeadlineNanos()).isEqualTo(NOW + CONFIG.ackDelayNanos());
    }

    @Test
    void aQuarterOfTheWindowDoesNot() {
        stream.siteProgress(WINDOW / 4 - 1, WINDOW, RTT, NOW);
        stream.siteProgress(WINDOW / 4, WINDOW, RTT, NOW + 1);
        assertThat(stream.reportDeadlineNanos()).isEqualTo(NOW + 1);
    }

    @Test
    void onlyWhatWasNotAcknowledgedCounts() {
        stream.siteProgress(WINDOW / 4, WINDOW, RTT, NOW);
        stream.writeAck(new WireWriter(new byte[100]), NOW);
        stream.siteProgress(WINDOW / 4 + 1, WINDOW, RTT, NOW);
        assertThat(stream.reportDeadlineNanos()).as("the window closes").isEqualTo(NOW + CONFIG.ackDelayNanos());
    }

    @Test
    void whoHasRoomIsReportedWithTheReportOfTheStrategyOrALittleLater() {
        stream.siteProgress(1, 10 * WINDOW, RTT, NOW);
        stream.writeAck(new WireWriter(new byte[100]), NOW);
        stream.siteProgress(2, 10 * WINDOW, RTT, NOW + 1);
        assertThat(stream.reportDeadlineNanos()).as("the strategy reports after a round-trip time").isEqualTo(NOW + RTT + RTT / 4);
        stream.siteProgress(2 + WINDOW / 4, 10 * WINDOW, RTT, NOW + 2);
        assertThat(stream.reportDeadlineNanos()).isEqualTo(NOW + 2);
        stream.writeAck(new WireWriter(new byte[100]), NOW + 2);
        stream.siteProgress(WINDOW - 1, 10 * WINDOW, RTT, NOW + 2 * RTT);
        assertThat(stream.reportDeadlineNanos()).as("after silence").isEqualTo(NOW + 2 * RTT);
    }
}
