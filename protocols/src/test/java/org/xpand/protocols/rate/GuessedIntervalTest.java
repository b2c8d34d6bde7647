package org.xpand.protocols.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A first loss interval that stands for a rate, also with other packets. */
class GuessedIntervalTest extends LossHistoryFixture {
    private final GuessedInterval guess = new GuessedInterval(history);

    private double afterTheFirstLoss() {
        receive(10);
        lose(1);
        receive(1);
        return 1 / history.lossEventRate();
    }

    @Test
    void withPacketsOfTwiceTheSizeItIsAQuarter() {
        assertThat(afterTheFirstLoss()).isCloseTo(SEED, within(1e-9));
        guess.made(700, 100 * MS, 100 * MS, 1e6, now);
        for (int bytes = 701; bytes <= 1400; bytes++) {
            guess.follow(bytes, now);
        }
        assertThat(1 / history.lossEventRate()).isCloseTo(SEED / 4, within(SEED / 4 * 0.02));
    }

    /** The queue was full: on the way there the average of the round-trip time was shorter, and the interval stands for the rate. */
    @Test
    void whileTheRttRisesToThatOfTheFullQueueTheRateStays() {
        assertThat(afterTheFirstLoss()).isCloseTo(SEED, within(1e-9));
        guess.made(700, 100 * MS, 300 * MS, 1e6, now);
        for (long rtt = 101 * MS; rtt <= 400 * MS; rtt += MS) {
            guess.followRtt(rtt, now);
            double root = Math.min(rtt, 270 * MS) / (100.0 * MS);
            assertThat(1 / history.lossEventRate()).as("%d ns", rtt).isCloseTo(SEED * root * root, within(SEED * root * root * 0.025));
        }
        double longest = 1 / history.lossEventRate();
        guess.followRtt(100 * MS, now);
        guess.followRtt(200 * MS, now);
        assertThat(1 / history.lossEventRate()).as("as TCP's window, which does not shrink with it").isCloseTo(longest, within(1e-9));
    }

    /** The average has learnt of the full queue by then; a queue that is longer since is the source's own doing. */
    @Test
    void sixteenRoundTripTimesAfterTheOverflowTheIntervalStays() {
        for (int later : new int[] {4800, 4801}) {
            begin(new WeightedLossHistory.Settings(8, 1, 0, true, 64, 1, false, 0, 500 * MS), SEED);
            GuessedInterval other = new GuessedInterval(history);
            assertThat(afterTheFirstLoss()).isCloseTo(SEED, within(1e-9));
            other.made(700, 100 * MS, 300 * MS, 1e6, now);
            other.followRtt(200 * MS, now + later * MS);
            assertThat(1 / history.lossEventRate()).as("%d ms", later).isCloseTo(later == 4800 ? 4 * SEED : SEED, within(1e-9));
        }
    }

    @Test
    void whereTheQueueWasShortTheIntervalStays() {
        assertThat(afterTheFirstLoss()).isCloseTo(SEED, within(1e-9));
        guess.made(700, 100 * MS, 110 * MS, 1e6, now);
        guess.followRtt(300 * MS, now);
        assertThat(1 / history.lossEventRate()).isCloseTo(SEED, within(1e-9));
    }

    /** What was in flight when the source learnt of the loss had entered the queue later than what had come out of it. */
    @Test
    void halfOfWhatWasInFlightReplacesALowerRate() {
        assertThat(afterTheFirstLoss()).isCloseTo(SEED, within(1e-9));
        guess.made(1000, 50 * MS, 100 * MS, 20_000, now);
        // A hundred packets a second, so half are 50 kB/s.
        receive(9);
        guess.follow(1000, now);
        assertThat(1 / history.lossEventRate()).as("still in flight").isCloseTo(SEED, within(1e-9));
        receive(1);
        guess.follow(1000, now);
        assertThat(1 / history.lossEventRate()).isCloseTo(SEED * 2.5 * 2.5, within(1e-9));
        paceNanos = MS;
        receive(200);
        guess.follow(1000, now);
        assertThat(1 / history.lossEventRate()).as("later packets say nothing about it").isCloseTo(SEED * 2.5 * 2.5, within(1e-9));
    }

    /** Of ten packets in the round-trip time after the first loss, half are 50 kB/s. What was lost was in flight too; no more counts than arrived. */
    @ParameterizedTest
    @CsvSource({"51000, 0, 1", "20000, 0, 2.5", "20000, 5, 2.5", "20000, 7, 1.5"})
    void halfOfWhatWasInFlightIsTheLeastRateUnlessLessArrived(double rate, int lost, double higher) {
        assertThat(afterTheFirstLoss()).isCloseTo(SEED, within(1e-9));
        guess.made(1000, 100 * MS, 100 * MS, rate, now);
        receive(9 - lost);
        lose(lost);
        receive(1);
        guess.follow(1000, now);
        assertThat(1 / history.lossEventRate()).isCloseTo(SEED * higher * higher, within(1e-9));
    }

    /** The loss history corrects it when the first RTT is measured. */
    @Test
    void aGuessedRttIsNoneThatRises() {
        assertThat(afterTheFirstLoss()).isCloseTo(SEED, within(1e-9));
        guess.made(700, 500 * MS, 550 * MS, 1e6, now);
        guess.corrected(50 * MS);
        guess.followRtt(50 * MS, now);
        assertThat(1 / history.lossEventRate()).isCloseTo(SEED, within(1e-9));
        guess.followRtt(400 * MS, now);
        assertThat(1 / history.lossEventRate()).as("up to 50 ms more, less a tenth").isCloseTo(SEED * 1.8 * 1.8, within(1e-6));
    }

    @Test
    void whatWasNotDerivedFromARateStays() {
        assertThat(afterTheFirstLoss()).isCloseTo(SEED, within(1e-9));
        guess.follow(700, now);
        guess.follow(1400, now);
        assertThat(1 / history.lossEventRate()).isCloseTo(SEED, within(1e-9));
    }
}
