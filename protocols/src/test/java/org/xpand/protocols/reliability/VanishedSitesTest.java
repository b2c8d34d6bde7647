package org.xpand.protocols.reliability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.xpand.protocols.reliability.TestSite.MS;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.ReliabilityConfig;
import org.xpand.protocols.stack.PacketKind;

/** What a site sent before it vanished is brought from whoever holds it to whoever lacks it. */
class VanishedSitesTest {
    private static final ReliabilityConfig CONFIG = ReliabilityConfig.defaults();

    private final TestSite gone = new TestSite(1, CONFIG);
    private final TestSite holder = new TestSite(2, CONFIG);
    private final TestSite lacking = new TestSite(3, CONFIG);

    /** The holder has segments 0 to 7 of the site that vanishes, the other 0 to 3. */
    @BeforeEach
    void vanishInTheMiddle() {
        for (TestSite site : List.of(gone, holder, lacking)) {
            for (TestSite other : List.of(gone, holder, lacking)) {
                if (site != other) {
                    site.layer.siteJoined(other.id, TestSite.RTT, 0);
                }
            }
        }
        gone.layer.open(gone.sender, 0, 0);
        List<TestSite.Sent> starts = gone.pull(0);
        holder.receive(starts, 0);
        lacking.receive(starts, 0);
        gone.receive(holder.report(gone, 0), 0);
        gone.receive(lacking.report(gone, 0), 0);
        gone.offer(0, 4);
        List<TestSite.Sent> both = gone.pull(MS);
        holder.receive(both, MS);
        lacking.receive(both, MS);
        gone.offer(4, 4);
        holder.receive(gone.pull(2 * MS), 2 * MS);
        assertThat(holder.received).hasSize(8);
        assertThat(lacking.received).hasSize(4);
        holder.layer.siteUnreachable(gone.id, 10 * MS);
        lacking.layer.siteUnreachable(gone.id, 10 * MS);
    }

    @Test
    void whoLacksSomethingGetsItFromTheHolder() {
        for (long now = 10 * MS; now <= 1000 * MS; now += MS) {
            TestSite.exchange(holder, lacking, now);
        }
        assertThat(lacking.received).isEqualTo(holder.received);
    }

    @Test
    void whoHasReceivedItAndHoldsNothingOfItIsNotAsked() {
        // The delegate of this site is new: its members had received all before its time.
        TestSite received = new TestSite(0, CONFIG);
        for (TestSite other : List.of(holder, lacking)) {
            received.layer.siteJoined(other.id, TestSite.RTT, 10 * MS);
            other.layer.siteJoined(received.id, TestSite.RTT, 10 * MS);
        }
        received.layer.receivedBefore(gone.sender, 8, 10 * MS);
        for (long now = 10 * MS; now <= 1000 * MS; now += MS) {
            TestSite.exchange(received, lacking, now);
            TestSite.exchange(holder, lacking, now);
        }
        assertThat(lacking.received).isEqualTo(holder.received);
    }

    @Test
    void whoIsNotReceivedAnyMoreIsNotAsked() {
        TestSite second = new TestSite(0, CONFIG);
        lacking.layer.siteJoined(second.id, TestSite.RTT, 10 * MS);
        // It holds as much as the other, and is gone before it is asked.
        lacking.receive(List.of(new TestSite.Sent(second, PacketKind.REPORT, lacking.id,
                holder.report(lacking, 10 * MS).get(0).body(), 1000)), 10 * MS);
        lacking.layer.siteUnreachable(second.id, 11 * MS);
        for (long now = 11 * MS; now <= 1000 * MS; now += MS) {
            TestSite.exchange(holder, lacking, now);
        }
        assertThat(lacking.received).isEqualTo(holder.received);
    }

    @Test
    void everyOtherPacketOfTheHolderGoesDownTheTreeWhereLossIsMeasured() {
        lacking.receive(holder.report(lacking, 10 * MS), 10 * MS);
        holder.receive(lacking.report(holder, 20 * MS), 20 * MS);
        assertThat(holder.pull(20 * MS)).extracting(TestSite.Sent::kind).endsWith(PacketKind.REPAIR, PacketKind.DATA,
                PacketKind.REPAIR, PacketKind.DATA);
    }

    @Test
    void aSiteThatLacksMuchDoesNotHoldUpOneThatLacksLittle() {
        TestSite third = new TestSite(4, CONFIG);
        holder.layer.siteJoined(third.id, TestSite.RTT, 10 * MS);
        lacking.receive(holder.report(lacking, 10 * MS), 10 * MS);
        List<TestSite.Sent> request = lacking.report(holder, 20 * MS);
        holder.receive(request, 20 * MS);
        holder.receive(List.of(new TestSite.Sent(third, PacketKind.REPORT, holder.id, request.get(0).body(),
                request.get(0).length())), 20 * MS);
        assertThat(numbers(holder.pull(20 * MS))).endsWith(4L, 4L, 5L, 5L, 6L, 6L, 7L, 7L);
    }

    /** Of the run that the packet begins with. */
    private static long firstNumber(TestSite.Sent packet) {
        return ByteBuffer.wrap(packet.body()).getLong(FrameType.HEADER_LENGTH + 2 * Long.BYTES);
    }

    @Test
    void progressOfTheVanishedSitesSendersWantsNoReportToTheHolder() {
        // The holder's word is heard, its repairs are not: the site still lacks something and has asked.
        lacking.receive(holder.report(lacking, 10 * MS), 10 * MS);
        lacking.report(holder, 10 * MS);
        lacking.layer.siteProgress(gone.sender, 4, 4 + CONFIG.windowSegments(), 11 * MS);
        long now = 100 * MS;
        for (int i = 0; i < 3; i++) {
            lacking.report(holder, now);
        }
        assertThat(lacking.layer.reportDeadlineNanos(holder.id)).isGreaterThan(now);
    }

    @Test
    void whatTheHolderSendsItselfIsNotHeldUpByWhatOthersLack() {
        holder.layer.open(holder.sender, 0, 10 * MS);
        lacking.receive(holder.pull(10 * MS), 10 * MS);
        holder.receive(lacking.report(holder, 10 * MS), 10 * MS);
        holder.offer(0, 2000);
        lacking.receive(holder.report(lacking, 10 * MS), 10 * MS);
        holder.receive(lacking.report(holder, 20 * MS), 20 * MS);
        List<TestSite.Sent> sent = holder.pull(20 * MS).subList(0, 2);
        assertThat(sent).extracting(TestSite.Sent::kind).containsExactlyInAnyOrder(PacketKind.REPAIR, PacketKind.DATA);
    }

    @Test
    void aSenderThatIsGoneGetsItsSegmentsBackFromAnotherSite() {
        holder.layer.siteResumed(gone.id, false, TestSite.RTT, 20 * MS);
        recall(Map.of(2L, 6L), 20 * MS);
        gone.receive(holder.pull(20 * MS), 20 * MS);
        assertThat(gone.received).containsExactly("returned 10#2", "returned 10#3", "returned 10#4", "returned 10#5");
    }

    private void recall(Map<Long, Long> holes, long nowNanos) {
        gone.layer.recall(gone.sender, new TreeMap<>(holes), nowNanos);
        holder.receive(gone.report(holder, nowNanos), nowNanos);
    }

    @Test
    void onlyWhatIsLackingStillIsTakenBack() {
        holder.layer.siteResumed(gone.id, false, TestSite.RTT, 20 * MS);
        recall(Map.of(1L, 6L), 20 * MS);
        List<TestSite.Sent> inFlight = holder.pull(20 * MS);
        recall(Map.of(1L, 2L, 4L, 6L), 21 * MS);
        gone.receive(inFlight, 21 * MS);
        assertThat(gone.received).containsExactly("returned 10#1", "returned 10#4", "returned 10#5");
    }

    @Test
    void everyHoleIsGivenBack() {
        holder.layer.siteResumed(gone.id, false, TestSite.RTT, 20 * MS);
        recall(Map.of(1L, 2L, 4L, 6L), 20 * MS);
        gone.receive(holder.pull(20 * MS), 20 * MS);
        assertThat(gone.received).containsExactly("returned 10#1", "returned 10#4", "returned 10#5");
    }

    @Test
    void aLaterRequestSaysWhatIsLackingStill() {
        holder.layer.siteResumed(gone.id, false, TestSite.RTT, 20 * MS);
        recall(Map.of(0L, 8L), 20 * MS);
        recall(Map.of(5L, 8L), 21 * MS);
        assertThat(numbers(holder.pull(21 * MS))).containsExactly(5L, 6L, 7L);
    }

    @Test
    void aLaterRequestSaysNothingOfWhatIsBeyondIt() {
        holder.layer.siteResumed(gone.id, false, TestSite.RTT, 20 * MS);
        recall(Map.of(0L, 8L), 20 * MS);
        recall(Map.of(3L, 5L), 21 * MS);
        assertThat(numbers(holder.pull(21 * MS))).containsExactly(3L, 4L, 5L, 6L, 7L);
    }

    /** Of the segments in these packets, each of which has a run of one. */
    private static List<Long> numbers(List<TestSite.Sent> packets) {
        return packets.stream().filter(sent -> sent.length() > 1000).map(VanishedSitesTest::firstNumber).toList();
    }

    @Test
    void whatNobodyHoldsIsGivenUpWhenTheTimeIsUp() {
        holder.layer.siteUnreachable(lacking.id, 10 * MS);
        lacking.layer.siteUnreachable(holder.id, 10 * MS);
        lacking.layer.maintain(10 * MS + CONFIG.partitionRetentionNanos() - 1);
        assertThat(lacking.received).hasSize(4);
        lacking.layer.maintain(10 * MS + CONFIG.partitionRetentionNanos());
        assertThat(lacking.received).hasSize(7).contains("forgotten 10", "dropped 1", "dropped 2");
    }

    @Test
    void aSiteThatComesBackGoesOnWhereItWas() {
        long now = 20 * MS;
        gone.layer.siteResumed(lacking.id, false, TestSite.RTT, now);
        lacking.layer.siteResumed(gone.id, false, TestSite.RTT, now);
        for (; now <= 500 * MS; now += MS) {
            TestSite.exchange(gone, lacking, now);
        }
        assertThat(lacking.received).isEqualTo(holder.received);
    }
}
