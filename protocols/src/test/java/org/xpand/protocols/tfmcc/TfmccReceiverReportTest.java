package org.xpand.protocols.tfmcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.rate.ThroughputEquation;

/** When a receiver reports, what silences it, and what it says (TFMCC §2.5, RFC 4654 §4.4 and §4.5). */
class TfmccReceiverReportTest extends TfmccReceiverFixture {
    /** Gives the receiver a loss event rate and an RTT of 100 ms; it wants less than 100 kB/s then. */
    private void suffer() {
        packets(20);
        measure(100);
        for (int i = 0; i < 6; i++) {
            lose(1);
            packets(30);
        }
    }

    private void newRound() {
        round++;
        suppression = NOTHING_SUPPRESSED;
        byLoss = false;
        packets(1);
    }

    private double wanted() {
        return ThroughputEquation.unbounded(1, 4).rate(SIZE, receiver.rttNanos(), receiver.stats(now).lossEventRate());
    }

    @Test
    void everyReceiverReportsOnceInARound() {
        packet();
        assertThat(dueWithin(600)).isTrue();
        report();
        packets(5);
        assertThat(dueWithin(100_000)).as("once in this round").isFalse();
        newRound();
        assertThat(receiver.nextDeadlineNanos()).isNotEqualTo(Long.MAX_VALUE);
    }

    @Test
    void whoIsAskedReportsAtOnceAndOnce() {
        quickReports = true;
        packet();
        assertThat(receiver.reportDue(now)).isTrue();
        assertThat(receiver.nextDeadlineNanos() - now).isLessThanOrEqualTo(0);
        report();
        packet();
        assertThat(receiver.reportDue(now)).isFalse();
        assertThat(receiver.nextDeadlineNanos()).as("not once more in the same round").isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void inSlowStartOfASmallGroupTheClrReportsARisingRateUpToEightTimesInAnRtt() {
        beginSlowStart();
        assertThat(reportsWithin(200, 1.0)).as("a steady rate: once per RTT").isBetween(1, 3);
        int rising = reportsWithin(100, 1.007);
        assertThat(rising).isBetween(5, 8);
        assertThat(report().receiveRate()).as("not the mean of a whole RTT").isGreaterThan(0.7 * rate);
        clr = OTHER;
        rate = 1_000_000;
        assertThat(reportsWithin(100, 1.005)).as("not the CLR").isZero();
    }

    @Test
    void inSlowStartOfASmallGroupItWantsMoreByWhatTheRateHasGrownSince() {
        beginSlowStart();
        TfmccReport small = report();
        assertThat(small.rate() / small.receiveRate()).isCloseTo(2 * Math.pow(2, 0.25), withinPercentage(1));
        quickReports = false;
        packets(1);
        TfmccReport large = report();
        assertThat(large.rate() / large.receiveRate()).isCloseTo(2, withinPercentage(1));
    }

    @Test
    void inSlowStartOfALargeGroupTheClrReportsOncePerRtt() {
        beginSlowStart();
        quickReports = false;
        assertThat(reportsWithin(100, 1.005)).isBetween(1, 2);
    }

    @Test
    void theFirstLossInSlowStartOfASmallGroupIsReportedAtOnceByAnyone() {
        beginSlowStart();
        clr = OTHER;
        packets(1);
        lose(1);
        packets(4);
        assertThat(receiver.reportDue(now)).isTrue();
        assertThat(receiver.nextDeadlineNanos() - now).isLessThanOrEqualTo(0);
        assertThat(report().haveLoss()).isTrue();
        lose(1);
        packets(4);
        assertThat(receiver.reportDue(now)).as("once").isFalse();
    }

    private void beginSlowStart() {
        slowStart = true;
        quickReports = true;
        clr = KEY;
        rate = 1_000_000;
        packet();
        measure(100);
        packets(300);
    }

    /** Reports sent in a time in which each packet comes faster than the one before by a factor. */
    private int reportsWithin(long millis, double factor) {
        int reports = 0;
        for (long end = now + millis * MS; now < end; rate = Math.min(10_000_000, rate * factor)) {
            packets(1);
            if (receiver.reportDue(now)) {
                report();
                reports++;
            }
        }
        return reports;
    }

    @Test
    void aSourceThatBeginsAnewIsIntroducedAnew() {
        packet();
        report();
        receiver.numbersRestarted(now);
        next = 0;
        quickReports = true;
        packet();
        assertThat(receiver.reportDue(now)).isTrue();
        report();
        packet();
        assertThat(receiver.reportDue(now)).isFalse();
    }

    @Test
    void theNextRoundCancelsWhatWasDueInTheLast() {
        packet();
        assertThat(dueWithin(600)).isTrue();
        round++;
        packet();
        assertThat(receiver.reportDue(now)).isFalse();
    }

    @Test
    void theClrReportsOncePerRttWhateverIsSuppressed() {
        packet();
        measure(100);
        clr = KEY;
        suppression = 1;
        byLoss = true;
        packets(1);
        assertThat(dueWithin(200)).as("an RTT after the last report").isTrue();
        assertThat(report().asClr()).isTrue();
        long reported = now;
        packets(1);
        assertThat(receiver.nextDeadlineNanos()).isEqualTo(reported + 100 * MS);
        assertThat(receiver.reportDue(reported + 100 * MS - 1)).isFalse();
        assertThat(receiver.reportDue(reported + 100 * MS)).isTrue();
        clr = OTHER;
        packets(1);
        assertThat(receiver.reportDue(reported + 100 * MS)).as("not the CLR any more").isFalse();
    }

    @Test
    void theClrIsSilentWhileNothingArrives() {
        packet();
        measure(100);
        clr = KEY;
        packets(1);
        assertThat(dueWithin(200)).isTrue();
        report();
        assertThat(receiver.nextDeadlineNanos()).isEqualTo(Long.MAX_VALUE);
        assertThat(receiver.reportDue(now + 1000 * MS)).isFalse();
    }

    @Test
    void aReportOfALowerRateCancels() {
        suffer();
        newRound();
        suppression = wanted() * 1.05;
        byLoss = true;
        packet();
        assertThat(receiver.nextDeadlineNanos()).as("not low enough to suppress").isNotEqualTo(Long.MAX_VALUE);
        suppression = wanted() * 0.9;
        packet();
        assertThat(receiver.nextDeadlineNanos()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void whatTheFirstPacketOfARoundSaysCancelsToo() {
        suffer();
        round++;
        suppression = wanted() / 2;
        byLoss = true;
        packet();
        assertThat(dueWithin(10_000)).isFalse();
    }

    @Test
    void aRateBelowThatAtTheStartOfTheRoundCancels() {
        receiver = receiver(Map.of("firstEventRtts", "1", "seedByLeastRtt", "false"));
        suffer();
        newRound();
        double atStart = wanted();
        lose(1);
        packets(14);
        lose(1);
        packets(4);
        assertThat(wanted()).isLessThan(0.98 * atStart);
        suppression = 0.99 * atStart;
        byLoss = true;
        packet();
        assertThat(receiver.nextDeadlineNanos()).as("X_fbr").isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void inThePaperTheRateAtTheStartDoesNotMatter() {
        receiver = receiver(Map.of("preset", "paper"));
        suffer();
        newRound();
        double atStart = wanted();
        lose(1);
        packets(4);
        suppression = 0.98 * atStart;
        byLoss = true;
        packet();
        assertThat(wanted()).isLessThan(suppression);
        assertThat(receiver.nextDeadlineNanos()).isNotEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aLossReportIsSuppressedByLossReportsOnly() {
        suffer();
        newRound();
        suppression = wanted() / 2;
        packet();
        assertThat(receiver.nextDeadlineNanos()).isNotEqualTo(Long.MAX_VALUE);
        byLoss = true;
        packet();
        assertThat(receiver.nextDeadlineNanos()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void aReceiverFartherThanTheGreatestRttIsNotSuppressed() {
        suffer();
        newRound();
        maxRtt = receiver.rttNanos() - MS;
        suppression = wanted() / 2;
        byLoss = true;
        packet();
        assertThat(receiver.nextDeadlineNanos()).isNotEqualTo(Long.MAX_VALUE);
        maxRtt = receiver.rttNanos();
        packet();
        assertThat(receiver.nextDeadlineNanos()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void inThePaperOnlyReceiversBelowTheSendingRateReport() {
        receiver = receiver(Map.of("preset", "paper"));
        suffer();
        rate = wanted() * 0.9;
        newRound();
        assertThat(dueWithin(100_000)).as("it can take more").isFalse();
        rate = wanted() * 1.1;
        newRound();
        assertThat(dueWithin(100_000)).as("it cannot").isTrue();
    }

    @Test
    void inThePaperAReceiverWithoutLossReportsInSlowStartOrWithoutAClr() {
        receiver = receiver(Map.of("preset", "paper"));
        packets(20);
        newRound();
        assertThat(dueWithin(100_000)).as("there is no rate to report").isFalse();
        slowStart = true;
        newRound();
        assertThat(dueWithin(100_000)).isTrue();
        slowStart = false;
        clr = 0;
        newRound();
        assertThat(dueWithin(100_000)).isTrue();
    }

    /** The time after the start of a round at which the report of a receiver without loss is due. */
    private long slowStartDelay(double share) {
        receiver = receiver(Map.of("preset", "paper"));
        slowStart = true;
        round = 0;
        rate = 100_000;
        packets(200);
        rate = 100_000 / share;
        round++;
        packet();
        return receiver.nextDeadlineNanos() - now;
    }

    @Test
    void inThePapersSlowStartTheReceiveRateBiasesTheTimer() {
        long slow = slowStartDelay(0.5);
        long fast = slowStartDelay(1);
        assertThat(fast - slow).as("a quarter of T later").isCloseTo(100 * MS, within(5 * MS));
    }

    @Test
    void withoutALossItWantsTwiceWhatItReceives() {
        packets(20);
        measure(100);
        packets(200);
        rate = 200_000;
        now += 10 * MS;
        packet();
        TfmccReport report = report();
        assertThat(report.haveLoss()).isFalse();
        assertThat(report.receiveRate()).isCloseTo(100_000, within(7_000.0));
        assertThat(report.rate()).isEqualTo(2 * report.receiveRate());
    }

    @Test
    void itDoesNotCallSlowWhatItHasNotListenedToForLong() {
        packets(3);
        assertThat(report().receiveRate()).isCloseTo(rate, within(1.0));
        rate = 1_000_000;
        packet();
        now += 200 * MS;
        packet();
        assertThat(report().receiveRate()).as("a whole window is over").isLessThan(30_000);
    }

    @Test
    void timeInWhichNothingCameIsNotCalledSlow() {
        packet();
        measure(40);
        packets(20);
        now += 2_000 * MS;
        assertThat(report().receiveRate()).isCloseTo(rate, within(0.1 * rate));
    }

    @Test
    void whatComesLessOftenThanOnceInTheWindowIsNotCalledNothing() {
        packet();
        measure(40);
        rate = 2_800;
        packets(10);
        now += 300 * MS;
        assertThat(report().receiveRate()).as("between two packets, 357 ms apart").isBetween(1_400.0, 4_200.0);
    }

    @Test
    void withALossItWantsWhatTheEquationGives() {
        suffer();
        TfmccReport report = report();
        assertThat(report.haveLoss()).isTrue();
        assertThat(report.rate()).isCloseTo(wanted(), withinPercentage(1e-4));
        assertThat(report.rttNanos()).isEqualTo(receiver.rttNanos() / 1000 * 1000);
        assertThat(report.echoNumber()).isEqualTo(next - 1);
    }

    @Test
    void theSecondTermOfTheEquationHasNoBound() {
        rate = 5_000;
        packets(5);
        for (int i = 0; i < 40; i++) {
            lose(1);
            packets(1);
        }
        TfmccReport report = report();
        assertThat(report.lossEventRate()).isGreaterThan(0.4);
        assertThat(report.rate()).isCloseTo(ThroughputEquation.unbounded(1, 4).rate(SIZE, receiver.rttNanos(),
                report.lossEventRate()), withinPercentage(1e-4));
    }

    @Test
    void theMoreReceiversTheLaterTheTimer() {
        packet();
        long few = receiver.nextDeadlineNanos() - now;
        receiver = receiver(Map.of("slowDownTimers", "false"));
        groupSize = 10_000;
        packet();
        assertThat(receiver.nextDeadlineNanos() - now).as("with the same random number").isGreaterThan(few);
    }

    @Test
    void itNeverWantsLessThanAPacketInEightSeconds() {
        packets(10);
        for (int i = 0; i < 400; i++) {
            now += 10_000 * MS;
            next += 3;
            packet();
        }
        assertThat(receiver.stats(now).lossEventRate()).isGreaterThan(0.3);
        receiver = receiver(Map.of("maxInterval", "1s"));
        maxRtt = 60_000 * MS;
        packets(10);
        for (int i = 0; i < 50; i++) {
            now += 100_000 * MS;
            next += 3;
            packet();
        }
        assertThat(report().rate()).isCloseTo(1000, within(1.0));
    }

    private long delay;

    /** Begins rounds until the timer is set to a time within these bounds; the same ones with the same setting. */
    private void roundWithDelay(boolean slowDown, long leastMillis, long mostMillis) {
        receiver = receiver(Map.of("slowDownTimers", "false"));
        round = 0;
        int rounds = 0;
        do {
            newRound();
            rounds++;
            delay = receiver.nextDeadlineNanos() - now;
        } while (delay < leastMillis * MS || delay > mostMillis * MS);
        if (slowDown) {
            receiver = receiver(Map.of());
            round = 0;
            for (int i = 0; i < rounds; i++) {
                newRound();
            }
        }
    }

    @Test
    void theTimerFollowsTheGreatestRtt() {
        roundWithDelay(true, 20, 90);
        long start = now;
        assertThat(receiver.nextDeadlineNanos() - start).isEqualTo(delay);
        maxRtt = 50 * MS;
        packet();
        assertThat(receiver.nextDeadlineNanos() - start).isEqualTo(Math.round(delay / 2.0));
        maxRtt = 51 * MS;
        packet();
        assertThat(receiver.nextDeadlineNanos() - start).as("not significant").isEqualTo(Math.round(delay / 2.0));
    }

    @Test
    void theTimerStandsStillWhilePacketsFailToCome() {
        roundWithDelay(true, 200, 280);
        long start = now;
        assertThat(receiver.nextDeadlineNanos()).as("not before another packet").isEqualTo(Long.MAX_VALUE);
        now += 90 * MS;
        packet();
        now += 90 * MS;
        packet();
        now += 90 * MS;
        packet();
        assertThat(receiver.nextDeadlineNanos() - start).as("gaps within R_max").isEqualTo(delay);
        roundWithDelay(true, 200, 280);
        start = now;
        now += 400 * MS;
        packet();
        now += 90 * MS;
        packet();
        now += 90 * MS;
        packet();
        assertThat(receiver.nextDeadlineNanos() - start).as("300 ms of 400 do not count").isEqualTo(delay + 300 * MS);
    }

    @Test
    void numbersThatRestartEndTheRound() {
        packet();
        assertThat(dueWithin(600)).isTrue();
        receiver.numbersRestarted(now);
        next = 0;
        assertThat(receiver.reportDue(now)).isFalse();
        assertThat(receiver.nextDeadlineNanos()).isEqualTo(Long.MAX_VALUE);
        packet();
        assertThat(receiver.nextDeadlineNanos()).as("the same round of another source").isNotEqualTo(Long.MAX_VALUE);
    }

    @Test
    void anOlderPacketShowsNothing() {
        packet();
        report();
        next++;
        packet();
        long deadline = receiver.nextDeadlineNanos();
        next -= 2;
        clr = KEY;
        round++;
        maxRtt = 500 * MS;
        packet();
        assertThat(receiver.nextDeadlineNanos()).isEqualTo(deadline);
        next++;
        packet();
        assertThat(receiver.nextDeadlineNanos()).as("the CLR reports an RTT after its last").isEqualTo(now + 100 * MS);
    }
}
