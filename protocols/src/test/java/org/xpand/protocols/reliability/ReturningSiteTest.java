package org.xpand.protocols.reliability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.xpand.protocols.reliability.TestSite.MS;
import static org.xpand.protocols.reliability.TestSite.RTT;
import static org.xpand.protocols.reliability.TestSite.exchange;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.ReliabilityConfig;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.segment.MessageHeader;
import org.xpand.protocols.segment.Segment;

/** A site that was not reachable for a while: what is newest is kept for it, and it catches up without holding the others up. */
class ReturningSiteTest {
    private static final int WINDOW = 64;

    private final ReliabilityConfig config = config(WINDOW, 1 << 20);

    private static ReliabilityConfig config(int window, long bytes) {
        ReliabilityConfig all = TestSite.windows(window);
        return all.withRetention(all.partitionRetentionNanos(), bytes);
    }

    private static void resume(TestSite a, TestSite b, long nowNanos) {
        a.layer.siteResumed(b.id, false, RTT, nowNanos);
        b.layer.siteResumed(a.id, false, RTT, nowNanos);
    }

    private static void part(TestSite a, TestSite b, long nowNanos) {
        a.layer.siteUnreachable(b.id, nowNanos);
        b.layer.siteUnreachable(a.id, nowNanos);
    }

    private static void offer(TestSite site, int first, int count) {
        for (int i = first; i < first + count; i++) {
            site.offer(i, 1);
            site.layer.localProgress(site.sender, i + 1, i + 1 + WINDOW);
        }
    }

    private static List<String> segments(TestSite at, TestSite of) {
        return at.received.stream().filter(each -> each.startsWith(of.sender.member().value() + "#")).toList();
    }

    private static void untilNothingIsDue(TestSite a, TestSite b, long fromNanos) {
        for (int i = 0; i < 200; i++) {
            exchange(a, b, fromNanos + i * 20 * MS);
        }
    }

    private void theNewestAreKept(TestSite source, TestSite other, int kept) {
        source.meetsAndSendsFour(other);
        source.layer.localProgress(source.sender, 4, 4 + WINDOW);
        other.layer.siteProgress(source.sender, 4, 4 + WINDOW, 2 * MS);
        untilNothingIsDue(source, other, 2 * MS);
        part(source, other, 5_000 * MS);
        offer(source, 4, 200);
        assertThat(source.received).filteredOn(each -> each.startsWith("dropped for")).as("reported when it begins").singleElement().asString()
                .startsWith("dropped for " + other.id.value());
        assertThat(source.layer.receivers()).as("waited for all the same").containsExactly(other.id);
        resume(source, other, 6_000 * MS);
        assertThat(source.layer.isRetentionHigh()).as("while it catches up").isTrue();
        untilNothingIsDue(source, other, 6_000 * MS);
        other.layer.siteProgress(source.sender, 204, 204 + WINDOW, 10_000 * MS);
        untilNothingIsDue(source, other, 10_000 * MS);
        assertThat(source.layer.isRetentionHigh()).as("once it has what was kept").isFalse();
        List<String> received = segments(other, source);
        int first = 204 - (received.size() - 4);
        assertThat(received.size() - 4).as("the newest").isBetween(kept - 4, kept);
        assertThat(received.get(4)).isEqualTo(source.sender.member().value() + "#" + first);
        assertThat(other.received).contains("gap " + source.sender.member().value() + "#4-" + first);
        assertThat(source.received).as("exactly what, when it is back").anyMatch(each -> each.endsWith(
                "it lacks segments 4 to " + (first - 1) + ", which were dropped while it was not reachable"));
    }

    @Test
    void theOldestIsLetGoWhereThereAreTooManyBytes() {
        ReliabilityConfig few = config(1024, 40_000);
        theNewestAreKept(new TestSite(1, few), new TestSite(2, few), 40_000 / 1064);
    }

    @Test
    void noMoreIsLetGoThanThereIsTooMuch() {
        int bytes = 400_000;
        ReliabilityConfig most = config(1024, bytes);
        TestSite source = new TestSite(1, most);
        TestSite other = new TestSite(2, most);
        source.meetsAndSendsFour(other);
        source.layer.localProgress(source.sender, 4, 4 + WINDOW);
        other.layer.siteProgress(source.sender, 4, 4 + WINDOW, 2 * MS);
        untilNothingIsDue(source, other, 2 * MS);
        part(source, other, 5_000 * MS);
        int kept = bytes / 1064;
        for (int i = 4; i < 4 + 2 * kept; i++) {
            offer(source, i, 1);
            if (i >= 4 + kept) {
                assertThat(source.layer.segment(source.sender, i - kept + 2)).as("one of the newest, after %s", i).isNotNull();
            }
        }
    }

    @Test
    void aStateForAnotherSiteDrivesNoMessageOut() {
        ReliabilityConfig few = config(1024, 60_000);
        TestSite source = new TestSite(1, few);
        TestSite other = new TestSite(2, few);
        TestSite joins = new TestSite(3, few);
        source.meetsAndSendsFour(other);
        source.layer.siteJoined(joins.id, RTT, 0);
        joins.layer.siteJoined(source.id, RTT, 0);
        source.layer.localProgress(source.sender, 4, 4 + WINDOW);
        other.layer.siteProgress(source.sender, 4, 4 + WINDOW, 2 * MS);
        untilNothingIsDue(source, other, 2 * MS);
        untilNothingIsDue(source, joins, 2 * MS);
        part(source, other, 5_000 * MS);

        offerState(source, joins, 4, 24);
        takes(joins, source, 24, 10_000 * MS);
        offerState(source, joins, 24, 100);
        assertThat(source.received).as("though more than the retention is on its way").noneMatch(each -> each.startsWith("dropped for"));
        assertThat(source.layer.segment(source.sender, 29).length()).as("its site may yet need it").isEqualTo(1000);
        takes(joins, source, 100, 20_000 * MS);
        part(source, joins, 30_000 * MS);
        offerState(source, joins, 100, 130);
        assertThat(source.received).noneMatch(each -> each.startsWith("dropped for"));
        assertThat(source.layer.segment(source.sender, 29).length()).as("its site has it").isLessThan(40);
        assertThat(source.layer.segment(source.sender, 109).length()).as("its site lacks it, though it is not reachable").isEqualTo(1000);
        offer(source, 130, 60);
        assertThat(source.received).as("more messages than are kept").anyMatch(each -> each.startsWith("dropped for " + other.id.value()));
    }

    private static void takes(TestSite site, TestSite source, int end, long nowNanos) {
        untilNothingIsDue(source, site, nowNanos);
        site.layer.siteProgress(source.sender, end, end + 100, nowNanos + 5_000 * MS);
        untilNothingIsDue(source, site, nowNanos + 5_000 * MS);
    }

    /** Every twentieth segment is a message, the others are pieces of a state for a member of that site. */
    private static void offerState(TestSite source, TestSite joins, int first, int end) {
        byte[] piece = Arrays.copyOf(MessageHeader.of(MessageHeader.STATE_PIECE, 0, new SenderId(joins.id, 30)), 1000);
        for (int i = first; i < end; i++) {
            if (i % 20 == 0) {
                source.offer(i, 1);
            } else {
                source.layer.offer(source.sender, i, new Segment((byte) (Segment.FIRST | Segment.LAST | Segment.HEADED), piece));
            }
            source.layer.localProgress(source.sender, i + 1, i + 1 + WINDOW);
        }
    }

    @Test
    void moreThanAWindowIsKeptAndComesAsFastAsItIsTaken() {
        TestSite source = new TestSite(1, config);
        TestSite other = new TestSite(2, config);
        source.meetsAndSendsFour(other);
        source.layer.localProgress(source.sender, 4, 4 + WINDOW);
        other.layer.siteProgress(source.sender, 4, 4 + WINDOW, 2 * MS);
        untilNothingIsDue(source, other, 2 * MS);
        part(source, other, 5_000 * MS);
        offer(source, 4, 400);
        resume(source, other, 6_000 * MS);
        exchange(source, other, 6_000 * MS);
        assertThat(source.layer.segment(source.sender, 4)).as("kept").isNotNull();
        for (int i = 1; i <= 300; i++) {
            if (i % 10 == 0 && i <= 100) {
                offer(source, 394 + i, 10);
            }
            long now = (6_000 + 20 * i) * MS;
            exchange(source, other, now);
            assertThat(segments(other, source).size()).as("delivered at most").isLessThanOrEqualTo(504);
            long next = segments(other, source).size();
            other.layer.siteProgress(source.sender, next, next + WINDOW, now);
        }
        assertThat(segments(other, source)).as("what was kept and what is new").hasSize(504);
        assertThat(source.received).noneMatch(each -> each.startsWith("dropped for"));
        assertThat(source.layer.isRetentionHigh()).isFalse();
    }

    @Test
    void whoIsFarBehindHoldsNobodyUp() {
        TestSite source = new TestSite(1, config);
        TestSite other = new TestSite(2, config);
        TestSite behind = new TestSite(3, config);
        source.layer.siteJoined(behind.id, RTT, 0);
        behind.layer.siteJoined(source.id, RTT, 0);
        source.meetsAndSendsFour(other);
        untilNothingIsDue(source, behind, 2 * MS);
        // Its members take eight more than they have.
        behind.layer.siteProgress(source.sender, 4, 12, 3_000 * MS);
        other.layer.siteProgress(source.sender, 4, 4 + WINDOW, 3_000 * MS);
        untilNothingIsDue(source, other, 3_000 * MS);
        untilNothingIsDue(source, behind, 3_000 * MS);
        part(source, behind, 5_000 * MS);
        offer(source, 4, 40);
        untilNothingIsDue(source, other, 5_000 * MS);
        resume(source, behind, 10_000 * MS);
        exchange(source, behind, 10_000 * MS);
        assertThat(segments(behind, source).size()).isLessThan(44);
        offer(source, 44, 8);
        other.receive(source.pull(10_100 * MS), 10_100 * MS);
        assertThat(segments(other, source)).as("the others go on").hasSize(52);

        behind.layer.siteProgress(source.sender, 12, 20, 10_200 * MS);
        other.layer.siteProgress(source.sender, 52, 52 + WINDOW, 10_200 * MS);
        untilNothingIsDue(source, other, 10_200 * MS);
        untilNothingIsDue(source, behind, 10_200 * MS);
        offer(source, 52, 2);
        other.receive(source.pull(15_000 * MS), 15_000 * MS);
        assertThat(segments(other, source)).as("nor while it catches up").hasSize(54);
        untilNothingIsDue(source, behind, 15_000 * MS);
        behind.layer.siteProgress(source.sender, 54, 62, 20_000 * MS);
        other.layer.siteProgress(source.sender, 54, 54 + WINDOW, 20_000 * MS);
        untilNothingIsDue(source, behind, 20_000 * MS);
        untilNothingIsDue(source, other, 20_000 * MS);
        offer(source, 54, 20);
        other.receive(source.pull(25_000 * MS), 25_000 * MS);
        assertThat(segments(other, source)).as("but within reach its window counts again").hasSize(62);
    }
}
