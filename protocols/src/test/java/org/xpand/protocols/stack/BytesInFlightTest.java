package org.xpand.protocols.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

class BytesInFlightTest {
    private static final GroupId GROUP = new GroupId(7);
    private static final SiteId HERE = new SiteId(1);
    private static final SiteId THERE = new SiteId(2);
    private static final SiteId THIRD = new SiteId(3);
    private static final int PACKET = 1000;
    private static final int ROOM = 100 * PACKET;
    private static final long MS = 1_000_000;

    private final BytesInFlight all = new BytesInFlight();
    private final GroupBytesInFlight group = new GroupBytesInFlight(all, GROUP);
    private final GroupBytesInFlight.To there = group.join(THERE);
    private final BytesInFlight receiving = new BytesInFlight(() -> ROOM);
    private final GroupBytesInFlight.To source = new GroupBytesInFlight(receiving, GROUP).join(HERE);
    private long sent;
    private long received;

    /** Sends until there is no room; answers how many packets. */
    private int fill(GroupBytesInFlight sender, long nowNanos) {
        int packets = 0;
        while (!sender.isFull(nowNanos) && packets < 100_000) {
            sender.sent(sent++, PACKET, nowNanos);
            packets++;
        }
        return packets;
    }

    private void receive(int packets, long nowNanos) {
        for (int i = 0; i < packets; i++) {
            source.received(received++, PACKET, nowNanos);
        }
    }

    private boolean report(long nowNanos) {
        WireWriter out = new WireWriter(new byte[64]);
        source.write(out, nowNanos);
        return group.read(there, new WireReader().reset(out.buffer(), 0, out.position()), nowNanos);
    }

    private void firstReport() {
        group.sent(sent++, PACKET, 0);
        receive(1, 0);
        report(0);
    }

    @Test
    void nothingIsHeldBackBeforeASiteHasAnnouncedWhatItTakes() {
        assertThat(fill(group, 0)).isEqualTo(100_000);
    }

    @Test
    void noMoreIsSentThanTheSocketTakesUntilItIsKnownToHaveBeenRead() {
        firstReport();
        assertThat(fill(group, 0)).isEqualTo(100);
        receive(40, MS / 2);
        report(MS / 2);
        assertThat(all.takeFreed()).isTrue();
        assertThat(all.takeFreed()).isFalse();
        assertThat(fill(group, MS / 2)).isBetween(38, 40);
    }

    /** The path loses every long datagram, and the short ones with reports arrive: nothing that is in flight will ever be read. */
    @Test
    void whatASiteDoesNotReadThoughItReportsIsLost() {
        firstReport();
        assertThat(fill(group, 0)).isEqualTo(100);
        long patience = BytesInFlight.PATIENCE_NANOS;
        for (long now = 10 * MS; now < patience; now += 10 * MS) {
            report(now);
            assertThat(group.isFull(now)).isTrue();
        }
        report(patience);
        assertThat(fill(group, patience)).isEqualTo(100);
    }

    /** It was idle before, so that its last report is old. */
    @Test
    void aSiteThatHasJustBecomeFullHasTimeToReport() {
        firstReport();
        long later = 10 * BytesInFlight.PATIENCE_NANOS;
        assertThat(fill(group, later)).isEqualTo(100);
        assertThat(group.isFull(later + BytesInFlight.PATIENCE_NANOS - 1)).isTrue();
        assertThat(group.patienceEndsNanos()).isEqualTo(later + BytesInFlight.PATIENCE_NANOS);
    }

    private void reported(long number) {
        WireWriter out = new WireWriter(new byte[64]);
        out.putByte(GroupBytesInFlight.FRAME).putShort(13).putLong(number).putInt(ROOM).putByte(1);
        assertThat(group.read(there, new WireReader().reset(out.buffer(), 0, out.position()), 0)).as("believed").isFalse();
        assertThat(group.isFull(0)).isTrue();
    }

    @Test
    void whatIsReportedAsReadBeforeWhatWasReadIsNotBelieved() {
        reportedNothingYet();
        firstReport();
        fill(group, 0);
        receive(40, 0);
        report(0);
        fill(group, 0);
        reported(10);
        reported(-1);
        reported(Long.MIN_VALUE);
    }

    /** Nothing was sent, so nothing can have been read. */
    private void reportedNothingYet() {
        WireWriter out = new WireWriter(new byte[64]);
        out.putByte(GroupBytesInFlight.FRAME).putShort(13).putLong(0).putInt(ROOM).putByte(1);
        assertThat(group.read(there, new WireReader().reset(out.buffer(), 0, out.position()), 0)).isFalse();
    }

    @Test
    void allGroupsShareTheRoomOfASocket() {
        firstReport();
        GroupBytesInFlight other = new GroupBytesInFlight(all, GROUP);
        GroupBytesInFlight.To otherThere = other.join(THERE);
        for (int i = 0; i < 60; i++) {
            other.sent(i, PACKET, 0);
        }
        assertThat(fill(group, 0)).isEqualTo(40);
        assertThat(other.isFull(0)).isTrue();
        other.leave(otherThere);
        assertThat(fill(group, 0)).isEqualTo(60);
    }

    @Test
    void sourcesThatSendAtATimeShareTheRoomOfTheirReceiver() {
        GroupBytesInFlight.To other = new GroupBytesInFlight(receiving, GROUP).join(THIRD);
        firstReport();
        assertThat(source.room(0)).isEqualTo(ROOM);
        other.received(0, PACKET, 100 * MS);
        assertThat(source.room(200 * MS)).isEqualTo(ROOM / 2);
        assertThat(source.room(1_050 * MS)).as("one is silent").isEqualTo(ROOM);
    }

    @Test
    void noMoreMayWaitThanIsReadInAMoment() {
        BytesInFlight large = new BytesInFlight(() -> 4_000_000);
        GroupBytesInFlight.To from = new GroupBytesInFlight(large, GROUP).join(HERE);
        assertThat(from.room(0)).isEqualTo(BytesInFlight.LEAST_QUEUE);
        long now = 0;
        for (int i = 0; i < 2000; i++) {
            from.received(i, PACKET, now += MS / 20);
        }
        assertThat(from.room(now)).as("20 MB/s for 50 ms").isBetween(950_000, 1_050_000);
        for (int i = 0; i < 20_000; i++) {
            from.received(i, PACKET, now += MS / 400);
        }
        assertThat(from.room(now)).as("what the socket takes").isEqualTo(4_000_000);
        from.received(0, PACKET, now += 1000 * MS);
        assertThat(from.room(now)).as("after a moment of rest").isGreaterThan(3_000_000);
    }

    @Test
    void aLongPathMayUseAllThatTheSocketTakes() {
        BytesInFlight large = new BytesInFlight(() -> 4_000_000);
        GroupBytesInFlight.To from = new GroupBytesInFlight(large, GROUP).join(HERE);
        large.baseRtts(Map.of(HERE, 3 * MS));
        assertThat(from.room(0)).isEqualTo(4_000_000);
        large.baseRtts(Map.of(HERE, 2 * MS));
        assertThat(from.room(0)).as("a local path").isEqualTo(BytesInFlight.LEAST_QUEUE);
        large.baseRtts(Map.of());
        assertThat(from.room(0)).as("a path that was not measured").isEqualTo(BytesInFlight.LEAST_QUEUE);
    }

    @Test
    void aShortDatagramTakesRoomToo() {
        firstReport();
        int packets = 0;
        while (!group.isFull(0)) {
            group.sent(sent++, 1, 0);
            packets++;
        }
        assertThat(packets).isBetween(ROOM / 1000, ROOM / 700);
    }

    @Test
    void aReceiverThatHasSleptSaysSoOnce() {
        firstReport();
        source.slept(49 * MS);
        assertThat(report(0)).isFalse();
        source.slept(50 * MS);
        assertThat(report(0)).isTrue();
        assertThat(report(0)).isFalse();
    }

    @Test
    void aPartOfTheRoomThatIsReadIsReportedAtOnce() {
        receive(24, 0);
        assertThat(source.reportDue(0)).isFalse();
        receive(1, 0);
        assertThat(source.reportDue(0)).isTrue();
        source.write(new WireWriter(new byte[64]), 0);
        assertThat(source.reportDue(0)).isFalse();
    }

    @Test
    void aPartOfTheRoomThatManyGroupsReadTogetherIsReportedByThoseThatReadMost() {
        List<GroupBytesInFlight.To> groups = IntStream.range(0, 10)
                .mapToObj(i -> new GroupBytesInFlight(receiving, GROUP).join(HERE)).toList();
        for (int packet = 0; packet < 2; packet++) {
            for (GroupBytesInFlight.To each : groups) {
                each.received(packet, PACKET, 0);
            }
        }
        assertThat(groups).as("20 of 100 packets").noneMatch(each -> each.reportDue(0));
        receive(5, 0);
        assertThat(source.reportDue(0)).as("a quarter").isTrue();
        source.write(new WireWriter(new byte[64]), 0);
        assertThat(groups).as("less than a quarter is left").noneMatch(each -> each.reportDue(0));
        for (int packet = 2; packet < 14; packet++) {
            groups.get(0).received(packet, PACKET, 0);
            groups.get(1).received(packet, PACKET, 0);
        }
        receive(1, 0);
        assertThat(groups.get(0).reportDue(0)).isTrue();
        assertThat(source.reportDue(0)).as("a packet of few groups' room is not worth a report").isFalse();
        groups.get(0).write(new WireWriter(new byte[64]), 0);
        assertThat(groups.get(1).reportDue(0)).as("one report was enough").isFalse();
    }

    /** Several groups, of each of which the same packets were sent and received. */
    private final class Groups {
        private final GroupBytesInFlight[] senders = new GroupBytesInFlight[20];
        private final GroupBytesInFlight.To[] theres = new GroupBytesInFlight.To[senders.length];
        private final GroupBytesInFlight[] receivers = new GroupBytesInFlight[senders.length];
        private final GroupBytesInFlight.To[] sources = new GroupBytesInFlight.To[senders.length];

        private Groups() {
            for (int i = 0; i < senders.length; i++) {
                senders[i] = new GroupBytesInFlight(all, new GroupId(100 + i));
                theres[i] = senders[i].join(THERE);
                receivers[i] = new GroupBytesInFlight(receiving, new GroupId(100 + i));
                sources[i] = receivers[i].join(HERE);
            }
        }

        private void exchange(int packet) {
            for (int i = 0; i < senders.length; i++) {
                senders[i].sent(packet, PACKET, 0);
                sources[i].received(packet, PACKET, 0);
            }
        }

        /** The first group's report. */
        private void report(int most) {
            WireWriter out = new WireWriter(new byte[most]);
            sources[0].write(out, 0);
            senders[0].read(theres[0], new WireReader().reset(out.buffer(), 0, out.position()), 0);
        }
    }

    @Test
    void theLeastRoomIsThatOfTheSitesThatHaveAnnouncedIt() {
        assertThat(all.leastRoom()).isEqualTo(Long.MAX_VALUE);
        firstReport();
        group.join(THIRD);
        assertThat(all.leastRoom()).isEqualTo(ROOM);
    }

    @Test
    void oneGroupsReportSaysWhatOthersHaveReadToo() {
        Groups groups = new Groups();
        groups.exchange(0);
        groups.report(1400);
        groups.report(1400);
        for (int packet = 1; packet <= 5; packet++) {
            groups.exchange(packet);
        }
        assertThat(groups.senders[3].isFull(0)).as("100 packets in flight").isTrue();
        groups.report(1400);
        assertThat(fill(group, 0)).as("the group itself, and 16 others").isEqualTo(5 * 17);
        groups.report(1400);
        assertThat(fill(group, 0)).as("the three that were left").isEqualTo(5 * 3);
        groups.report(1400);
        assertThat(fill(group, 0)).isZero();
    }

    @Test
    void aReportWithoutRoomSaysTheRestLater() {
        Groups groups = new Groups();
        groups.exchange(0);
        groups.report(16 + 2 * 16 + 15);
        assertThat(fill(group, 0)).isEqualTo(100 - (20 - 3));
        for (int i = 0; i < 9; i++) {
            groups.report(16 + 2 * 16);
        }
        assertThat(fill(group, 0)).isEqualTo(17);
    }

    @Test
    void whatOthersHaveReadIsCheckedAsWell() {
        Groups groups = new Groups();
        groups.exchange(0);
        groups.report(1400);
        groups.report(1400);
        fill(groups.senders[1], 0);
        for (long impossible : new long[] {sent, Long.MAX_VALUE, -1, Long.MIN_VALUE}) {
            other(groups, 101, impossible);
        }
        other(groups, 99, 0);
        groups.senders[1].leave(groups.theres[1]);
        other(groups, 101, 0);
        assertThat(groups.senders[2].isFull(0)).as("only the group that left has freed something").isFalse();
    }

    /** A report that another group has read a packet, which is not possible. */
    private void other(Groups groups, long id, long number) {
        boolean full = groups.senders[2].isFull(0);
        WireWriter out = new WireWriter(new byte[64]);
        out.putByte(GroupBytesInFlight.FRAME).putShort(29).putLong(0).putInt(ROOM).putByte(0).putLong(id).putLong(number);
        groups.senders[0].read(groups.theres[0], new WireReader().reset(out.buffer(), 0, out.position()), 0);
        assertThat(groups.senders[2].isFull(0)).as("full").isEqualTo(full);
    }

    @Test
    void whatGroupsHadReadThatAreClosedIsNotReported() {
        GroupBytesInFlight closed = new GroupBytesInFlight(receiving, GROUP);
        GroupBytesInFlight.To to = closed.join(HERE);
        for (int packet = 0; packet < 24; packet++) {
            to.received(packet, PACKET, 0);
        }
        closed.leave(to);
        receive(3, 0);
        assertThat(source.reportDue(0)).isFalse();
    }

    /** Seven rounds in each of which everything is sent that may be in flight, and read a round-trip time later. */
    private void rounds(long rtt) {
        group.sent(sent++, PACKET, 0);
        receive(1, 0);
        report(rtt);
        for (int round = 1; round <= 6; round++) {
            int packets = fill(group, round * rtt);
            receive(packets, round * rtt);
            report((round + 1) * rtt);
        }
    }

    @Test
    void aLongPathHoldsTwiceWhatIsReadInARoundTripBesides() {
        long rtt = 101 * MS;
        rounds(rtt);
        all.baseRtts(Map.of(THIRD, MS, THERE, 3 * MS));
        assertThat(fill(group, 7 * rtt)).as("as in slow start, which doubles").isGreaterThan(1000);
    }

    @Test
    void processesThatAreLateMakeNoPathLong() {
        long rtt = 101 * MS;
        rounds(rtt);
        all.baseRtts(Map.of(THERE, 2 * MS));
        assertThat(fill(group, 7 * rtt)).as("it took two milliseconds within the last minute").isBetween(1, 100);
    }

    @Test
    void aPathThatHoldsNothingGivesNoMoreHoweverFastItIsRead() {
        firstReport();
        for (int round = 1; round <= 100; round++) {
            assertThat(fill(group, round * MS)).isLessThanOrEqualTo(101);
            receive((int) (sent - received), round * MS);
            report(round * MS + MS / 2);
        }
    }

    @Test
    void whoReportsNothingForLongIsNotWaitedFor() {
        firstReport();
        assertThat(fill(group, 0)).isEqualTo(100);
        assertThat(group.patienceEndsNanos()).isEqualTo(BytesInFlight.PATIENCE_NANOS);
        assertThat(group.isFull(BytesInFlight.PATIENCE_NANOS - 1)).isTrue();
        assertThat(fill(group, BytesInFlight.PATIENCE_NANOS)).isEqualTo(100);
    }

    @Test
    void reportsThatWereLateBecauseProcessesStartedAreNotWaitedForFourTimesAsLong() {
        long late = 3000 * MS;
        rounds(late);
        long full = 7 * late;
        fill(group, full);
        assertThat(group.patienceEndsNanos()).as("the path may be as long").isEqualTo(full + 4 * late);
        all.baseRtts(Map.of(THERE, 2 * MS));
        assertThat(group.patienceEndsNanos()).isEqualTo(full + 8 * MS + BytesInFlight.LATE_NANOS);
    }

    @Test
    void aSiteThatIsNotReachableHoldsNobodyBackAndBeginsAnewWhenItIs() {
        firstReport();
        fill(group, 0);
        group.suspend(there);
        assertThat(group.isFull(0)).isFalse();
        for (int i = 0; i < 1000; i++) {
            group.sent(sent++, PACKET, 0);
        }
        group.resume(there);
        assertThat(fill(group, 0)).isEqualTo(100);
    }

    @Test
    void reportsOfPacketsThatNeverLeftAndRoomThatCannotBeChangeNothing() {
        firstReport();
        fill(group, 0);
        for (long[] wrong : new long[][] {{-1, ROOM}, {50, 0}, {50, -1}}) {
            WireWriter out = new WireWriter(new byte[64]);
            out.putByte(GroupBytesInFlight.FRAME).putShort(13).putLong(wrong[0]).putInt((int) wrong[1]).putByte(0);
            group.read(there, new WireReader().reset(out.buffer(), 0, out.position()), 0);
            assertThat(group.isFull(0)).isTrue();
        }
    }
}
