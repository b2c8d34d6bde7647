package org.xpand.protocols.rate;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

/** A number is lost once NDUPACK higher ones have arrived (RFC 5348 §5.1). */
class LossDetectorTest {
    private final List<String> events = new ArrayList<>();

    @Test
    void anyGapIsALossAtOnceWithNdupack1() {
        LossDetector detector = detector(1);
        detector.received(7, 0);
        detector.received(8, 10);
        detector.received(11, 40);
        assertThat(events).containsExactly("+7@0", "+8@10", "-9@20", "-10@30", "+11@40");
    }

    @Test
    void withNdupack3TwoLaterPacketsAreNotEnough() {
        LossDetector detector = detector(3);
        detector.received(1, 0);
        detector.received(3, 20);
        detector.received(4, 30);
        assertThat(events).containsExactly("+1@0");
        detector.received(5, 40);
        assertThat(events).containsExactly("+1@0", "-2@10", "+3@20", "+4@30", "+5@40");
    }

    @Test
    void reorderingWithinTheWindowIsNoLoss() {
        LossDetector detector = detector(3);
        detector.received(1, 0);
        detector.received(4, 10);
        detector.received(3, 20);
        detector.received(2, 30);
        assertThat(events).containsExactly("+1@0", "+2@30", "+3@20", "+4@10");
    }

    @Test
    void withAWindowAMissingPacketIsWaitedForHoweverManyComeAfterIt() {
        LossDetector detector = detector(3);
        detector.reorderingWindow(1000);
        detector.received(1, 0);
        for (int number = 3; number < 50; number++) {
            detector.received(number, 10 * number);
        }
        assertThat(events).containsExactly("+1@0");
        detector.received(2, 500);
        assertThat(events).hasSize(49).startsWith("+1@0", "+2@500", "+3@30").doesNotContain("late 2@500");
    }

    @Test
    void itIsLostOnceTheFirstLaterOneIsThereForTheWindow() {
        LossDetector detector = detector(3);
        detector.reorderingWindow(1000);
        detector.received(1, 0);
        detector.received(3, 20);
        detector.received(4, 30);
        detector.received(5, 1019);
        assertThat(events).containsExactly("+1@0");
        detector.received(6, 1020);
        assertThat(events).containsExactly("+1@0", "-2@10", "+3@20", "+4@30", "+5@1019", "+6@1020");
    }

    @Test
    void theWindowAloneIsNotEnough() {
        LossDetector detector = detector(3);
        detector.reorderingWindow(10);
        detector.received(1, 0);
        detector.received(3, 20);
        detector.received(4, 5000);
        assertThat(events).containsExactly("+1@0");
    }

    @Test
    void eachGapHasAWindowOfItsOwn() {
        LossDetector detector = detector(1);
        detector.reorderingWindow(100);
        detector.received(1, 0);
        detector.received(3, 20);
        detector.received(5, 90);
        detector.received(6, 130);
        assertThat(events).containsExactly("+1@0", "-2@10", "+3@20");
        detector.received(7, 190);
        assertThat(events).endsWith("-4@55", "+5@90", "+6@130", "+7@190");
    }

    @Test
    void theNeighbourBelowMayHaveArrivedAfterTheOneAbove() {
        LossDetector detector = detector(1);
        detector.reorderingWindow(100);
        detector.received(1, 0);
        detector.received(4, 20);
        detector.received(2, 110);
        detector.received(5, 130);
        assertThat(events).containsExactly("+1@0", "+2@110", "-3@20", "+4@20", "+5@130");
    }

    @Test
    void noMorePacketsWaitThanAreKept() {
        LossDetector detector = detector(3);
        detector.reorderingWindow(Long.MAX_VALUE);
        detector.received(1, 0);
        for (int i = 0; i < LossDetector.MAX_WAITING - 1; i++) {
            detector.received(3 + i, 10);
        }
        assertThat(events).hasSize(1);
        detector.received(3 + LossDetector.MAX_WAITING, 10);
        assertThat(events).hasSize(LossDetector.MAX_WAITING + 1).contains("-2@5");
    }

    @Test
    void aMarkedPacketIsReportedAsLostWhenItIsItsTurn() {
        LossDetector detector = detector(3);
        detector.received(1, 0);
        detector.received(4, 10);
        detector.received(3, true, 20);
        detector.received(2, 30);
        detector.received(5, true, 40);
        assertThat(events).containsExactly("+1@0", "+2@30", "-3@20", "+4@10", "-5@40");
    }

    @Test
    void packetThatArrivesAfterItsLossIsLate() {
        LossDetector detector = detector(1);
        detector.received(1, 0);
        detector.received(3, 20);
        detector.received(2, 30);
        assertThat(events).containsExactly("+1@0", "-2@10", "+3@20", "late 2@30");
    }

    @Test
    void numbersBelowTheFirstOneAreNobodysBusiness() {
        LossDetector detector = detector(1);
        detector.received(100, 0);
        detector.received(99, 1);
        assertThat(events).containsExactly("+100@0");
    }

    @Test
    void restartForgetsTheNumbers() {
        LossDetector detector = detector(3);
        detector.received(50, 0);
        detector.received(52, 1);
        detector.restart();
        detector.received(0, 2);
        detector.received(1, 3);
        assertThat(events).containsExactly("+50@0", "+52@1", "+0@2", "+1@3");
    }

    @Test
    void absurdJumpIsANewStreamAndNoLoss() {
        LossDetector detector = detector(1);
        detector.received(0, 0);
        detector.received(1L << 60, 1);
        assertThat(events).containsExactly("+0@0", "+" + (1L << 60) + "@1");
    }

    @Property(tries = 400)
    void everyNumberIsDecidedAsTheRuleSays(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int ndupack = random.nextInt(1, 6);
        events.clear();
        LossDetector detector = detector(ndupack);
        List<Long> arrivals = shuffled(random);
        TreeMap<Long, Boolean> expected = new TreeMap<>();
        for (int i = 0; i < arrivals.size(); i++) {
            detector.received(arrivals.get(i), i);
            decide(arrivals.subList(0, i + 1), ndupack, 0, expected);
            assertThat(decisions()).as("seed %d after %s", seed, arrivals.subList(0, i + 1)).isEqualTo(expected);
        }
    }

    /** The same with times: one packet a unit of time. */
    @Property(tries = 400)
    void everyNumberIsDecidedAsTheRuleSaysWithAWindow(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int ndupack = random.nextInt(1, 6);
        int window = random.nextInt(1, 20);
        events.clear();
        LossDetector detector = detector(ndupack);
        detector.reorderingWindow(window);
        List<Long> arrivals = shuffled(random);
        TreeMap<Long, Boolean> expected = new TreeMap<>();
        for (int i = 0; i < arrivals.size(); i++) {
            detector.received(arrivals.get(i), i);
            decide(arrivals.subList(0, i + 1), ndupack, window, expected);
            assertThat(decisions()).as("seed %d after %s", seed, arrivals.subList(0, i + 1)).isEqualTo(expected);
        }
    }

    /** The rule, from the definition: lost or received, as far as everything below is decided. */
    private static void decide(List<Long> arrived, int ndupack, int window, TreeMap<Long, Boolean> decided) {
        long first = arrived.get(0);
        for (long number = decided.isEmpty() ? first : decided.lastKey() + 1;; number++) {
            long candidate = number;
            if (arrived.contains(candidate)) {
                decided.put(number, true);
            } else if (arrived.stream().filter(other -> other > candidate).count() >= ndupack
                    && arrived.size() - 1 - firstAbove(arrived, candidate) >= window) {
                decided.put(number, false);
            } else {
                return;
            }
        }
    }

    private static int firstAbove(List<Long> arrived, long number) {
        int at = 0;
        while (arrived.get(at) < number) {
            at++;
        }
        return at;
    }

    private TreeMap<Long, Boolean> decisions() {
        TreeMap<Long, Boolean> decisions = new TreeMap<>();
        for (String event : events) {
            if (!event.startsWith("late")) {
                long number = Long.parseLong(event.substring(1, event.indexOf('@')));
                assertThat(decisions.put(number, event.startsWith("+"))).as("decided once").isNull();
            }
        }
        return decisions;
    }

    private static List<Long> shuffled(SplittableRandom random) {
        List<Long> numbers = new ArrayList<>();
        for (long number = 0; number < 40; number++) {
            if (number == 0 || random.nextInt(5) > 0) {
                numbers.add(number);
            }
        }
        for (int i = 1; i + 1 < numbers.size(); i++) {
            int other = Math.min(numbers.size() - 1, i + random.nextInt(4));
            long swapped = numbers.get(i);
            numbers.set(i, numbers.get(other));
            numbers.set(other, swapped);
        }
        return numbers;
    }

    @Property
    void interpolationIsExact(@ForAll @LongRange(min = 1, max = 1 << 24) long count,
            @ForAll @LongRange(min = 0, max = 1L << 50) long span, @ForAll @LongRange(min = 0, max = 1 << 24) long at,
            @ForAll long before) {
        long index = 1 + at % count;
        long exact = BigInteger.valueOf(span).multiply(BigInteger.valueOf(index))
                .divide(BigInteger.valueOf(count + 1)).longValueExact();
        assertThat(LossDetector.lostNanos(index, count, before, before + span) - before).isEqualTo(exact);
    }

    private LossDetector detector(int ndupack) {
        return new LossDetector(ndupack, new LossDetector.Listener() {
            @Override
            public void received(long number, long arrivalNanos) {
                events.add("+" + number + "@" + arrivalNanos);
            }

            @Override
            public void lost(long first, long count, long beforeNanos, long afterNanos) {
                for (long i = 1; i <= count; i++) {
                    events.add("-" + (first + i - 1) + "@" + LossDetector.lostNanos(i, count, beforeNanos, afterNanos));
                }
            }

            @Override
            public void late(long number, long arrivalNanos) {
                events.add("late " + number + "@" + arrivalNanos);
            }
        });
    }
}
