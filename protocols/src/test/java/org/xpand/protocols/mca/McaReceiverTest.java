package org.xpand.protocols.mca;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** When a receiver indicates congestion, what it tells, and when it keeps silent: a packet of 1000 bytes per ms. */
class McaReceiverTest {
    private static final long MS = 1_000_000;
    private static final int SIZE = 1000;
    private static final long SELF = 7;
    private static final long OTHER = 8;

    private final byte[] buffer = new byte[128];
    private final WireWriter writer = new WireWriter(buffer);
    private final McaReport report = new McaReport();
    private McaReceiver receiver = receiver(Map.of("ndupack", "1"));
    private long now = 5_000 * MS;
    private long number = 100;

    private static McaReceiver receiver(Map<String, String> settings) {
        Map<String, String> all = new HashMap<>(settings);
        all.putIfAbsent("leastTime", "0ms");
        all.putIfAbsent("leastRtts", "0");
        McaReceiver made = new McaReceiver(McaConfig.fromSettings(all));
        made.identity(SELF);
        return made;
    }

    /** A packet arrives with this delay; a control packet tells an SRTT of 10 ms and nobody chosen. */
    private boolean packet(double delayMillis, boolean control) {
        writer.reset(0, buffer.length);
        if (control) {
            writer.putByte(0).putInt(10_000).putLong(0).putDouble(0).putDouble(0);
        }
        return deliver(delayMillis);
    }

    private boolean chosen(double delayMillis, long key, double average, double deviation) {
        writer.reset(0, buffer.length);
        writer.putByte(1).putInt(10_000).putLong(key).putDouble(average).putDouble(deviation);
        return deliver(delayMillis);
    }

    /** Answers whether an indication leaves. */
    private boolean deliver(double delayMillis) {
        now += MS;
        receiver.packetReceived(number++, SIZE, now - Math.round(delayMillis * MS) + 900_000 * MS,
                new WireReader().reset(buffer, 0, writer.position()), now);
        return indication();
    }

    private boolean indication() {
        if (!receiver.reportDue(now)) {
            return false;
        }
        writer.reset(0, buffer.length);
        receiver.writeReport(writer, now);
        report.read(new WireReader().reset(buffer, 0, writer.position()));
        return report.indication();
    }

    /** Packets in time, every second one a control packet, the last one too. */
    private void steady(int packets) {
        for (int i = 0; i < packets; i++) {
            packet(0, (packets - i) % 2 == 1);
        }
    }

    private void late(int packets) {
        for (int i = 0; i < packets; i++) {
            packet(3, false);
        }
    }

    @Test
    void aSleepOfItsOwnIsNoSmallerRate() {
        for (boolean slept : new boolean[] {false, true}) {
            receiver = receiver(Map.of());
            steady(60);
            now += 6 * MS;
            if (slept) {
                receiver.paused(6 * MS, now, now);
            }
            packet(0, false);
            assertThat(receiver.stats(now).receiveRate()).isBetween(slept ? 0.7e6 : 0.3e6, slept ? 0.9e6 : 0.55e6);
        }
    }

    @Test
    void accumulationIsIndicatedAtAControlPacket() {
        steady(30);
        assertThat(packet(3, false)).isFalse();
        assertThat(packet(3, false)).isFalse();
        assertThat(packet(3, true)).isTrue();
        assertThat(report.loss()).isFalse();
        assertThat(report.echoNumber()).isEqualTo(number - 1);
        assertThat(report.delayNanos()).isEqualTo(3 * MS - 900_000 * MS);
        assertThat(report.receiveRate()).isBetween(0.9e6, 1.1e6);
        assertThat(report.tracAverage()).isEqualTo(report.receiveRate());
        assertThat(report.average()).as("one CI over 32 packets").isEqualTo(report.receiveRate() * (1 - 1 / 32.0));
    }

    @Test
    void theFrequencyCountsFromTheEndOfTheLastEpoch() {
        receiver = receiver(Map.of("indicationRtts", "0", "averageQuotient", "0"));
        steady(30);
        for (int i = 0; i < 40; i++) {
            packet(3, i % 2 == 1);
        }
        assertThat(report.average()).as("20 CIs over 69 packets").isCloseTo(report.tracAverage() * (1 - 20 / 69.0), within(1.0));
        steady(11);
        late(2);
        assertThat(packet(3, true)).isTrue();
        assertThat(report.average()).as("one over the 13 since the epoch ended").isCloseTo(
                report.tracAverage() * (1 - 1 / 13.0), within(1.0));
    }

    @Test
    void aReportSaysForHowLongItsPacketWasHeld() {
        packet(0, true);
        steady(10);
        now += 1000 * MS;
        assertThat(indication()).as("a status").isFalse();
        assertThat(report.holdNanos()).isEqualTo(1000 * MS);
    }

    @Test
    void statusesAreCountedApartFromIndications() {
        packet(0, true);
        steady(10);
        now += 1000 * MS;
        assertThat(indication()).as("a status").isFalse();
        long statuses = receiver.stats(now).statuses();
        assertThat(statuses).isPositive().isEqualTo(receiver.stats(now).reports());
        receiver = receiver(Map.of("statusInterval", "0s"));
        steady(30);
        assertThat(packet(3, true)).as("an indication").isTrue();
        assertThat(receiver.stats(now).reports()).isEqualTo(1);
        assertThat(receiver.stats(now).statuses()).isZero();
    }

    @Test
    void whileCongestionLastsThereIsOneIndicationPerRtt() {
        steady(30);
        int count = 0;
        for (int i = 0; i < 40; i++) {
            count += packet(3, i % 2 == 1) ? 1 : 0;
        }
        assertThat(count).isEqualTo(4);
        receiver = receiver(Map.of("indicationRtts", "0"));
        steady(30);
        count = 0;
        for (int i = 0; i < 40; i++) {
            count += packet(3, i % 2 == 1) ? 1 : 0;
        }
        assertThat(count).as("one per control packet").isEqualTo(20);
    }

    @Test
    void consecutiveLossesAreOneIndicationThatSaysLoss() {
        steady(30);
        number += 5;
        assertThat(packet(0, false)).isTrue();
        assertThat(report.loss()).isTrue();
        assertThat(receiver.stats(now).lost()).isEqualTo(5);
        assertThat(packet(0, true)).isFalse();
        number += 1;
        assertThat(packet(0, false)).as("within an RTT").isFalse();
        steady(10);
        number += 1;
        assertThat(packet(0, false)).as("an RTT later").isTrue();
        assertThat(receiver.stats(now).lossEvents()).isEqualTo(2);
        assertThat(report.lossEventRate()).isEqualTo(2.0 / (receiver.stats(now).received() + 7));
    }

    @Test
    void aPacketOvertakenByOthersIsNoLossUntilThreeHave() {
        receiver = receiver(Map.of());
        steady(30);
        number += 1;
        assertThat(packet(0, true)).isFalse();
        assertThat(packet(0, true)).isFalse();
        number -= 3;
        assertThat(packet(2.5, true)).as("late, and no sign of a queue").isFalse();
        number += 2;
        steady(5);
        assertThat(receiver.stats(now).lost()).isZero();
    }

    @Test
    void aReceiverBetterOffThanTheRepresentativeKeepsSilent() {
        steady(30);
        assertThat(chosen(3, OTHER, 0.5e6, 0)).isFalse();
        assertThat(receiver.stats(now).suppressed()).isEqualTo(1);
        for (int i = 0; i < 20; i++) {
            assertThat(chosen(3, OTHER, 0.5e6, 0)).isFalse();
        }
        assertThat(receiver.stats(now).suppressed()).as("one per RTT").isEqualTo(3);
        assertThat(chosen(3, SELF, 0.5e6, 0)).as("within an RTT of the last suppressed one").isFalse();
        late(10);
        assertThat(chosen(3, SELF, 0.5e6, 0)).as("it is the representative").isTrue();
        assertThat(report.average()).as("suppressed ones count: 4 over 61 packets, the first 1 over 31")
                .isLessThan(report.tracAverage() * 0.965);
    }

    @Test
    void aReceiverWorseOffThanTheRepresentativeByItsDeviationIndicates() {
        steady(30);
        assertThat(chosen(3, OTHER, 1.2e6, 0.3e6)).as("not below 0.9 MB/s").isFalse();
        receiver = receiver(Map.of());
        steady(30);
        assertThat(chosen(3, OTHER, 1.4e6, 0.3e6)).as("below 1.1 MB/s").isTrue();
    }

    @Test
    void withNobodyChosenEveryoneIndicates() {
        steady(30);
        assertThat(chosen(3, OTHER, 0.5e6, 0)).isFalse();
        late(10);
        assertThat(packet(3, true)).as("CIs are requested").isTrue();
    }

    @Test
    void aStatusLeavesAtOnceThenAtIntervalsWhilePacketsArrive() {
        assertThat(receiver.nextDeadlineNanos()).isEqualTo(Long.MAX_VALUE);
        packet(0, true);
        assertThat(receiver.stats(now).reports()).isEqualTo(1);
        long first = now;
        steady(10);
        assertThat(receiver.stats(now).reports()).isEqualTo(1);
        assertThat(receiver.nextDeadlineNanos()).isEqualTo(first + 1000 * MS);
        now = first + 1000 * MS;
        assertThat(indication()).isFalse();
        assertThat(receiver.stats(now).reports()).isEqualTo(2);
        assertThat(receiver.nextDeadlineNanos()).as("nothing has arrived since").isEqualTo(Long.MAX_VALUE);
        receiver = new McaReceiver(McaConfig.paper());
        steady(10);
        assertThat(receiver.nextDeadlineNanos()).as("the paper has none").isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aReceiverLearnsItsOwnRttAndOnlyItsOwn() {
        steady(2);
        assertThat(receiver.rttNanos()).isEqualTo(100 * MS);
        assertThat(receiver.stats(now).rttNanos()).isZero();
        for (long key : new long[] {OTHER, SELF}) {
            writer.reset(0, buffer.length);
            writer.putByte(2).putInt(10_000).putLong(0).putDouble(0).putDouble(0).putLong(key).putInt(25_000).putInt(0);
            deliver(0);
            assertThat(receiver.stats(now).rttNanos()).isEqualTo(key == SELF ? 25 * MS : 0);
        }
        assertThat(receiver.rttNanos()).isEqualTo(25 * MS);
    }

    @Test
    void anotherSourceProcessHasAnotherClockAndOtherNumbers() {
        steady(30);
        receiver.numbersRestarted(now);
        number = 0;
        assertThat(receiver.nextDeadlineNanos()).isEqualTo(Long.MAX_VALUE);
        assertThat(packet(50_000, true)).as("neither loss nor a queue").isFalse();
        assertThat(packet(50_003, false)).isFalse();
        assertThat(packet(50_003, true)).isTrue();
    }

    @Test
    void whatWasToBeSaidOfAnotherSourceProcessIsNotSaidAnyMore() {
        steady(30);
        late(10);
        now += MS;
        writer.reset(0, buffer.length);
        writer.putByte(0).putInt(10_000).putLong(0).putDouble(0).putDouble(0);
        receiver.packetReceived(number + 3, SIZE, now - 3 * MS + 900_000 * MS,
                new WireReader().reset(buffer, 0, writer.position()), now);
        assertThat(receiver.reportDue(now)).as("accumulation and loss").isTrue();
        receiver.numbersRestarted(now);
        assertThat(receiver.reportDue(now)).isFalse();
        assertThatThrownBy(() -> receiver.writeReport(writer, now)).isInstanceOf(IllegalStateException.class);
        number = 0;
        assertThat(packet(0, true)).isFalse();
        assertThat(report.indication()).isFalse();
    }

    @Test
    void whatComesLateIsNotLost() {
        receiver = receiver(Map.of("ndupack", "3"));
        for (int i = 0; i < 10; i++) {
            packet(0, false);
        }
        number++;
        for (int i = 0; i < 5; i++) {
            packet(0, false);
        }
        assertThat(receiver.stats(now).lost()).isEqualTo(1);
        assertThat(receiver.stats(now).received()).isEqualTo(15);
        number -= 6;
        packet(0, false);
        assertThat(receiver.stats(now).lost()).isZero();
        assertThat(receiver.stats(now).received()).isEqualTo(16);
    }
}
