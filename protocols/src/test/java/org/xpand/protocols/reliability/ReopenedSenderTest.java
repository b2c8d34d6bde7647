package org.xpand.protocols.reliability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.xpand.protocols.reliability.TestSite.MS;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.ReliabilityConfig;

/** A sender that was gone, or in the other half of the LAN, is opened again. */
class ReopenedSenderTest {
    private final TestSite here = new TestSite(1, ReliabilityConfig.defaults());
    private final TestSite there = new TestSite(2, ReliabilityConfig.defaults());
    private long now;

    @BeforeEach
    void fourSegmentsHaveArrived() {
        here.layer.siteJoined(there.id, TestSite.RTT, 0);
        there.layer.siteJoined(here.id, TestSite.RTT, 0);
        here.layer.open(here.sender, 0, 0);
        carry();
        here.offer(0, 4);
        carry();
        assertThat(there.received).hasSize(4);
    }

    private void carry() {
        for (long end = now + 500 * MS; now < end; now += MS) {
            TestSite.exchange(here, there, now);
        }
    }

    @Test
    void oneThatIsNotBeyondWhatIsKnownOfItGoesOnThere() {
        assertThat(here.layer.open(here.sender, 2, now)).isFalse();
        assertThat(here.layer.end(here.sender)).isEqualTo(4);
    }

    @Test
    void oneThatIsBeyondWhatIsKnownOfItGoesOnWhereItIs() {
        assertThat(here.layer.open(here.sender, 10, now)).isTrue();
        here.offer(10, 2);
        carry();
        assertThat(there.received).endsWith("gap 10#4-10", "10#10", "10#11");
    }
}
