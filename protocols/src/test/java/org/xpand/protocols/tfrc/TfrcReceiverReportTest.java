package org.xpand.protocols.tfrc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.wire.WireReader;

/** When a receiver reports, and what its reports contain (Xpand §4.1). */
class TfrcReceiverReportTest extends TfrcReceiverFixture {
    @Test
    void firstPacketIsReportedAtOnce() {
        assertThat(receiver.reportDue(now)).isFalse();
        assertThat(receiver.nextDeadlineNanos()).isEqualTo(Long.MAX_VALUE);
        receive();
        assertThat(receiver.reportDue(now)).isTrue();
        assertThat(report().acceptableRate()).isInfinite();
    }

    /** So many packets, this long apart, with a report whenever one is due; returns how many were. */
    private int reports(int packets, long apart) {
        int reports = 0;
        for (int i = 0; i < packets; i++) {
            now += apart;
            receive();
            if (receiver.reportDue(now)) {
                report();
                reports++;
            }
        }
        return reports;
    }

    @Test
    void inSlowStartReportsComeUpToEightTimesPerRttWhileTheRateRises() {
        announce(KEY, 160 * MS);
        report();
        assertThat(reports(60, 16 * MS)).as("a window of ten packets, and five more RTTs at this rate").isBetween(6, 11);
        assertThat(reports(20, 4 * MS)).as("half an RTT at four times the rate").isBetween(3, 5);
        reports(20, 4 * MS);
        assertThat(reports(400, 4 * MS)).as("ten RTTs at that").isBetween(9, 11);
        assertThat(reports(400, 8 * MS)).as("less").isBetween(19, 21);
    }

    /** TFRC's window of up to four packets stands for its slow start, which doubles the rate in two RTTs. */
    @Test
    void withAWindowAsInTheRfcReportsComeOncePerRttInSlowStart() {
        receiver = receiver(Map.of("initialWindow", "4"));
        announce(KEY, 160 * MS);
        report();
        assertThat(reports(40, 8 * MS)).isEqualTo(2);
        assertThat(reports(80, 4 * MS)).isEqualTo(2);
    }

    @Test
    void inSlowStartTheReceiveRateIsThatSinceTheLastStep() {
        announce(KEY, 160 * MS);
        report();
        reports(8, 8 * MS);
        assertThat(report().receiveRate()).as("in the first RTT").isBetween(SIZE / 0.008, 1.25 * SIZE / 0.008);
        reports(100, 8 * MS);
        reports(10, 4 * MS);
        assertThat(report().receiveRate()).as("twice for a quarter of it").isBetween(1.4 * SIZE / 0.008, 1.81 * SIZE / 0.008);
        reports(100, 8 * MS);
        for (int i = 0; i < 20; i++) {
            receive();
        }
        assertThat(report().receiveRate()).as("a burst of as much as in an RTT").isLessThan(3 * SIZE / 0.008);
    }

    @Test
    void afterTheFirstLossReportsComeOncePerRtt() {
        announce(KEY, 160 * MS);
        stream(1000);
        next++;
        stream(1000);
        assertThat(reports(160, 2 * MS)).isEqualTo(2);
        assertThat(reports(640, MS / 2)).isEqualTo(2);
    }

    @Test
    void reportsComeOncePerRttWhilePacketsArrive() {
        receiver = receiver(Map.of("initialWindow", "4"));
        announce(KEY, 100 * MS);
        report();
        now += 50 * MS;
        receive();
        assertThat(receiver.nextDeadlineNanos()).isEqualTo(100 * MS);
        assertThat(receiver.reportDue(100 * MS - 1)).isFalse();
        receiver.deadlineReached(100 * MS);
        assertThat(receiver.reportDue(100 * MS)).isTrue();
    }

    /** The source averages over samples: it takes as many to notice that a queue is empty as reports come in an average. */
    @Test
    void reportsComeOncePerRttAsItIsNowWhenAQueueHasEmptied() {
        for (int i = 0; i < 20; i++) {
            announce(KEY, 300 * MS, 200 * MS);
            report();
        }
        now += 30 * MS;
        receive(150 * MS);
        assertThat(receiver.nextDeadlineNanos()).as("a queue that comes and goes").isEqualTo(300 * MS);
        receive(20 * MS);
        assertThat(receiver.nextDeadlineNanos()).isEqualTo(120 * MS);
        receive(-10_000 * MS);
        assertThat(receiver.nextDeadlineNanos()).as("a clock that leapt").isEqualTo(300 * MS / 8);
        receive(200 * MS);
        assertThat(receiver.nextDeadlineNanos()).isEqualTo(300 * MS);
        receive(20 * MS);
        receiver.numbersRestarted(now);
        receive(20 * MS);
        assertThat(receiver.nextDeadlineNanos()).as("another clock").isEqualTo(300 * MS);
    }

    @Test
    void inThePaperReportsComeOncePerSmoothedRtt() {
        receiver = receiver(Map.of("preset", "paper"));
        announce(KEY, 300 * MS, 200 * MS);
        report();
        receive(20 * MS);
        assertThat(receiver.nextDeadlineNanos()).isEqualTo(300 * MS);
    }

    @Test
    void onALanReportsComeLessOftenThanOncePerRtt() {
        announce(KEY, MS / 5);
        lose();
        report();
        assertThat(reports(1000, MS / 4)).as("in 250 ms").isBetween(45, 51);
        receiver = receiver(Map.of("minReportInterval", "0s", "ndupack", "1"));
        announce(KEY, MS / 5);
        lose();
        report();
        assertThat(reports(1000, MS / 4)).as("one for each packet").isEqualTo(1000);
    }

    @Test
    void onALanLossIsReportedAtOnce() {
        announce(KEY, MS / 5);
        stream(250);
        report();
        next++;
        now += MS / 4;
        receive();
        assertThat(receiver.reportDue(now)).isTrue();
    }

    @Test
    void nothingIsReportedWhileNothingArrives() {
        receive();
        report();
        assertThat(receiver.reportDue(Long.MAX_VALUE / 2)).isFalse();
        assertThat(receiver.nextDeadlineNanos()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void reportEchoesTheNewestPacketAndHowLongItWasHeld() {
        next = 5;
        receive();
        next = 9;
        now += 10 * MS;
        receive();
        next = 7;
        now += 10 * MS;
        receive();
        now += 3 * MS + 999;
        TfrcReport report = report();
        assertThat(report.echoNumber()).isEqualTo(9);
        assertThat(report.holdNanos()).isEqualTo(13 * MS);
    }

    @Test
    void lossThatLowersTheRateIsReportedAtOnce() {
        announce(KEY, 100 * MS);
        stream(250);
        report();
        assertThat(receiver.reportDue(now)).isFalse();
        next++;
        now += MS;
        receive();
        assertThat(receiver.reportDue(now)).isTrue();
        assertThat(receiver.nextDeadlineNanos()).isEqualTo(now);
        TfrcReport report = report();
        assertThat(report.lossEventRate()).isPositive();
        assertThat(report.lossEvents()).isEqualTo(1);
    }

    @Test
    void lossThatDoesNotLowerTheRateWaitsForItsTurn() {
        announce(KEY, 100 * MS);
        stream(250);
        next++;
        stream(1);
        stream(5000);
        report();
        double reported = receiver.stats(now).lossEventRate();
        now += MS;
        for (int i = 0; i < 20_000; i++) {
            // So many packets in no time that the new interval is longer than the reported mean.
            receive();
        }
        next++;
        receive();
        assertThat(receiver.stats(now).lossEvents()).isEqualTo(2);
        assertThat(receiver.stats(now).lossEventRate()).isLessThan(reported);
        assertThat(receiver.reportDue(now)).isFalse();
    }

    @Test
    void lossWithinTheEventIsNotReportedAtOnce() {
        announce(KEY, 100 * MS);
        stream(250);
        next++;
        stream(1);
        next++;
        now += MS;
        receive();
        assertThat(receiver.stats(now).lost()).isEqualTo(2);
        assertThat(receiver.reportDue(now)).isFalse();
    }

    @Test
    void lossEventTakenBackIsReportedAtOnce() {
        announce(KEY, 100 * MS);
        stream(250);
        long lost = next++;
        stream(2);
        assertThat(report().lossEventRate()).isPositive();
        receiver.packetReceived(lost, SIZE, 0, new WireReader(), now);
        assertThat(receiver.reportDue(now)).isTrue();
        assertThat(report().acceptableRate()).isInfinite();
    }

    @Test
    void receiveRateIsReported() {
        announce(KEY, 100 * MS);
        stream(1000);
        assertThat(report().receiveRate()).isCloseTo(SIZE * 1000.0, within(SIZE * 20.0));
        now += 5000 * MS;
        assertThat(report().receiveRate()).as("at least a packet per RTT").isEqualTo(SIZE * 10.0);
    }

    /** Its process had much to do: in the last round-trip time before the report nothing arrived. */
    @Test
    void aLateReportHasTheMeanSinceTheOneBefore() {
        announce(KEY, 10 * MS);
        lose();
        for (int i = 0; i < 3; i++) {
            report();
            stream20();
            now += 30 * MS;
            assertThat(report().receiveRate()).isCloseTo(20 * SIZE / 0.05, within(SIZE * 40.0));
        }
    }

    private void lose() {
        next += 2;
        stream(20);
    }

    /** Twenty packets a millisecond apart, without a report. */
    private void stream20() {
        for (int i = 0; i < 20; i++) {
            now += MS;
            receive();
        }
    }

    @Test
    void reportWithoutAPacketIsABug() {
        assertThatThrownBy(this::report).isInstanceOf(IllegalStateException.class);
    }
}
