package org.xpand.protocols.tfrc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.rate.ThroughputEquation;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;

/** What a receiver measures (Xpand §4.1, §4.2). */
class TfrcReceiverTest extends TfrcReceiverFixture {
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
}
