package org.xpand.protocols.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** The loss event rate is the inverse of a weighted average interval (TFMCC §2.3, RFC 4654 §5). */
class WeightedLossHistoryTest {
    private static final long MS = 1_000_000;
    private static final double SEED = 200;

    private WeightedLossHistory history = history(true);
    private LossDetector detector = new LossDetector(1, history);
    private long next;
    private long now;

    private static WeightedLossHistory history(boolean lateRepairs) {
        return history(1, lateRepairs, () -> SEED);
    }

    private static WeightedLossHistory history(double threshold, boolean lateRepairs, DoubleSupplier firstInterval) {
        WeightedLossHistory made = new WeightedLossHistory(
                new WeightedLossHistory.Settings(8, threshold, 0, lateRepairs, 64, 1, false, 0, 500 * MS), firstInterval);
        made.rttNanos(100 * MS);
        return made;
    }

    /** One packet per 10 ms. */
    private void receive(int count) {
        for (int i = 0; i < count; i++) {
            now += 10 * MS;
            detector.received(next++, now);
        }
    }

    private void lose(int count) {
        next += count;
        now += count * 10 * MS;
    }

    private void interval(int packets) {
        lose(1);
        receive(packets - 1);
    }

    /** Intervals of 100 packets in a history that discounts down to this factor. */
    private void eightIntervals(double threshold) {
        history = history(threshold, true, () -> 100);
        detector = new LossDetector(1, history);
        receive(10);
        for (int i = 0; i < 8; i++) {
            interval(100);
        }
    }

    @Test
    void weightsAreThePapers() {
        assertThat(WeightedLossHistory.weights(8)).usingElementComparator((a, b) -> Math.abs(a - b) < 1e-12 ? 0 : 1)
                .containsExactly(1.0, 1.0, 1.0, 1.0, 0.8, 0.6, 0.4, 0.2);
        assertThat(WeightedLossHistory.weights(32)[31]).isCloseTo(1 / 17.0, within(1e-12));
    }

    @Test
    void beforeALossTheRateIsZeroThenThatOfTheSeed() {
        receive(50);
        assertThat(history.lossEventRate()).isZero();
        lose(1);
        receive(1);
        assertThat(history.lossEventRate()).isCloseTo(1 / SEED, within(1e-12));
        assertThat(history.lossEvents()).isEqualTo(1);
    }

    @Test
    void intervalsAreWeightedAndTheOldestForgotten() {
        receive(10);
        int[] packets = {1000, 90, 80, 70, 60, 50, 40, 30, 20};
        for (int p : packets) {
            interval(p);
        }
        lose(1);
        receive(1);
        double average = (20 + 30 + 40 + 50 + 0.8 * 60 + 0.6 * 70 + 0.4 * 80 + 0.2 * 90) / 6;
        assertThat(1 / history.lossEventRate()).as("neither the seed nor 1000").isCloseTo(average, within(1e-9));
    }

    @Test
    void theOpenIntervalCountsOnlyIfItLowersTheRate() {
        receive(10);
        for (int i = 0; i < 9; i++) {
            interval(30);
        }
        lose(1);
        receive(30);
        assertThat(1 / history.lossEventRate()).isCloseTo((31 + 30 * 5) / 6.0, within(1e-9));
        receive(69);
        assertThat(1 / history.lossEventRate()).isCloseTo((100 + 30 * 5) / 6.0, within(1e-9));
        lose(1);
        receive(1);
        assertThat(1 / history.lossEventRate()).as("an open one of 2 does not").isCloseTo((100 + 150) / 6.0, within(1e-9));
    }

    @Test
    void lossesWithinAnRttAreOneEvent() {
        receive(10);
        interval(5);
        interval(5);
        interval(5);
        assertThat(history.lossEvents()).as("100 ms after the first is still the event").isEqualTo(1);
        interval(5);
        assertThat(history.lossEvents()).isEqualTo(2);
        assertThat(history.lost()).isEqualTo(4);
    }

    @Test
    void aLongGapIsSeveralEvents() {
        receive(10);
        lose(40);
        receive(1);
        assertThat(history.lossEvents()).isEqualTo(4);
        history = history(true);
        detector = new LossDetector(1, history);
        receive(1);
        lose(10_000_000);
        receive(1);
        assertThat(history.lossEvents()).as("bounded").isEqualTo(64);
        assertThat(history.lossEventRate()).isPositive();
    }

    @Test
    void aSmallerFirstRttSplitsEventsAndShrinksTheSeed() {
        history.rttNanos(500 * MS);
        receive(10);
        interval(20);
        interval(20);
        interval(2);
        assertThat(history.lossEvents()).isEqualTo(1);
        history.firstRtt(100 * MS);
        assertThat(history.lossEvents()).isEqualTo(3);
        double average = (20 + 20 + SEED / 25) / 3;
        assertThat(1 / history.lossEventRate()).isCloseTo(average, within(1e-9));
    }

    @Test
    void aSeedThatLeftTheHistoryIsNotScaled() {
        receive(10);
        for (int i = 0; i < 12; i++) {
            interval(30);
        }
        double before = history.lossEventRate();
        history.firstRtt(50 * MS);
        assertThat(history.lossEventRate()).isEqualTo(before);
    }

    @Test
    void aLatePacketTakesItsLossBack() {
        receive(20);
        interval(30);
        interval(30);
        double before = history.lossEventRate();
        long late = next;
        lose(1);
        receive(5);
        assertThat(history.lossEvents()).isEqualTo(3);
        detector.received(late, now);
        assertThat(history.lossEvents()).isEqualTo(2);
        assertThat(history.lost()).isEqualTo(2);
        assertThat(history.lossEventRate()).isLessThanOrEqualTo(before);
        detector.received(20, now);
        detector.received(50, now);
        assertThat(history.lossEvents()).isZero();
        assertThat(history.lossEventRate()).isZero();
        assertThat(history.lost()).isZero();
    }

    /** A queue has filled since: two events of before became one. */
    @Test
    void aLatePacketLeavesEventsThatWereTwoAtTheRttOfTheirTime() {
        receive(20);
        lose(1);
        receive(14);
        lose(1);
        receive(30);
        history.rttNanos(300 * MS);
        receive(20);
        long late = next;
        lose(1);
        receive(2);
        assertThat(history.lossEvents()).isEqualTo(3);
        detector.received(late, now);
        assertThat(history.lossEvents()).isEqualTo(2);
    }

    @Test
    void aLatePacketInTheMiddleOfARunLeavesTheRest() {
        receive(20);
        lose(30);
        receive(1);
        long events = history.lossEvents();
        detector.received(30, now);
        assertThat(history.lost()).isEqualTo(29);
        assertThat(history.lossEvents()).isEqualTo(events);
        detector.received(20, now);
        detector.received(49, now);
        assertThat(history.lost()).isEqualTo(27);
    }

    @Test
    void withoutRepairsALatePacketChangesNothing() {
        history = history(false);
        detector = new LossDetector(1, history);
        receive(20);
        lose(1);
        receive(5);
        detector.received(20, now);
        assertThat(history.lossEvents()).isEqualTo(1);
    }

    @Test
    void restartedNumbersGoOnWithTheSameHistory() {
        receive(20);
        interval(30);
        interval(30);
        double before = history.lossEventRate();
        detector.restart();
        next = 0;
        receive(10);
        assertThat(history.lossEventRate()).isEqualTo(before);
        interval(40);
        assertThat(history.lossEvents()).isEqualTo(3);
        detector.received(10, now);
        assertThat(history.lossEvents()).as("the late packet is found by its new number").isEqualTo(2);
    }

    /** Six events of 30 packets, so that the oldest intervals weigh less than the newest. */
    private void sixEvents() {
        receive(10);
        for (int i = 0; i < 5; i++) {
            interval(30);
        }
        lose(1);
        receive(1);
    }

    @Test
    void aSeedOfLessThanAPacketIsOne() {
        history = history(1, true, () -> 0.01);
        detector = new LossDetector(1, history);
        sixEvents();
        assertThat(1 / history.lossEventRate()).isCloseTo((30 * 4.8 + 0.6) / 5.4, within(1e-9));
    }

    @Test
    void norDoesAShortFirstRttMakeItLess() {
        sixEvents();
        history.firstRtt(MS);
        assertThat(history.lossEvents()).isEqualTo(6);
        assertThat(1 / history.lossEventRate()).isCloseTo((30 * 4.8 + 0.6) / 5.4, within(1e-9));
    }

    @Test
    void whenNoLossIsLeftTheNextOneAsksForItsOwnSeed() {
        double[] first = {SEED};
        history = history(1, true, () -> first[0]);
        detector = new LossDetector(1, history);
        receive(20);
        lose(1);
        receive(5);
        detector.received(20, now);
        first[0] = 300;
        lose(1);
        receive(1);
        assertThat(1 / history.lossEventRate()).isCloseTo(300, within(1e-9));
    }

    @Test
    void aLatePacketIsAReceivedOne() {
        receive(20);
        interval(5);
        detector.received(20, now);
        assertThat(history.received()).isEqualTo(25);
        assertThat(history.lost()).isZero();
    }

    @Test
    void aLongerFirstRttMayMakeOneEventOfManyWhoseSeedIsForgotten() {
        history = history(1, true, () -> 1e6);
        detector = new LossDetector(1, history);
        receive(10);
        long start = next;
        for (int i = 0; i < 3; i++) {
            lose(700);
            receive(20);
        }
        assertThat(history.lossEvents()).as("more than are kept").isEqualTo(3 * 64);
        history.firstRtt(60_000 * MS);
        assertThat(1 / history.lossEventRate()).as("the open interval is all there is").isCloseTo(next - start, within(1e-9));
    }

    @Test
    void eventsOfForgottenLossesStay() {
        receive(10);
        for (int i = 0; i < LostPackets.MAX_RUNS + 10; i++) {
            interval(30);
        }
        long late = next - 30;
        detector.received(late, now);
        assertThat(history.lossEvents()).isEqualTo(LostPackets.MAX_RUNS + 9);
        detector.received(10, now);
        assertThat(history.lost()).as("nor is a forgotten loss taken back").isEqualTo(LostPackets.MAX_RUNS + 9);
        assertThat(history.lossEvents()).isEqualTo(LostPackets.MAX_RUNS + 9);
    }

    @Test
    void aRememberedLossMayBelongToAnEventWhoseStartIsForgotten() {
        receive(10);
        int events = 140;
        for (int i = 0; i < events; i++) {
            interval(5);
            interval(30);
        }
        interval(30);
        assertThat(history.lossEvents()).isEqualTo(events + 1);
        detector.received(next - 30, now);
        assertThat(history.lossEvents()).isEqualTo(events);
    }

    /** Against a slow reference that keeps every lost packet. */
    @Property(tries = 200)
    void agreesWithTheDefinition(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        history = history(true);
        detector = new LossDetector(1, history);
        next = 0;
        List<Long> lostNanos = new ArrayList<>();
        List<Long> lostNumbers = new ArrayList<>();
        receive(5);
        for (int i = 0; i < 300; i++) {
            if (random.nextInt(12) == 0) {
                int run = random.nextInt(1, 4);
                long before = now;
                for (int k = 1; k <= run; k++) {
                    lostNumbers.add(next + k - 1);
                    lostNanos.add(LossDetector.lostNanos(k, run, before, before + (run + 1) * 10 * MS));
                }
                lose(run);
            }
            receive(1);
            if (!lostNumbers.isEmpty() && random.nextInt(40) == 0) {
                int index = lostNumbers.size() - 1 - random.nextInt(Math.min(lostNumbers.size(), 3));
                detector.received(lostNumbers.remove(index), now);
                lostNanos.remove(index);
            }
        }
        List<Long> starts = new ArrayList<>();
        long startNanos = 0;
        for (int i = 0; i < lostNumbers.size(); i++) {
            if (starts.isEmpty() || lostNanos.get(i) - startNanos > 100 * MS) {
                starts.add(lostNumbers.get(i));
                startNanos = lostNanos.get(i);
            }
        }
        assertThat(history.lost()).isEqualTo(lostNumbers.size());
        assertThat(history.lossEvents()).isEqualTo(starts.size());
        assertThat(history.lossEventRate()).isCloseTo(reference(starts), within(1e-9));
    }

    private double reference(List<Long> starts) {
        if (starts.isEmpty()) {
            return 0;
        }
        List<Double> intervals = new ArrayList<>();
        intervals.add((double) (next - starts.get(starts.size() - 1)));
        for (int i = starts.size() - 1; i > 0; i--) {
            intervals.add((double) (starts.get(i) - starts.get(i - 1)));
        }
        intervals.add(SEED);
        int n = Math.min(8, intervals.size() - 1);
        double[] weights = {1, 1, 1, 1, 0.8, 0.6, 0.4, 0.2};
        double withOpen = 0;
        double without = 0;
        double total = 0;
        for (int i = 0; i < n; i++) {
            withOpen += weights[i] * intervals.get(i);
            without += weights[i] * intervals.get(i + 1);
            total += weights[i];
        }
        return total / Math.max(withOpen, without);
    }

    /** RFC 5348 §5.5 by hand: I_0 is four times the mean of the others, so each of those counts half. */
    @Test
    void aLongOpenIntervalMakesOlderOnesCountForLess() {
        eightIntervals(0.25);
        lose(1);
        receive(399);
        double discounted = (400 + 0.5 * 5 * 100) / (1 + 0.5 * 5);
        assertThat(1 / history.lossEventRate()).isCloseTo(discounted, within(1e-9));
    }

    @Test
    void discountingLeavesAtLeastTheThreshold() {
        eightIntervals(0.25);
        lose(1);
        receive(99_999);
        double discounted = (100_000 + 0.25 * 5 * 100) / (1 + 0.25 * 5);
        assertThat(1 / history.lossEventRate()).isCloseTo(discounted, within(1e-9));
    }

    /** 4 averages: as discounting has it; 8: sixteen times less. */
    @Test
    void anIntervalThatDoesNotComeByChanceHasTheOthersCountForLittle() {
        for (int[] each : new int[][] {{400, 1}, {800, 16}, {100_000, 1_000_000_000}}) {
            history = new WeightedLossHistory(new WeightedLossHistory.Settings(8, 0.001, 4, true, 64, 1, false, 0, 500 * MS), () -> SEED);
            history.rttNanos(100 * MS);
            detector = new LossDetector(1, history);
            for (int i = 0; i < 9; i++) {
                interval(100);
            }
            lose(1);
            receive(each[0] - 1);
            double discount = Math.max(0.001, 200.0 / each[0] / each[1]);
            assertThat(1 / history.lossEventRate()).as("interval of %s", each[0])
                    .isCloseTo((each[0] + discount * 5 * 100) / (1 + discount * 5), within(1e-6));
        }
    }

    /** What the long interval has taken from the others stays taken when it is closed: DF goes into DF_i. */
    @Test
    void discountsAreKeptWhenTheIntervalCloses() {
        eightIntervals(0.25);
        interval(400);
        lose(1);
        receive(1);
        double older = 0.5 * (1 + 1 + 1 + 0.8 + 0.6 + 0.4 + 0.2);
        double closed = (400 + older * 100) / (1 + older);
        assertThat(1 / history.lossEventRate()).isCloseTo(closed, within(1e-9));
    }

    @Test
    void withoutDiscountingAllCountAsTheirWeightsSay() {
        eightIntervals(1);
        lose(1);
        receive(399);
        assertThat(1 / history.lossEventRate()).isCloseTo((400 + 5 * 100) / 6.0, within(1e-9));
    }

    /** Slow start goes on until the source knows: what it loses meanwhile belongs to the first event. */
    @Test
    void theFirstEventLastsLonger() {
        history = new WeightedLossHistory(new WeightedLossHistory.Settings(8, 1, 0, true, 64, 2, false, 0, 500 * MS), () -> SEED);
        history.rttNanos(100 * MS);
        detector = new LossDetector(1, history);
        receive(10);
        lose(1);
        receive(14);
        lose(1);
        receive(1);
        assertThat(history.lossEvents()).as("150 ms later").isEqualTo(1);
        receive(10);
        lose(1);
        receive(1);
        assertThat(history.lossEvents()).as("270 ms later").isEqualTo(2);
        receive(13);
        lose(1);
        receive(1);
        assertThat(history.lossEvents()).as("150 ms after the second").isEqualTo(3);
    }

    /** What slow start reached beside a neighbour that had the queue is a guess: what was counted takes its place if it is longer. */
    @Test
    void theGuessedIntervalYieldsToALongerOne() {
        history = new WeightedLossHistory(new WeightedLossHistory.Settings(8, 1, 0, true, 2, 1, true, 0, 500 * MS), () -> SEED);
        history.rttNanos(100 * MS);
        detector = new LossDetector(1, history);
        receive(10);
        lose(1);
        receive((int) SEED + 50);
        assertThat(1 / history.lossEventRate()).as("still open").isCloseTo(SEED + 51, within(1e-9));
        lose(1);
        receive(1);
        assertThat(1 / history.lossEventRate()).as("counted").isCloseTo(SEED + 51, within(1e-9));
    }

    @Test
    void theGuessedIntervalStaysBesideAShorterOne() {
        history = new WeightedLossHistory(new WeightedLossHistory.Settings(8, 1, 0, true, 2, 1, true, 0, 500 * MS), () -> SEED);
        history.rttNanos(100 * MS);
        detector = new LossDetector(1, history);
        receive(10);
        lose(1);
        receive((int) SEED - 51);
        lose(1);
        receive(1);
        assertThat(1 / history.lossEventRate()).isCloseTo((SEED + SEED - 50) / 2, within(1e-9));
    }

    /** Whose rate the path bears loses less than one packet per RTT: who loses three, twice in a row, is far beyond. */
    @Test
    void twoEventsWithManyLossesLeaveLittleOfOlderIntervals() {
        for (int many : new int[] {3, 4, 0}) {
            history = new WeightedLossHistory(new WeightedLossHistory.Settings(8, 0.02, 0, true, 2, 1, false, many, 500 * MS), () -> SEED);
            history.rttNanos(100 * MS);
            detector = new LossDetector(1, history);
            receive(10);
            lose(1);
            receive(299);
            for (int i = 0; i < 2; i++) {
                lose(3);
                receive(9);
            }
            double mean = 1 / history.lossEventRate();
            if (many == 3) {
                assertThat(mean).isCloseTo((12 + 0.02 * (300 + SEED)) / 1.04, within(1e-9));
            } else {
                assertThat(mean).as("many are %d", many).isCloseTo((12 + 300 + SEED) / 3, within(1e-9));
            }
        }
    }

    /** The application had little to send, and has much now: the path is what it was. */
    @Test
    void manyLossesOfARateThatHasJustRisenAreEventsAsAnyOthers() {
        for (long pace : new long[] {14, 16}) {
            history = new WeightedLossHistory(new WeightedLossHistory.Settings(8, 0.02, 0, true, 2, 1, false, 3, 500 * MS), () -> SEED);
            history.rttNanos(100 * MS);
            detector = new LossDetector(1, history);
            receive(10);
            lose(1);
            for (int i = 0; i < 299; i++) {
                receive(1);
                now += (pace - 10) * MS;
            }
            for (int i = 0; i < 2; i++) {
                lose(3);
                receive(9);
            }
            double usual = (12 + 300 + SEED) / 3;
            double little = (12 + 0.02 * (300 + SEED)) / 1.04;
            assertThat(1 / history.lossEventRate()).as("%d and 10 ms", pace).isCloseTo(pace == 14 ? little : usual, within(1e-9));
        }
    }

    @Test
    void manyLossesAfterAWhileAreAnEventAsAnyOther() {
        history = new WeightedLossHistory(new WeightedLossHistory.Settings(8, 0.02, 0, true, 2, 1, false, 3, 500 * MS), () -> SEED);
        history.rttNanos(100 * MS);
        detector = new LossDetector(1, history);
        receive(10);
        lose(1);
        receive(299);
        lose(3);
        receive(27);
        lose(3);
        receive(1);
        assertThat(1 / history.lossEventRate()).as("300 ms later").isCloseTo((30 + 300 + SEED) / 3, within(1e-9));
    }

    @Test
    void aGapBeginsNoMoreEventsThanItMay() {
        history = new WeightedLossHistory(new WeightedLossHistory.Settings(8, 1, 0, true, 2, 1, false, 0, 500 * MS), () -> SEED);
        history.rttNanos(100 * MS);
        detector = new LossDetector(1, history);
        receive(10);
        lose(200);
        receive(1);
        assertThat(history.lossEvents()).isEqualTo(2);
    }
}
