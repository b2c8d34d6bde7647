package org.xpand.protocols.reliability;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.ReliabilityConfig;
import org.xpand.protocols.stack.PacketKind;

/** Loss is measured on what goes down the tree; long rows of repairs to one site have to be measured too. */
class MeasuredRepairsTest {
    private final TestSite here = new TestSite(1, ReliabilityConfig.defaults());
    private final TestSite there = new TestSite(2, ReliabilityConfig.defaults());
    private final TestSite third = new TestSite(3, ReliabilityConfig.defaults());
    private final TestSite fourth = new TestSite(4, ReliabilityConfig.defaults());
    private final List<TestSite> all = List.of(here, there, third, fourth);

    private static List<PacketKind> kinds(List<TestSite.Sent> packets) {
        return packets.stream().map(TestSite.Sent::kind).toList();
    }

    private void meet() {
        for (TestSite one : all) {
            for (TestSite other : all) {
                if (one != other) {
                    one.layer.siteJoined(other.id, TestSite.RTT, 0);
                }
            }
        }
    }

    @Test
    void everyOtherRepairGoesDownTheTreeWhileNothingNewLeaves() {
        meet();
        here.layer.open(here.sender, 0, 0);
        IntStream.range(0, 100).forEach(i -> TestSite.exchange(here, there, i * TestSite.MS));
        IntStream.range(100, 200).forEach(i -> TestSite.exchange(here, third, i * TestSite.MS));
        IntStream.range(200, 300).forEach(i -> TestSite.exchange(here, fourth, i * TestSite.MS));
        here.offer(0, 6);
        List<TestSite.Sent> lost = here.pull(300 * TestSite.MS);
        third.receive(lost, 300 * TestSite.MS);
        fourth.receive(lost, 300 * TestSite.MS);
        List<TestSite.Sent> digest = here.pull(400 * TestSite.MS);
        there.receive(digest, 400 * TestSite.MS);
        here.receive(there.report(here, 500 * TestSite.MS), 500 * TestSite.MS);
        assertThat(kinds(here.pull(500 * TestSite.MS))).containsExactly(PacketKind.REPAIR, PacketKind.DATA,
                PacketKind.REPAIR, PacketKind.DATA, PacketKind.REPAIR, PacketKind.DATA);
    }
}
