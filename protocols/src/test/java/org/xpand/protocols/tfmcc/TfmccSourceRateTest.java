package org.xpand.protocols.tfmcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.rate.ThroughputEquation;

/** What reports make of the rate (TFMCC §2.2, §2.4.4, §2.6, App. C; RFC 4654 §3.3, §3.6). */
class TfmccSourceRateTest extends TfmccSourceFixture {
    /** One packet per R_max more every R_max, bytes per second in a second. */
    private static final double SLOPE = SIZE * 1e9 / RTT * 1e9 / RTT;

    /** Ends slow start with receiver 1 as the CLR at a rate of 50 kB/s. */
    private void limitedBy1() {
        source.receiverJoined(1, 100 * MS, now);
        source.receiverJoined(2, 100 * MS, now);
        source.receiverJoined(3, 100 * MS, now);
        answer(1, 100_000, false);
        pass(200);
        assertThat(rate()).isEqualTo(100_000);
        answer(1, 50_000, true);
        assertThat(clr()).isEqualTo(1);
        assertThat(rate()).isEqualTo(50_000);
    }

    @Test
    void withoutReceiversNothingLimits() {
        assertThat(rate()).isEqualTo(125_000_000);
        source.receiverJoined(1, RTT, now);
        source.receiverLeft(1, now);
        assertThat(rate()).isEqualTo(125_000_000);
        source.receiverJoined(1, RTT, now);
        assertThat(rate()).as("a stream that begins anew").isEqualTo(100_000);
    }

    @Test
    void inThePaperSlowStartRisesOnlyWithANewRound() {
        source = source(Map.of("preset", "paper", "pathRtts", "true", "lowRatePackets", "0"));
        source.receiverJoined(1, RTT, now);
        answer(1, 20_000, false);
        answer(1, 40_000, false);
        for (int i = 0; i < 4; i++) {
            pass(50);
            send();
        }
        assertThat(rate()).as("the same round").isEqualTo(20_000);
        pass(100);
        report(1, 18_000, false);
        assertThat(rate()).as("it may fall").isEqualTo(18_000);
        pass(200);
        answer(1, 36_000, false);
        pass(200);
        assertThat(lastHeader.round()).isEqualTo(1);
        assertThat(rate()).isEqualTo(36_000);
        answer(1, 72_000, false);
        nextRound();
        assertThat(rate()).isEqualTo(72_000);
        report(1, 100_000, false);
        pass(1);
        report(1, 90_000, false);
        pass(200);
        assertThat(rate()).as("the least of a round, though it is more than now").isEqualTo(90_000);
    }

    private void nextRound() {
        int before = lastHeader.round();
        while (lastHeader.round() == before) {
            send();
            pass(10);
        }
    }

    @Test
    void theFirstLossEndsSlowStart() {
        source.receiverJoined(1, RTT, now);
        answer(1, 30_000, false);
        assertThat(lastHeader.slowStart()).isTrue();
        limitedBy1();
        assertThat(source.stats(now).slowStart()).isFalse();
        send();
        assertThat(lastHeader.slowStart()).isFalse();
        answer(1, 80_000, false);
        pass(100);
        assertThat(rate()).as("no doubling any more").isCloseTo(50_000 + SLOPE / 10, within(50.0));
    }

    @Test
    void aLossThatIsNotTheLowestRateStillEndsTheRise() {
        source.receiverJoined(1, RTT, now);
        source.receiverJoined(2, RTT, now);
        answer(1, 30_000, false);
        report(2, 200_000, true);
        pass(500);
        assertThat(rate()).isEqualTo(30_000);
    }

    @Test
    void aLowerRateIsTakenAtOnceFromAnyone() {
        limitedBy1();
        answer(2, 20_000, true);
        assertThat(clr()).isEqualTo(2);
        assertThat(rate()).isEqualTo(20_000);
        answer(3, 30_000, true);
        assertThat(clr()).as("a higher one changes nothing").isEqualTo(2);
        pass(1000);
        assertThat(rate()).isEqualTo(20_000);
    }

    /** RFC 5348 §4.5: the CLR's newest RTT is four times the one before. */
    @Test
    void theRateFallsWhileTheClrsRttIsAboveItsAverage() {
        limitedBy1();
        double before = rate();
        send();
        pass(4 * RTT / 1_000_000);
        report(1, 50_000, true);
        assertThat(rate()).isCloseTo(before * 0.55, within(0.05 * before));
        source = source(Map.of("damping", "false"));
        limitedBy1();
        send();
        pass(4 * RTT / 1_000_000);
        report(1, 50_000, true);
        assertThat(rate()).isEqualTo(before);
    }

    @Test
    void theRateRisesByOnePacketPerRttIfSetTo() {
        source = source(Map.of("alwaysLimited", "true"));
        limitedBy1();
        answer(1, 80_000, true);
        assertThat(rate()).isEqualTo(50_000);
        pass(100);
        assertThat(rate()).isCloseTo(60_000, within(1.0));
        pass(1000);
        assertThat(rate()).as("up to what was wanted").isEqualTo(80_000);
    }

    @Test
    void inThePaperTheRiseIsLimitedAfterAChangeOfTheClrOnly() {
        source = source(Map.of("preset", "paper", "pathRtts", "true"));
        limitedBy1();
        answer(1, 80_000, true);
        assertThat(rate()).isEqualTo(80_000);
        answer(2, 30_000, true);
        assertThat(rate()).isEqualTo(30_000);
        source.receiverLeft(2, now);
        answer(1, 80_000, true);
        pass(100);
        assertThat(rate()).as("on its way to the new CLR's").isLessThanOrEqualTo(40_001);
        pass(600);
        assertThat(rate()).isEqualTo(80_000);
        answer(1, 75_000, true);
        answer(1, 90_000, true);
        assertThat(rate()).as("arrived").isEqualTo(90_000);
    }

    @Test
    void aGuessedRttIsCorrectedByTheSource() {
        limitedBy1();
        haveRtt = false;
        rttUsed = 500 * MS;
        answer(2, 12_000, true);
        assertThat(clr()).as("12 kB/s at 500 ms are 60 kB/s at 100 ms").isEqualTo(1);
        answer(2, 8_000, true);
        assertThat(clr()).isEqualTo(2);
        assertThat(rate()).isCloseTo(40_000, within(1.0));
        haveRtt = true;
        answer(3, 12_000, true);
        assertThat(rate()).as("a measured one is not").isEqualTo(12_000);
    }

    @Test
    void afterTheClrHasLeftTheRateHoldsForARound() {
        limitedBy1();
        source.receiverLeft(1, now);
        assertThat(clr()).isEqualTo(-1);
        answer(2, 90_000, true);
        assertThat(clr()).isEqualTo(2);
        answer(3, 70_000, true);
        assertThat(clr()).as("the lowest of the round").isEqualTo(3);
        pass(300);
        assertThat(rate()).isEqualTo(50_000);
        pass(100);
        answer(3, 70_000, true);
        pass(100);
        assertThat(rate()).as("then one packet per RTT").isCloseTo(60_000, within(1.0));
    }

    @Test
    void inThePaperItHoldsForOneRtt() {
        source = source(Map.of("preset", "paper", "pathRtts", "true"));
        limitedBy1();
        source.receiverLeft(1, now);
        pass(20);
        report(2, next - 1, 20 * MS, 90_000, true);
        pass(79);
        assertThat(rate()).isEqualTo(50_000);
        answer(2, 90_000, true);
        pass(100);
        assertThat(rate()).isCloseTo(60_000, within(1.0));
    }

    @Test
    void thePreviousClrIsReturnedToWithoutAReport() {
        source = source(Map.of("previousClrRtts", "8"));
        limitedBy1();
        answer(2, 20_000, true);
        assertThat(clr()).isEqualTo(2);
        answer(2, 70_000, true);
        assertThat(clr()).as("above what 1 could take").isEqualTo(1);
        pass(5000);
        assertThat(rate()).isEqualTo(50_000);
    }

    @Test
    void thePreviousClrIsForgottenAfterAFewRttsOrWhenItLeaves() {
        source = source(Map.of("previousClrRtts", "8"));
        limitedBy1();
        answer(2, 20_000, true);
        pass(701);
        answer(2, 70_000, true);
        assertThat(clr()).isEqualTo(2);
        answer(1, 10_000, true);
        source.receiverLeft(2, now);
        answer(1, 90_000, true);
        assertThat(clr()).isEqualTo(1);
        source = source(Map.of());
        limitedBy1();
        answer(2, 20_000, true);
        answer(2, 70_000, true);
        assertThat(clr()).as("off by default").isEqualTo(2);
    }

    @Test
    void whatThePreviousClrReportsLaterCounts() {
        source = source(Map.of("previousClrRtts", "20"));
        limitedBy1();
        answer(2, 20_000, true);
        answer(1, 80_000, true);
        answer(2, 70_000, true);
        assertThat(clr()).as("1 can take more by now").isEqualTo(2);
        answer(2, 90_000, true);
        assertThat(clr()).isEqualTo(1);
    }

    @Test
    void thePreviousClrIsRememberedHoweverManyReport() {
        source = source(Map.of("previousClrRtts", "50", "records", "4"));
        limitedBy1();
        answer(2, 20_000, true);
        for (long key = 3; key < 9; key++) {
            source.receiverJoined(key, RTT, now);
            answer(key, 200_000, true);
        }
        answer(2, 70_000, true);
        assertThat(clr()).isEqualTo(1);
        answer(1, 10_000, true);
        answer(1, 30_000, true);
        assertThat(source.stats(now).receivers()).as("still the one that limits").anyMatch(each -> each.key() == 1
                && each.reports() > 2);
    }

    @Test
    void whatWasNotSentDoesNotMakeAPathSlow() {
        source.receiverJoined(1, RTT, now);
        answer(1, 100_000, false);
        pass(200);
        send();
        source.dataLimited(now);
        answer(1, 4_000, false);
        assertThat(rate()).as("nothing to send").isEqualTo(100_000);
        pass(1000);
        send();
        source.repairSent(SIZE, now);
        answer(1, 4_000, false);
        assertThat(rate()).as("a repair in between").isEqualTo(100_000);
        pass(1000);
        for (int i = 0; i < 20; i++) {
            send();
            pass(20);
        }
        answer(1, 4_000, false);
        assertThat(rate()).as("sent, and not received").isEqualTo(4_000);
    }

    @Test
    void aPauseCountsForAsLongAsTheReceiverMeasures() {
        source.receiverJoined(1, 100 * MS, now);
        answer(1, 2_000, true);
        send();
        pass(50);
        source.dataLimited(now);
        pass(500);
        send();
        pass(100);
        report(1, 500, false);
        assertThat(rate()).as("two packets' time, 1 s, of which 0.55 s were a pause").isGreaterThanOrEqualTo(2_000);
    }

    @Test
    void oneLateReportOfAnotherReceiverDoesNotSlowTheRise() {
        limitedBy1();
        send();
        pass(2_000);
        report(2, 90_000, true);
        double before = rate();
        for (int i = 0; i < 5; i++) {
            answer(1, 100_000, true);
        }
        assertThat(rate() - before).isGreaterThan(0.7 * SLOPE * 4 * RTT / 1e9);
    }

    @Test
    void whatALateSourceDidNotSendDoesNotMakeThePathSlow() {
        limitedBy1();
        pass(500);
        send();
        for (int i = 0; i < 4; i++) {
            pass(10);
            send();
        }
        report(1, 4_000, false);
        assertThat(rate()).isGreaterThanOrEqualTo(50_000);
    }

    @Test
    void aReceiverThatComesBackDoesNotMakeTheRateJump() {
        limitedBy1();
        source.receiverSuspended(1, now);
        source.receiverResumed(1, true, RTT, now);
        risesSlowly();
    }

    /** The application sends little: that no packet is lost then does not say that the path bears much more. */
    @Test
    void theRateDoesNotRiseAboveTwiceWhatTheClrReceives() {
        limitedBy1();
        received = 40_000;
        answer(1, 500_000, true);
        assertThat(rate()).isCloseTo(80_000, within(1.0));
        received = 10_000;
        answer(1, 500_000, true);
        assertThat(rate()).as("nor does it fall to that").isCloseTo(80_000, within(1.0));
        send();
        source.repairSent(SIZE, now);
        send();
        source.repairSent(SIZE, now);
        received = 50_000;
        answer(1, 500_000, true);
        assertThat(rate()).as("receivers do not measure repairs").isCloseTo(2 * 50_000 * 5 / 3.0, within(1.0));
        source = source(Map.of("receiveCapFactor", "0"));
        received = 1e9;
        limitedBy1();
        received = 10_000;
        answer(1, 500_000, true);
        assertThat(rate()).isEqualTo(500_000);
    }

    private void risesSlowly() {
        for (int i = 1; i <= 5; i++) {
            double before = rate();
            answer(1, 1_000_000, false);
            assertThat(rate()).isBetween(before, before + 10_001);
        }
    }

    @Test
    void aSourceThatSucceedsAnotherBeginsAtHalfItsRate() {
        source.receiverJoined(1, RTT, now);
        source.predecessorRate(500_000, now);
        assertThat(rate()).isEqualTo(250_000);
        source.receiverJoined(2, 2 * RTT, now);
        assertThat(rate()).as("the other receivers join it").isEqualTo(250_000);
        send();
        source.predecessorRate(800_000, now);
        assertThat(rate()).as("it knows better by now").isEqualTo(250_000);
        source.receiverLeft(1, now);
        source.receiverLeft(2, now);
        source.receiverJoined(3, RTT, now);
        assertThat(rate()).as("that was long ago").isEqualTo(100_000);
    }

    @Test
    void aPredecessorIsKnownBeforeTheReceiversAre() {
        source.predecessorRate(500_000, now);
        source.receiverJoined(1, RTT, now);
        assertThat(rate()).isEqualTo(250_000);
    }

    @Test
    void theOnlyReceiverThatComesBackFindsTheRateItHad() {
        source.receiverJoined(1, RTT, now);
        answer(1, 100_000, false);
        pass(200);
        answer(1, 50_000, true);
        source.receiverSuspended(1, now);
        pass(10_000);
        source.receiverResumed(1, true, RTT, now);
        assertThat(rate()).isEqualTo(50_000);
        risesSlowly();
    }

    /** F1: here too it is the equation without a bound. Beyond 8/27 the two differ. */
    @Test
    void whatBadLuckIsWorthFollowsFromTheReceiversEquation() {
        source.receiverJoined(1, RTT, now);
        source.receiverJoined(2, RTT, now);
        lossEventRate = 0.5;
        for (lossEvents = 1; lossEvents <= 60; lossEvents++) {
            for (int i = 0; i < 50; i++) {
                send();
            }
            answer(1, 10_000, true);
            report(2, 10_000, true);
        }
        ThroughputEquation printed = ThroughputEquation.unbounded(1, 4);
        double judged = 0.5 * Math.exp(-0.81 * Math.pow(Math.log(2), 0.76) * 0.35);
        assertThat(judged).isGreaterThan(8 / 27.0);
        assertThat(rate()).isCloseTo(10_000 * printed.rate(1, 1, judged) / printed.rate(1, 1, 0.5), withinPercentage(1));
    }
}
