package org.xpand.protocols.tfrc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A receiver that is silent halves the rate, down to a least one (RFC 5348 §4.4). */
class TfrcSilenceTest extends TfrcSourceFixture {
    @Test
    void noReportForFourRttsHalvesTheRate() {
        source.receiverJoined(1, RTT, now);
        round(40_000, 40_000);
        send();
        long armed = now;
        assertThat(source.nextDeadlineNanos()).isEqualTo(armed + 4 * RTT);
        now = armed + 4 * RTT - 1;
        source.deadlineReached(now);
        assertThat(rate()).isEqualTo(40_000);
        now = armed + 4 * RTT;
        source.deadlineReached(now);
        assertThat(rate()).isEqualTo(20_000);
        send();
        now += 4 * RTT;
        source.deadlineReached(now);
        assertThat(rate()).isEqualTo(10_000);
    }

    /** At a rate of a packet per RTT, four of which take as long as four RTTs. */
    @ParameterizedTest
    @CsvSource({"0.01, 4", "0.15, 4", "0.25, 5.57", "0.3, 6.84", "0.4, 10.32", "0.5, 16", "1, 16"})
    void whereManyPacketsAreLostSilenceTakesMorePackets(double loss, double packets) {
        lossEventRate = loss;
        source.receiverJoined(1, RTT, now);
        round(10_000, 10_000);
        assertThat(rate()).isEqualTo(10_000);
        send();
        assertThat((source.nextDeadlineNanos() - now) / (double) RTT).isCloseTo(packets, within(0.01));
    }

    /** Three times the rate is halved because no report arrives. */
    private void sendsIntoSilence() {
        for (int i = 0; i < 3; i++) {
            send();
            now += 4 * RTT;
            source.deadlineReached(now);
        }
    }

    @Test
    void whatAReceiverHasSleptThroughIsTakenBack() {
        source.receiverJoined(1, RTT, now);
        round(40_000, 40_000);
        sendsIntoSilence();
        assertThat(rate()).isEqualTo(5_000);
        source.receiverSlept(1, now);
        assertThat(rate()).isEqualTo(40_000);
        source.receiverSlept(1, now);
        assertThat(rate()).as("it was not silent").isEqualTo(40_000);
    }

    @Test
    void silenceWhileNothingWasSentHalvesNothing() {
        source.receiverJoined(1, RTT, now);
        round(40_000, 40_000);
        assertThat(source.nextDeadlineNanos()).isEqualTo(Long.MAX_VALUE);
        now += 100 * RTT;
        source.deadlineReached(now);
        assertThat(rate()).isEqualTo(40_000);
    }

    @Test
    void timerIsTwoPacketsLongAtLowRates() {
        source.receiverJoined(1, RTT, now);
        round(500, 500);
        send();
        assertThat(source.nextDeadlineNanos() - now).as("2 s/X").isCloseTo(4_000_000_000L, within(100 * MS));
    }

    /** A repair to one site before each packet: the receiver answers only half of what the rate allows. */
    @Test
    void repairsThatNobodyMeasuresMakeTheTimerLonger() {
        source.receiverJoined(1, RTT, now);
        round(500, 500);
        source.repairSent(SIZE, now);
        send();
        assertThat(source.nextDeadlineNanos() - now).as("2 s/X, with as many repairs").isCloseTo(8_000_000_000L, within(200 * MS));
    }

    @Test
    void receiverThatNeverReportsHalvesTheRateToo() {
        source.receiverJoined(1, RTT, now);
        source.receiverJoined(2, 0, now);
        for (int i = 0; i < 15; i++) {
            round(1e6, 40_000);
            if (now - source.nextDeadlineNanos() >= 0) {
                source.deadlineReached(now);
            }
        }
        assertThat(rate()).isEqualTo(40_000);
        for (int i = 0; i < 6; i++) {
            round(1e6, 40_000);
            if (now - source.nextDeadlineNanos() >= 0) {
                source.deadlineReached(now);
            }
        }
        assertThat(rate()).as("4 · 500 ms after the first packet").isLessThan(30_000);
        assertThat(source.stats(now).limitingReceiver()).hasValue(2);
        source.receiverLeft(2, now);
        round(1e6, 40_000);
        assertThat(rate()).isEqualTo(40_000, within(20_000.0));
    }

    @Test
    void silenceOfManyHalvesOnceAndNotOncePerReceiver() {
        for (long key = 1; key <= 20; key++) {
            source.receiverJoined(key, RTT + key * MS, now);
        }
        send();
        double before = rate();
        for (int i = 0; i < 30; i++) {
            now = Math.max(now, source.nextDeadlineNanos());
            if (now > 4 * (RTT + 20 * MS)) {
                break;
            }
            source.deadlineReached(now);
        }
        assertThat(rate()).isCloseTo(before / 2, within(1.0));
    }

    @Test
    void reportAfterSilenceLetsTheRateDoubleAgain() {
        source = source(Map.of("restart", "false"));
        source.receiverJoined(1, RTT, now);
        round(40_000, 40_000);
        sendsIntoSilence();
        assertThat(rate()).isEqualTo(5000);
        round(1e6, 40_000);
        assertThat(rate()).isEqualTo(10_000);
        round(1e6, 40_000);
        assertThat(rate()).isEqualTo(20_000);
    }

    @Test
    void whoIsReachableAgainIsGrantedAPacketPerRoundTripTimeAtOnce() {
        source.receiverJoined(1, RTT, now);
        round(40_000, 40_000);
        for (int i = 0; i < 8; i++) {
            send();
            now += 60_000_000_000L;
            source.deadlineReached(now);
        }
        double perRtt = SIZE * 1e9 / RTT;
        assertThat(rate()).as("after a long silence").isLessThan(perRtt / 10);
        round(500, 1e6);
        assertThat(rate()).isBetween(0.9 * perRtt, 1.1 * perRtt);
    }

    @Test
    void silenceBringsSlowStartBelowTheInitialRate() {
        source.receiverJoined(1, RTT, now);
        send();
        now += 4 * RTT;
        source.deadlineReached(now);
        assertThat(rate()).isEqualTo(28_000);
    }

    @Test
    void paperDoesNotHalveOnSilence() {
        source = source(Map.of("preset", "paper"));
        source.receiverJoined(1, RTT, now);
        round(40_000, 40_000);
        send();
        assertThat(source.nextDeadlineNanos()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void rateNeverFallsBelowAPacketInTheGreatestBackoff() {
        source.receiverJoined(1, RTT, now);
        round(1e6, 0.01);
        assertThat(rate()).isEqualTo(SIZE / 2.0, within(0.1));
        source = source(Map.of("minimumRate", "false"));
        source.receiverJoined(1, RTT, now);
        round(1e6, 0.01);
        assertThat(rate()).isEqualTo((float) 0.01);
    }

    @Test
    void afterSilenceTheRateHasToBeEarnedAgain() {
        source = source(Map.of("restart", "false"));
        source.receiverJoined(1, RTT, now);
        round(40_000, 40_000);
        sendsIntoSilence();
        assertThat(rate()).isEqualTo(5000);
        source.dataLimited(now);
        send();
        now += RTT;
        report(1, 40_000, 1000);
        assertThat(rate()).as("recv_limit, not 2 times the receive rate of before").isEqualTo(5000);
    }
}
