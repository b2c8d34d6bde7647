package org.xpand.protocols.tfrc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** The aggregate is the least of what the receivers accept, and at most doubles per RTT (Xpand §4, RFC 5348 §4.2). */
class TfrcAggregateTest extends TfrcSourceFixture {
    @Test
    void withoutReceiversTheRateIsTheConfiguredOne() {
        assertThat(rate()).isEqualTo(125e6);
        assertThat(source.rttNanos()).isEqualTo(500 * MS);
        source.receiverJoined(1, RTT, now);
        source.receiverLeft(1, now);
        assertThat(rate()).isEqualTo(125e6);
        assertThat(source.stats(now).slowStart()).isFalse();
    }

    @Test
    void startsWithTheInitialWindowPerPathRtt() {
        for (double[] each : new double[][] {{1400, 140_000}, {1000, 100_000}, {4000, 146_000}, {9000, 180_000}}) {
            source = source(Map.of("initialWindow", "10", "packetSize", "" + (int) each[0]));
            source.receiverJoined(1, RTT, now);
            assertThat(rate()).as("min(10 s, max(2 s, 14600)) / 100 ms with s = %s", each[0]).isEqualTo(each[1]);
        }
        assertThat(TfrcConfig.recommended().initialWindow()).as("as TCP").isEqualTo(10);
    }

    @Test
    void packetsThatAreNotFullAreNoReasonForFewerBytesThanTcpSends() {
        for (double[] each : new double[][] {{10, 140_000}, {5, 70_000}, {4, 4 * SIZE * 10}}) {
            source = source(Map.of("initialWindow", "" + (int) each[0]));
            send();
            source.receiverJoined(1, RTT, now);
            assertThat(rate()).as("%s packets, of 1000 bytes where paths take 1400", each[0]).isEqualTo(each[1]);
        }
    }

    @Test
    void aQueueThatSlowStartFillsDoesNotSlowItDown() {
        source = source(Map.of("damping", "true"));
        source.receiverJoined(1, RTT, now);
        for (int i = 0; i < 6; i++) {
            round(20_000, NO_LOSS);
        }
        backlog();
        now += 4 * RTT;
        report(1, NO_LOSS, 20_000);
        assertThat(rate()).isEqualTo(40_000);
        backlog();
        now += 4 * RTT;
        report(1, 30_000, 20_000);
        assertThat(rate()).as("after a loss it does").isLessThan(25_000);
    }

    @Test
    void withoutAnyRttItStartsWithAPacketASecond() {
        source.receiverJoined(1, 0, now);
        assertThat(rate()).isEqualTo(1400);
        send();
        now += RTT;
        report(1, NO_LOSS, 10_000);
        assertThat(rate()).as("W_init / RTT at the first sample").isEqualTo(40_000);
    }

    @Test
    void aggregateIsTheLeastAcceptableRate() {
        source.receiverJoined(1, RTT, now);
        source.receiverJoined(2, RTT, now);
        source.receiverJoined(3, RTT, now);
        round(1e6, 30_000, 10_000, 20_000);
        assertThat(rate()).isEqualTo(10_000);
        assertThat(source.stats(now).limitingReceiver()).hasValue(2);
        round(1e6, 30_000, 25_000, 16_000);
        assertThat(rate()).isEqualTo(16_000);
        assertThat(source.stats(now).limitingReceiver()).hasValue(3);
    }

    @Test
    void joiningReceiverStartsFromTheCurrentRateAndCountsFromItsFirstReport() {
        source.receiverJoined(1, RTT, now);
        round(1e6, 30_000);
        source.receiverJoined(2, 0, now);
        assertThat(rate()).isEqualTo(30_000);
        send();
        now += RTT;
        report(2, 5000, 30_000);
        assertThat(rate()).isEqualTo(5000);
    }

    @Test
    void pathThatIsNewAndLongerBearsLessAtTheSameLossRate() {
        source.receiverJoined(1, RTT, now);
        round(1e6, 43_000);
        source.receiverJoined(2, RTT, now);
        assertThat(rate()).as("not longer than the limiting one").isEqualTo(43_000);
        source.receiverJoined(3, 5 * RTT / 4, now);
        assertThat(rate()).isEqualTo(34_400);
        source.receiverJoined(4, 4 * RTT, now);
        assertThat(rate()).as("W_init / RTT at least").isEqualTo(10_000);
        round(1e6, 43_000, NO_LOSS, NO_LOSS, NO_LOSS);
        assertThat(rate()).isEqualTo(20_000);
    }

    @Test
    void rateAtMostDoublesPerRttAfterTheLimitingReceiverLeft() {
        source.receiverJoined(1, RTT, now);
        source.receiverJoined(2, RTT, now);
        round(1e6, 1e5, 3000);
        source.receiverLeft(2, now);
        assertThat(rate()).as("twice the rate of the last RTT").isEqualTo(6000);
        for (double expected : new double[] {12_000, 24_000, 48_000, 96_000, 1e5, 1e5}) {
            round(1e6, 1e5);
            assertThat(rate()).isCloseTo(expected, within(1.0));
        }
    }

    @Test
    void growthDoesNotDependOnHowOftenReportsCome() {
        source = source(Map.of("rttQuotient", "0.999", "evenStart", "false"));
        source.receiverJoined(1, RTT, now);
        round(1e6, 3000);
        for (int i = 0; i < 40; i++) {
            backlog();
            now += RTT / 40;
            report(1, 1e9, 1e9);
            assertThat(rate()).isLessThanOrEqualTo(i < 30 ? 6000 : 12_000);
        }
        assertThat(rate()).isEqualTo(12_000);
    }

    @Test
    void silenceIsNotSavedUpForGrowth() {
        source = source(Map.of("noFeedback", "false"));
        source.receiverJoined(1, RTT, now);
        round(1e6, 3000);
        now += 50 * RTT;
        round(1e6, 1e6);
        assertThat(rate()).isEqualTo(6000);
    }

    @Test
    void slowStartDoublesPerRtt() {
        source.receiverJoined(1, RTT, now);
        assertThat(source.stats(now).slowStart()).isTrue();
        double expected = 56_000;
        for (int i = 0; i < 5; i++) {
            round(1e9, NO_LOSS);
            expected *= 2;
            assertThat(rate()).isCloseTo(expected, within(1.0));
        }
    }

    @Test
    void pathThatIsNewInSlowStartBeginsWithItsInitialWindow() {
        source.receiverJoined(1, RTT / 10, now);
        for (int i = 0; i < 5; i++) {
            round(1e9, NO_LOSS);
        }
        assertThat(rate()).isGreaterThan(400_000);
        source.receiverJoined(2, RTT, now);
        assertThat(rate()).as("W_init / the longer RTT").isEqualTo(40_000);
        round(1e9, NO_LOSS, NO_LOSS);
        assertThat(rate()).isCloseTo(80_000, within(1.0));
        source.receiverJoined(3, RTT, now);
        assertThat(rate()).isEqualTo(40_000);
        source.receiverJoined(4, 0, now);
        assertThat(rate()).as("a path of which not even the RTT is known").isEqualTo(40_000);
    }

    @Test
    void slowStartStaysWithinTwiceTheLeastReceiveRate() {
        source = source(Map.of("preset", "paper"));
        source.receiverJoined(1, RTT, now);
        source.receiverJoined(2, RTT, now);
        for (int i = 0; i < 8; i++) {
            backlog();
            now += RTT;
            report(1, NO_LOSS, 1e6);
            report(2, NO_LOSS, 70_000);
        }
        assertThat(rate()).isEqualTo(140_000);
        assertThat(source.stats(now).limitingReceiver()).hasValue(2);
    }

    @Test
    void slowStartNeverGoesBelowTheInitialRate() {
        source.receiverJoined(1, RTT, now);
        for (int i = 0; i < 5; i++) {
            round(1000, NO_LOSS);
        }
        assertThat(rate()).isEqualTo(40_000, within(1000.0));
    }

    @Test
    void firstLossEndsSlowStartAtOnce() {
        source.receiverJoined(1, RTT, now);
        source.receiverJoined(2, RTT, now);
        for (int i = 0; i < 5; i++) {
            round(1e9, NO_LOSS, NO_LOSS);
        }
        assertThat(rate()).isGreaterThan(1e6);
        report(2, 50_000, 1e6);
        assertThat(rate()).isEqualTo(50_000);
        assertThat(source.stats(now).slowStart()).isFalse();
    }

    @Test
    void growthGoesByTheLongestRtt() {
        source.receiverJoined(1, RTT, now);
        source.receiverJoined(2, RTT, now);
        source.receiverJoined(3, 10 * RTT, now);
        assertThat(source.rttNanos()).isEqualTo(10 * RTT);
        round(1e6, 3000);
        source.receiverLeft(2, now);
        round(1e6, 1e5);
        double doubled = rate();
        for (int i = 0; i < 6; i++) {
            round(1e6, 1e5);
        }
        assertThat(rate()).as("nothing more for most of an RTT").isEqualTo(doubled);
    }

    @Test
    void timerAloneNeverRaisesTheRate() {
        source.receiverJoined(1, RTT, now);
        source.receiverJoined(2, RTT, now);
        round(1e6, 3000, 1e5);
        report(1, 1e5, 1e6);
        double before = rate();
        now += 2 * RTT;
        source.deadlineReached(now);
        assertThat(rate()).isEqualTo(before);
    }

    @Test
    void nobodyLimitsARateThatIsStillGrowing() {
        source.receiverJoined(1, RTT, now);
        round(1e6, 3000);
        round(1e6, 1e5);
        assertThat(rate()).isEqualTo(6000);
        assertThat(source.stats(now).limitingReceiver()).isEmpty();
    }

    @Test
    void receiverThatJoinsAgainIsANewOne() {
        source.receiverJoined(1, RTT, now);
        round(1e6, 3000);
        assertThat(source.stats(now).limitingReceiver()).hasValue(1);
        source.receiverJoined(1, 5 * RTT, now);
        assertThat(source.stats(now).limitingReceiver()).isEmpty();
        assertThat(source.stats(now).receivers()).hasSize(1);
        assertThat(source.rttNanos()).isEqualTo(5 * RTT);
    }
}
