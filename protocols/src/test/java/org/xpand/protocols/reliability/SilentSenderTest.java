package org.xpand.protocols.reliability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.xpand.protocols.reliability.TestSite.MS;

import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.ReliabilityConfig;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.segment.Segment;

/** What a sender that is no member any more has sent is kept as long as somebody may lack it and ask for it. */
class SilentSenderTest {
    /** With the smallest window what is stable is told with every new segment. */
    private static final ReliabilityConfig CONFIG = TestSite.windows(16);
    private static final long SILENT = 31_000 * MS;

    private final TestSite source = new TestSite(1, CONFIG);
    private final TestSite receiver = new TestSite(2, CONFIG);
    private final TestSite slow = new TestSite(3, CONFIG);

    @BeforeEach
    void oneOfTwoSitesHasEverything() {
        source.layer.siteJoined(receiver.id, TestSite.RTT, 0);
        source.layer.siteJoined(slow.id, TestSite.RTT, 0);
        receiver.layer.siteJoined(source.id, TestSite.RTT, 0);
        slow.layer.siteJoined(source.id, TestSite.RTT, 0);
        source.layer.open(source.sender, 0, 0);
        TestSite.exchange(source, receiver, 0);
        source.receive(slow.report(source, 0), 0);
        source.offer(0, 4);
        source.layer.localProgress(source.sender, 4, 16);
        TestSite.exchange(source, receiver, MS);
        assertThat(receiver.received).hasSize(4);
        receiver.layer.siteProgress(source.sender, 4, 4 + CONFIG.windowSegments(), MS);
        TestSite.exchange(source, receiver, 10 * MS);
    }

    @Test
    void whatAnotherSiteLacksIsKept() {
        receiver.layer.members(source.id, Set.of(), SILENT);
        assertThat(receiver.received).hasSize(4);
        assertThat(receiver.layer.segment(source.sender, 0)).isNotNull();
    }

    @Test
    void whatEverybodyHasIsLetGo() {
        source.layer.siteLeft(slow.id, 11 * MS);
        SenderId another = new SenderId(source.id, 11);
        source.layer.open(another, 0, 11 * MS);
        source.layer.offer(another, 0, new Segment((byte) (Segment.FIRST | Segment.LAST), new byte[1]));
        receiver.receive(source.pull(11 * MS), 11 * MS);
        receiver.layer.members(source.id, Set.of(new MemberId(11)), SILENT);
        assertThat(receiver.received).endsWith("forgotten 10");
    }

    @Test
    void nothingIsKeptForLongerThanAVanishedSitesIs() {
        receiver.layer.members(source.id, Set.of(), SILENT + CONFIG.partitionRetentionNanos());
        assertThat(receiver.received).endsWith("forgotten 10");
    }
}
