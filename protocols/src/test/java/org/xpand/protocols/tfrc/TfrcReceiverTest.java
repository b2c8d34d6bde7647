package org.xpand.protocols.tfrc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.rate.ThroughputEquation;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** What a receiver measures and when it reports (Xpand §4.1, §4.2). */
class TfrcReceiverTest {
    private static final long MS = 1_000_000;
    private static final long KEY = 77;
    private static final int SIZE = 1000;

    private final byte[] buffer = new byte[128];
    private TfrcReceiver receiver = receiver(Map.of("ndupack", "1"));
    private long next;
    private long now;
    private int bytes = SIZE;

    private static TfrcReceiver receiver(Map<String, String> settings) {
        TfrcReceiver receiver = new TfrcReceiver(TfrcConfig.fromSettings(settings));
        receiver.identity(KEY);
        return receiver;
    }

    private void receive() {
        receive(10 * MS);
    }

    private void receive(long delayNanos) {
        receiver.packetReceived(next++, bytes, now - delayNanos, new WireReader(), now);
    }

    /** Packets a millisecond apart, with a report whenever one is due. */
    private void stream(int packets) {
        for (int i = 0; i < packets; i++) {
            now += MS;
            receive();
            if (receiver.reportDue(now)) {
                report();
            }
        }
    }

    private void announce(long key, long rttNanos) {
        announce(key, rttNanos, 10 * MS);
    }

    private void announce(long key, long rttNanos, long delayNanos) {
        WireWriter writer = new WireWriter(buffer);
        TfrcDataHeader.write(writer, key, rttNanos);
        receiver.packetReceived(next++, SIZE, now - delayNanos, new WireReader().reset(buffer, 0, writer.position()), now);
    }

    private TfrcReport report() {
        WireWriter writer = new WireWriter(buffer);
        receiver.writeReport(writer, now);
        TfrcReport report = new TfrcReport();
        report.read(new WireReader().reset(buffer, 0, writer.position()));
        return report;
    }

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
    void nothingIsReportedWhileNothingArrives() {
        receive();
        report();
        assertThat(receiver.reportDue(Long.MAX_VALUE / 2)).isFalse();
        assertThat(receiver.nextDeadlineNanos()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aReceiverWithoutAnRttUses500Milliseconds() {
        assertThat(receiver.rttNanos()).isEqualTo(500 * MS);
        assertThat(receiver.stats(now).rttNanos()).isZero();
        announce(KEY + 1, 100 * MS);
        assertThat(receiver.rttNanos()).as("told to another").isEqualTo(500 * MS);
        announce(KEY, 100 * MS);
        assertThat(receiver.rttNanos()).isEqualTo(100 * MS);
        assertThat(receiver.stats(now).rttNanos()).isEqualTo(100 * MS);
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
    void firstIntervalGivesTheReceiveRateOfTheLastRtt() {
        announce(KEY, 100 * MS);
        stream(2000);
        next++;
        stream(1);
        double receiveRate = receiver.stats(now).receiveRate();
        assertThat(receiveRate).isCloseTo(SIZE * 1000.0, within(SIZE * 20.0));
        assertThat(report().acceptableRate()).isCloseTo(receiveRate, within(receiveRate * 0.03));
    }

    /** It stands for the rate at the first loss, also if packets are fuller from then on. */
    @Test
    void theRateOfTheFirstIntervalIsThatOfFullerPackets() {
        announce(KEY, 100 * MS);
        stream(2000);
        next++;
        stream(1);
        double before = report().acceptableRate();
        bytes = 13 * SIZE / 10;
        stream(500);
        assertThat(report().acceptableRate()).isCloseTo(before, within(before * 0.02));
    }

    /** What waited while this process slept was in no queue of the path: the rate would grow as if that had much room. */
    @Test
    void packetsThatWaitedForThisProcessWereInNoQueue() {
        announce(KEY, 100 * MS);
        stream(2000);
        now += 300 * MS;
        receiver.paused(300 * MS, now + MS, now);
        receive(310 * MS);
        now += 5 * MS;
        stream(200);
        next++;
        stream(1);
        double before = report().lossEventRate();
        stream(300);
        assertThat(report().lossEventRate()).isEqualTo(before);
    }

    @Test
    void paperTakesTheCountBeforeTheFirstLoss() {
        receiver = receiver(Map.of("preset", "paper"));
        announce(KEY, 100 * MS);
        stream(2000);
        next++;
        stream(1);
        assertThat(report().lossEventRate()).isCloseTo(1 / 2001.0, within(1e-9));
    }

    @Test
    void lossOnTheFirstPacketsLeavesHalfAPacketPerRtt() {
        receiver = receiver(Map.of("ndupack", "1"));
        announce(KEY, 1000 * MS);
        next++;
        now += 3000 * MS;
        receiver.packetReceived(next++, 10, 0, new WireReader(), now);
        assertThat(report().acceptableRate()).as("not the 10 bytes that came").isCloseTo(490, within(1.0));
    }

    @Test
    void acceptableRateIsEq1WithAnnouncedRttAndAveragePacketSize() {
        announce(KEY, 100 * MS);
        stream(500);
        next++;
        stream(300);
        TfrcReport report = report();
        double expected = new ThroughputEquation(1, 4).rate(SIZE, 100 * MS, report.lossEventRate());
        assertThat(report.acceptableRate()).isCloseTo(expected, within(expected * 1e-6));
    }

    @Test
    void firstIntervalFromAGuessedRttIsCorrectedWhenTheRttIsAnnounced() {
        receiver = receiver(Map.of("ndupack", "1"));
        stream(1000);
        next++;
        stream(1);
        double guessed = receiver.stats(now).lossEventRate();
        announce(KEY, 50 * MS);
        assertThat(receiver.stats(now).lossEventRate()).isCloseTo(Math.min(1, guessed * 100), within(guessed));
        double corrected = receiver.stats(now).lossEventRate();
        announce(KEY, 100 * MS);
        assertThat(receiver.stats(now).lossEventRate()).as("only the guess").isEqualTo(corrected);
    }

    /** It has heard for 80 ms, not the 500 ms that it guesses; the correction of the guess costs a rate this low some more. */
    @Test
    void aReceiverThatJoinsARunningStreamAndSoonLosesAPacketIsNotConsideredSlow() {
        for (int i = 0; i < 5; i++) {
            now += 20 * MS;
            next += i == 3 ? 1 : 0;
            receive();
        }
        announce(KEY, 60 * MS);
        assertThat(report().acceptableRate()).isBetween(SIZE * 50 / 5.0, SIZE * 50.0);
    }

    @Test
    void lossEventLastsTheAnnouncedRtt() {
        announce(KEY, 20 * MS);
        stream(100);
        next++;
        stream(50);
        next++;
        stream(1);
        assertThat(receiver.stats(now).lossEvents()).isEqualTo(2);
    }

    @Test
    void whatIsLostBeforeALowerRateCanArriveIsTheSameEvent() {
        announce(KEY, 20 * MS);
        stream(100);
        next++;
        stream(60);
        next++;
        stream(15);
        next++;
        stream(10);
        assertThat(receiver.stats(now).lossEvents()).as("20 ms").isEqualTo(2);
        next++;
        stream(10);
        assertThat(receiver.stats(now).lossEvents()).isEqualTo(3);
    }

    /** When a queue overflows the round-trip time is longer than its average: the event lasts as long as it is. */
    @Test
    void lossEventLastsLongerWhileTheDelayIsLonger() {
        announce(KEY, 20 * MS);
        stream(100);
        next++;
        for (int i = 0; i < 50; i++) {
            now += MS;
            receiver.packetReceived(next++, SIZE, now - 60 * MS, new WireReader(), now);
        }
        next++;
        receiver.packetReceived(next++, SIZE, now - 60 * MS, new WireReader(), now);
        assertThat(receiver.stats(now).lossEvents()).isEqualTo(1);
    }

    @Test
    void receiveRateIsReported() {
        announce(KEY, 100 * MS);
        stream(1000);
        assertThat(report().receiveRate()).isCloseTo(SIZE * 1000.0, within(SIZE * 20.0));
        now += 5000 * MS;
        assertThat(report().receiveRate()).as("at least a packet per RTT").isEqualTo(SIZE * 10.0);
    }

    @Test
    void restartedNumbersAreNoLossAndKeepHistoryAndRtt() {
        announce(KEY, 100 * MS);
        stream(500);
        next++;
        stream(300);
        double p = receiver.stats(now).lossEventRate();
        next = 1_000_000;
        receiver.numbersRestarted(now);
        assertThat(receiver.reportDue(now + 1000 * MS)).isFalse();
        stream(2);
        next = 5;
        receiver.numbersRestarted(now);
        stream(1);
        assertThat(report().echoNumber()).isEqualTo(5);
        assertThat(receiver.stats(now).lossEvents()).isEqualTo(1);
        assertThat(receiver.stats(now).lossEventRate()).isCloseTo(p, within(p * 0.05));
        assertThat(receiver.rttNanos()).isEqualTo(100 * MS);
    }

    /** Over another path, too, the source goes on with its rate; the first packet alone would look like a thousandth of it. */
    @Test
    void inSlowStartTheReceiveRateIsThatFromBeforeTheNumbersRestarted() {
        announce(KEY, 100 * MS);
        stream(500);
        receiver.numbersRestarted(now);
        now += MS;
        receive();
        assertThat(report().receiveRate()).isCloseTo(SIZE * 1000.0, within(SIZE * 100.0));
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
    void reorderingWithinNdupackIsNoLoss() {
        receiver = receiver(Map.of());
        for (long number : new long[] {0, 1, 4, 2, 3, 5, 6, 7}) {
            receiver.packetReceived(number, SIZE, 0, new WireReader(), now += MS);
        }
        assertThat(receiver.stats(now).lost()).isZero();
        receiver.packetReceived(9, SIZE, 0, new WireReader(), now += MS);
        receiver.packetReceived(10, SIZE, 0, new WireReader(), now += MS);
        assertThat(receiver.stats(now).lost()).isZero();
        receiver.packetReceived(11, SIZE, 0, new WireReader(), now += MS);
        assertThat(receiver.stats(now).lost()).isEqualTo(1);
    }

    @Test
    void malformedHeaderChangesNothing() {
        receive();
        var before = receiver.stats(now);
        assertThatThrownBy(() -> receiver.packetReceived(5, SIZE, 0, new WireReader(new byte[5]), now))
                .isInstanceOf(MalformedPacketException.class);
        assertThat(receiver.stats(now)).isEqualTo(before);
    }

    @Test
    void reportWithoutAPacketIsABug() {
        assertThatThrownBy(this::report).isInstanceOf(IllegalStateException.class);
    }
}
