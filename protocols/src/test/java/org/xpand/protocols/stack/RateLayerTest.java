package org.xpand.protocols.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.rate.Pacer;
import org.xpand.protocols.wire.MalformedPacketException;

class RateLayerTest extends RateLayerFixture {
    @Test
    void aPacketIsNumberedAndStampedWhenItLeavesAndReadBackAtTheOtherEnd() {
        top.data("abc", "de");
        receive(receiver, PacketKind.DATA, HERE, pull(sender, 5), 6);
        receive(receiver, PacketKind.DATA, HERE, pull(sender, SECOND), SECOND + 1);
        assertThat(here.source).contains("sent 0 of 62", "sent 1 of 61");
        assertThat(there.receiver).containsExactly("identity 2", "packet 0 of 62 sent 5 header abcd",
                "packet 1 of 61 sent 1000000000 header abcd");
        assertThat(remoteTop.received).containsExactly("abc", "de");
    }

    @Test
    void aRepairHasANumberOfItsOwnPerSiteIsChargedAndIsNoPacketOfTheMetaFlow() {
        sender.siteJoined(ELSEWHERE, 0, 0);
        top.repair(ELSEWHERE, "other");
        top.repair(THERE, "again");
        top.repair(THERE, "and more");
        top.data("new");
        pull(sender, 0);
        receive(receiver, PacketKind.REPAIR, HERE, pull(sender, SECOND), SECOND);
        receive(receiver, PacketKind.REPAIR, HERE, pull(sender, 2 * SECOND), 2 * SECOND);
        receive(receiver, PacketKind.DATA, HERE, pull(sender, 3 * SECOND), 3 * SECOND);
        assertThat(here.source).contains("repair of 41", "repair of 44", "sent 0 of 62");
        assertThat(there.receiver).containsExactly("identity 2", "packet 0 of 62 sent 3000000000 header abcd");
        assertThat(remoteTop.received).containsExactly("again", "and more", "new");
    }

    @Test
    void aRateThatRisesWithTimeAloneIsFollowedWithinARoundTrip() {
        here.rate = 1;
        top.data("first", "second");
        pull(sender, 0);
        assertThat(sender.pull(out, 1)).isFalse();
        here.rate = FixedRateStrategy.RATE;
        long looked = sender.nextDeadlineNanos(1);
        assertThat(sender.pull(out, looked)).as("its bytes at the new rate").isFalse();
        long due = sender.nextDeadlineNanos(looked);
        assertThat(due).isLessThanOrEqualTo(2 * FixedRateStrategy.RTT_NANOS);
        assertThat(sender.pull(out, due)).isTrue();
    }

    /** Over a round-trip time of a millisecond mostly no packet comes. */
    @Test
    void theRateOfArrivalIsReportedOverASecond() {
        long now = 0;
        for (int i = 0; i < 30; i++) {
            now = i * SECOND / 10;
            top.data("x".repeat(942));
            receive(receiver, PacketKind.DATA, HERE, pull(sender, now), now);
        }
        assertThat(receiver.receiverStats(HERE, now + SECOND / 20).orElseThrow().receiveRate()).isBetween(0.9 * 10_010, 1.1 * 10_010);
        assertThat(receiver.receiverStats(now + SECOND / 20).get(HERE).receiveRate()).isBetween(0.9 * 10_010, 1.1 * 10_010);
        assertThat(receiver.receiverStats(HERE, now + 2 * SECOND).orElseThrow().receiveRate()).isZero();
    }

    @Test
    void aReplayedPacketReachesNobody() {
        top.data("once");
        top.repair(THERE, "mended");
        byte[] data = pull(sender, 0);
        byte[] repair = pull(sender, SECOND);
        for (int i = 0; i < 3; i++) {
            receive(receiver, PacketKind.DATA, HERE, data, SECOND);
            receive(receiver, PacketKind.REPAIR, HERE, repair, SECOND);
        }
        assertThat(remoteTop.received).containsExactly("once", "mended");
        assertThat(there.receiver).hasSize(2);
        assertThat(receiver.duplicates()).isEqualTo(4);
    }

    @Test
    void aNewIncarnationNumbersItsPacketsAnewAndTheStrategyIsReported() {
        top.data("old");
        receive(receiver, PacketKind.DATA, HERE, pull(sender, 0), 0);
        Body newTop = new Body();
        RateLayer successor = layer(HERE, INCARNATION + 1, here, newTop);
        successor.siteJoined(THERE, 0, 0);
        newTop.data("new");
        receive(receiver, PacketKind.DATA, HERE, pull(successor, SECOND), SECOND);
        assertThat(remoteTop.received).containsExactly("old", "new");
        assertThat(there.receiver).contains("restarted");
    }

    @Test
    void packetsLeaveAtTheRateAndInBurstsOfFourAtMost() {
        for (int i = 0; i < 1000; i++) {
            top.data("x".repeat(942));
        }
        long bytes = 0;
        int burst = 0;
        for (long now = SECOND; now < 2 * SECOND; now = sender.nextDeadlineNanos(now)) {
            int together = 0;
            while (sender.pull(out, now)) {
                bytes += out.length();
                together++;
            }
            burst = Math.max(burst, together);
            assertThat(sender.nextDeadlineNanos(now)).as("after a pull that gave nothing").isGreaterThan(now);
        }
        assertThat((double) bytes).isBetween(FixedRateStrategy.RATE, FixedRateStrategy.RATE + 5 * 1001);
        assertThat(burst).isBetween(1, 5);
    }

    /** X17: repairs are part of the rate. */
    @Test
    void repairsLeaveAtTheRateToo() {
        for (int i = 0; i < 2000; i++) {
            top.repair(THERE, "x".repeat(942));
        }
        long bytes = 0;
        for (long now = SECOND; now < 2 * SECOND; now = sender.nextDeadlineNanos(now)) {
            while (sender.pull(out, now)) {
                assertThat(out.kind()).isEqualTo(PacketKind.REPAIR);
                bytes += out.length();
            }
        }
        assertThat((double) bytes).isBetween(FixedRateStrategy.RATE, FixedRateStrategy.RATE + 5 * 1001);
        assertThat(sender.chargedBytes()).isEqualTo(bytes);
    }

    @Test
    void whatLeftUnderAnotherStrategyIsTakenAndNotMeasured() {
        FixedRateStrategy after = new FixedRateStrategy();
        top.data("before", "during", "after");
        receive(receiver, PacketKind.DATA, HERE, pull(sender, 0), 0);
        sender.change(after, new Pacer(Pacer.Limits.DEFAULT, SECOND), true, SECOND);
        receive(receiver, PacketKind.DATA, HERE, pull(sender, 2 * SECOND), 2 * SECOND);
        there.reportDue = true;
        receive(sender, PacketKind.REPORT, THERE, pull(receiver, 2 * SECOND), 2 * SECOND);
        assertThat(after.source).as("a report of the strategy before").noneMatch(each -> each.startsWith("report"));
        FixedRateStrategy afterThere = new FixedRateStrategy();
        receiver.change(afterThere, new Pacer(Pacer.Limits.DEFAULT, SECOND), true, 3 * SECOND);
        receive(receiver, PacketKind.DATA, HERE, pull(sender, 4 * SECOND), 4 * SECOND);
        assertThat(remoteTop.received).containsExactly("before", "during", "after");
        assertThat(there.receiver).filteredOn(each -> each.startsWith("packet")).hasSize(1);
        assertThat(afterThere.receiver).filteredOn(each -> each.startsWith("packet")).hasSize(1).first().asString()
                .startsWith("packet 2 ");
        assertThat(after.source).as("numbers go on").anyMatch(each -> each.startsWith("sent 1 of"));
    }

    @Test
    void aReportIsNotPaced() {
        for (int i = 0; i < 20; i++) {
            top.data("x".repeat(1000));
        }
        while (sender.pull(out, 0)) {
            assertThat(out.kind()).isEqualTo(PacketKind.DATA);
        }
        here.reportDue = true;
        assertThat(sender.pull(out, 1)).isTrue();
        assertThat(out.kind()).isEqualTo(PacketKind.REPORT);
        assertThat(out.destination()).isEqualTo(THERE);
    }

    @Test
    void aReportThatAnArrivalMakesDueLeavesBetweenPacketsOfOneMoment() {
        top.data("first", "second");
        pull(sender, 0);
        remoteTop.data("word");
        byte[] arriving = pull(receiver, 0);
        here.reportDue = true;
        receive(sender, PacketKind.DATA, THERE, arriving, 0);
        pull(sender, 0);
        assertThat(out.kind()).isEqualTo(PacketKind.REPORT);
    }

    @Test
    void aReportReachesStrategyAndLayerAboveOnlyAtTheIncarnationItIsAbout() {
        top.data("x");
        receive(receiver, PacketKind.DATA, HERE, pull(sender, 0), 0);
        there.reportDue = true;
        remoteTop.reportBody = "acks";
        byte[] report = pull(receiver, 1);
        RateLayer successor = layer(HERE, INCARNATION + 1, new FixedRateStrategy(), new Body());
        successor.siteJoined(THERE, 0, 0);
        receive(successor, PacketKind.REPORT, THERE, report, 2);
        receive(sender, PacketKind.REPORT, THERE, report, 2);
        assertThat(successor.strayReports()).isEqualTo(1);
        assertThat(here.source).contains("report of 2: 99");
        assertThat(top.received).containsExactly("acks");
    }

    @Test
    void nothingToSendIsReportedToTheStrategyAndNothingLeavesWithoutReceivers() {
        assertThat(sender.pull(out, SECOND)).isFalse();
        assertThat(here.source).contains("data-limited");
        sender.siteLeft(THERE, SECOND);
        top.data("nobody is there");
        assertThat(sender.pull(out, 2 * SECOND)).isFalse();
        assertThat(sender.nextDeadlineNanos(2 * SECOND)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void everyTruncationIsMalformedOrHarmless() {
        top.data("abc");
        byte[] data = pull(sender, 0);
        int readByOverlay = WireFormat.DATA_HEADER_LENGTH - 2 * Long.BYTES;
        for (int length = readByOverlay; length < WireFormat.DATA_HEADER_LENGTH + 3; length++) {
            byte[] cut = Arrays.copyOf(data, length);
            assertThatThrownBy(() -> receive(receiver, PacketKind.DATA, HERE, cut, 0))
                    .isInstanceOf(MalformedPacketException.class);
        }
        assertThat(remoteTop.received).isEmpty();
        assertThat(there.receiver).containsExactly("identity 2");
    }

    @Test
    void aSiteThatIsNotReachableIsIgnored() {
        top.data("abc");
        receive(receiver, PacketKind.DATA, ELSEWHERE, pull(sender, 0), 0);
        assertThat(remoteTop.received).isEmpty();
    }
}
