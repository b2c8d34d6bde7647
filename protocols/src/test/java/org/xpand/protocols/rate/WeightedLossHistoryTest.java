package org.xpand.protocols.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** The loss event rate is the inverse of a weighted average interval (TFMCC §2.3, RFC 4654 §5). */
class WeightedLossHistoryTest extends LossHistoryFixture {
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
}
