package org.xpand.protocols.reliability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.xpand.protocols.reliability.TestSite.MS;

import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.ReliabilityConfig;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.wire.WireWriter;

/** Packets that differ by little are made one length, which the system takes together. */
class PaddingTest {
    private final TestSite source = new TestSite(1, ReliabilityConfig.defaults());
    private final TestSite receiver = new TestSite(2, ReliabilityConfig.defaults());
    private int next;

    @BeforeEach
    void theSitesKnowEachOther() {
        source.layer.siteJoined(receiver.id, TestSite.RTT, 0);
        receiver.layer.siteJoined(source.id, TestSite.RTT, 0);
        source.layer.open(source.sender, 0, 0);
        TestSite.exchange(source, receiver, 0);
    }

    private void offer(int... lengths) {
        for (int length : lengths) {
            source.layer.offer(source.sender, next++, new Segment((byte) (Segment.FIRST | Segment.LAST), new byte[length]));
        }
    }

    private List<Integer> lengths(List<TestSite.Sent> packets) {
        return packets.stream().map(packet -> packet.length() - packets.get(0).length()).toList();
    }

    @Test
    void aPacketThatIsAFewBytesShorterIsFilledUpIfOthersFollow() {
        offer(1112, 1112, 1111, 1112, 1112 - Padding.MOST, 1112 - Padding.MOST - 1, 1110 - Padding.MOST);
        List<TestSite.Sent> packets = source.pull(MS);
        assertThat(lengths(packets)).containsExactly(0, 0, 0, 0, 0, -Padding.MOST - 1, -Padding.MOST - 2);
        receiver.receive(packets, MS);
        assertThat(receiver.received).containsExactly("10#0", "10#1", "10#2", "10#3", "10#4", "10#5", "10#6");
    }

    @Test
    void aPacketThatIsMuchShorterIsNotFilledUp() {
        offer(1112, 900, 1112);
        assertThat(lengths(source.pull(MS))).containsExactly(0, -212, 0);
    }

    @Test
    void aPacketThatMayNotBeAsLongAsTheOneBeforeStaysAsItIs() {
        WireWriter out = new WireWriter(new byte[100]);
        Padding padding = new Padding();
        padding.fill(out.reset(95, 100), true);
        padding.fill(out.reset(90, 92), true);
        assertThat(out.position()).isEqualTo(90);
        padding.fill(out.reset(88, 92), true);
        assertThat(out.position()).isEqualTo(90);
    }
}
