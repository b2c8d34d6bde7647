package org.xpand.protocols.reliability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.xpand.protocols.reliability.TestSite.MS;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.ReliabilityConfig;
import org.xpand.protocols.segment.Segment;

/** Packets begin where segments were cut to begin them. */
class NewSegmentsTest {
    private final TestSite source = new TestSite(1, ReliabilityConfig.defaults());
    private final TestSite receiver = new TestSite(2, ReliabilityConfig.defaults());

    @Test
    void aShortPacketBringsThemBackIntoStep() {
        source.layer.siteJoined(receiver.id, TestSite.RTT, 0);
        receiver.layer.siteJoined(source.id, TestSite.RTT, 0);
        source.layer.open(source.sender, 0, 0);
        TestSite.exchange(source, receiver, 0);
        int[] lengths = {300, 600, 629, 600, 629, 100};
        for (int i = 0; i < lengths.length; i++) {
            int opens = i == 1 || i == 3 || i == 5 ? Segment.OPENS : 0;
            source.layer.offer(source.sender, i, new Segment((byte) (Segment.FIRST | Segment.LAST | opens), new byte[lengths[i]]));
        }
        List<TestSite.Sent> packets = source.pull(MS);
        assertThat(packets.stream().map(packet -> packet.length() - packets.get(0).length())).containsExactly(0, 932, 932, -200);
        receiver.receive(packets, MS);
        assertThat(receiver.received).hasSize(6);
    }
}
