package org.xpand.protocols.reliability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.xpand.protocols.reliability.TestSite.MS;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xpand.protocols.api.ReliabilityConfig;
import org.xpand.protocols.segment.Segment;

/** Receivers of a stream are told what they need not keep any more, whatever the length of its packets. */
class AnnouncedStableTest {
    private static final int SEGMENTS = 4096;

    @ParameterizedTest
    @CsvSource({"1000, 1024, 64", "1280, 1024, 128", "1000, 32768, 512", "1280, 32768, 512", "1280, 128, 64"})
    void receiversAreToldWhatIsStable(int length, int window, int mostUnannounced) {
        ReliabilityConfig config = TestSite.windows(window);
        TestSite source = new TestSite(1, config);
        TestSite receiver = new TestSite(2, config);
        source.layer.siteJoined(receiver.id, TestSite.RTT, 0);
        receiver.layer.siteJoined(source.id, TestSite.RTT, 0);
        source.layer.open(source.sender, 0, 0);
        TestSite.exchange(source, receiver, 0);
        int packets = 0;
        for (int next = 0; next < SEGMENTS; next++) {
            long now = next * MS;
            source.layer.offer(source.sender, next, new Segment((byte) (Segment.FIRST | Segment.LAST), new byte[length]));
            source.layer.localProgress(source.sender, next + 1, next + 1 + window);
            List<TestSite.Sent> sent = source.pull(now);
            packets += sent.size();
            receiver.receive(sent, now);
            receiver.layer.siteProgress(source.sender, next + 1, next + 1 + window, now);
            source.receive(receiver.report(source, now), now);
        }
        assertThat(receiver.received).hasSize(SEGMENTS);
        long acknowledged = source.layer.stable(source.sender);
        assertThat(acknowledged).isGreaterThan(SEGMENTS - window);
        assertThat(acknowledged - receiver.layer.stable(source.sender)).as("stable, not announced").isBetween(0L, (long) mostUnannounced);
        assertThat(packets - SEGMENTS).as("packets without segments").isLessThanOrEqualTo(SEGMENTS / 64);
    }
}
