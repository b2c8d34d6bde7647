package org.xpand.protocols.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.directory.SenderId;
import org.xpand.protocols.directory.SiteId;
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

    private final IncomingStream stream = new IncomingStream(new SenderId(new SiteId(1), 2), 0, CONFIG, NOW);

    @BeforeEach
    void everythingHasCome() {
        for (int number = 0; number < WINDOW; number++) {
            stream.arrived(number, new Segment((byte) (Segment.FIRST | Segment.LAST), new byte[1]), 0, NOW);
        }
        stream.deliver(new TestSite(1, CONFIG).new Heard(), NOW);
    }

    @Test
    void aLittleProgressWaits() {
        stream.siteProgress(WINDOW / 4 - 1, WINDOW, NOW);
        assertThat(stream.reportDeadlineNanos()).isEqualTo(NOW + CONFIG.ackDelayNanos());
    }

    @Test
    void aQuarterOfTheWindowDoesNot() {
        stream.siteProgress(WINDOW / 4 - 1, WINDOW, NOW);
        stream.siteProgress(WINDOW / 4, WINDOW, NOW + 1);
        assertThat(stream.reportDeadlineNanos()).isEqualTo(NOW + 1);
    }

    @Test
    void onlyWhatWasNotAcknowledgedCounts() {
        stream.siteProgress(WINDOW / 4, WINDOW, NOW);
        stream.writeAck(new WireWriter(new byte[100]));
        stream.siteProgress(WINDOW / 4 + 1, WINDOW, NOW);
        assertThat(stream.reportDeadlineNanos()).isEqualTo(NOW + CONFIG.ackDelayNanos());
    }
}
