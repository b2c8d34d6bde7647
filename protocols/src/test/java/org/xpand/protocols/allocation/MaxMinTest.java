package org.xpand.protocols.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.junit.jupiter.api.Test;

/** The shares are the max-min fair ones. */
class MaxMinTest {
    private static final double PRECISION = 1e-9;

    /** A capacity and what is asked of it. */
    record Case(double capacity, double[] demands) {
        double[] shares() {
            double[] shares = new double[demands.length];
            new MaxMin().allocate(capacity, demands, demands.length, shares);
            return shares;
        }

        double slack() {
            return PRECISION * Math.max(1, capacity);
        }

        @Override
        public String toString() {
            return capacity + " for " + Arrays.toString(demands);
        }
    }

    /** Round demands, so that many are equal; nothing, everything and extremes among them. */
    @Provide
    Arbitrary<Case> cases() {
        Arbitrary<Double> demand = Arbitraries.frequencyOf(
                Tuple.of(6, Arbitraries.integers().between(0, 20).map(i -> (double) i)),
                Tuple.of(6, Arbitraries.doubles().between(0, 1e6)),
                Tuple.of(1, Arbitraries.of(0.0, Double.POSITIVE_INFINITY, 1e300, 1e-300)));
        Arbitrary<double[]> demands = demand.list().ofMaxSize(40)
                .map(list -> list.stream().mapToDouble(d -> d).toArray());
        Arbitrary<Double> capacity = Arbitraries.oneOf(Arbitraries.integers().between(0, 200).map(i -> (double) i),
                Arbitraries.doubles().between(0, 1e7));
        return Combinators.combine(capacity, demands).as(Case::new);
    }

    @Property(tries = 500)
    void noMoreThanThereIsAndThanWasRequested(@ForAll("cases") Case given) {
        double[] shares = given.shares();
        assertThat(Arrays.stream(shares).sum()).isLessThanOrEqualTo(given.capacity + given.slack());
        for (int i = 0; i < shares.length; i++) {
            assertThat(shares[i]).isBetween(0.0, given.demands[i]);
        }
    }

    @Property(tries = 500)
    void allIsUsedOrAllAreSatisfied(@ForAll("cases") Case given) {
        double[] shares = given.shares();
        if (!Arrays.equals(shares, given.demands)) {
            assertThat(Arrays.stream(shares).sum()).isCloseTo(given.capacity, within(given.slack()));
        }
    }

    /** Whoever has less than it asked for has the most of all: more for it would be less for one that has no more. */
    @Property(tries = 500)
    void moreForOneIsLessForOneThatHasNoMore(@ForAll("cases") Case given) {
        double[] shares = given.shares();
        double most = Arrays.stream(shares).max().orElse(0);
        for (int i = 0; i < shares.length; i++) {
            if (shares[i] < given.demands[i]) {
                assertThat(shares[i]).isEqualTo(most);
            }
        }
    }

    @Property(tries = 500)
    void sameAsFillingStepByStep(@ForAll("cases") Case given) {
        double[] shares = given.shares();
        double[] expected = filledStepByStep(given.capacity, given.demands);
        for (int i = 0; i < shares.length; i++) {
            assertThat(shares[i]).isCloseTo(expected[i], within(PRECISION * Math.max(1e-12, expected[i])));
        }
    }

    @Property(tries = 300)
    void orderOfTheDemandsMakesNoDifference(@ForAll("cases") Case given, @ForAll long seed) {
        int count = given.demands.length;
        int[] order = new int[count];
        SplittableRandom random = new SplittableRandom(seed);
        for (int i = 0; i < count; i++) {
            int other = random.nextInt(i + 1);
            order[i] = order[other];
            order[other] = i;
        }
        double[] shares = given.shares();
        double[] shuffled = new Case(given.capacity, Arrays.stream(order).mapToDouble(i -> given.demands[i]).toArray())
                .shares();
        for (int i = 0; i < count; i++) {
            assertThat(shuffled[i]).isCloseTo(shares[order[i]], within(PRECISION * Math.max(1e-12, shares[order[i]])));
        }
    }

    /** Thousands of demands in one object, more and fewer in turn: nothing of a division is left for the next. */
    @Test
    void manyDemandsAgainstFillingStepByStep() {
        SplittableRandom random = new SplittableRandom(7);
        MaxMin maxMin = new MaxMin();
        for (int count : new int[] {3000, 5, 100, 2000, 1}) {
            double[] demands = random.doubles(count, 0, 1000).toArray();
            double capacity = 200.0 * count;
            double[] shares = new double[count];
            maxMin.allocate(capacity, demands, count, shares);
            assertThat(shares).containsExactly(filledStepByStep(capacity, demands), within(1e-6));
        }
    }

    @Test
    void sharesOfTheExampleWithThreeSenders() {
        MaxMin maxMin = new MaxMin();
        double[] shares = new double[3];
        maxMin.allocate(12, new double[] {2, 6, Double.POSITIVE_INFINITY}, 3, shares);
        assertThat(shares).containsExactly(2, 5, 5);
        assertThat(maxMin.level()).isEqualTo(5);
        maxMin.allocate(12, new double[] {2, 6, 4}, 3, shares);
        assertThat(shares).containsExactly(2, 6, 4);
        assertThat(maxMin.level()).isInfinite();
    }

    /** A demand that rounding left just below zero's sign is met like any other small one. */
    @Test
    void nothingIsNothingWhateverItsSign() {
        double[] shares = new double[3];
        new MaxMin().allocate(8, new double[] {-0.0, 10, 10}, 3, shares);
        assertThat(shares[0]).isZero();
        assertThat(shares[1]).isEqualTo(4);
        assertThat(shares[2]).isEqualTo(4);
    }

    /** Demands that lie close together, or a thousandfold apart: hard for whoever divides and conquers. */
    @Test
    void demandsOfAllMagnitudesAgainstFillingStepByStep() {
        for (double ratio : new double[] {1.0001, 1.3, 1000}) {
            double[] demands = new double[90];
            for (int i = 0; i < demands.length; i++) {
                demands[i] = StrictMath.pow(ratio, i);
            }
            for (int met = 0; met < demands.length; met++) {
                double level = demands[met];
                double capacity = Arrays.stream(demands).map(d -> Math.min(d, level)).sum();
                double[] shares = new double[demands.length];
                new MaxMin().allocate(capacity, demands, demands.length, shares);
                double[] expected = filledStepByStep(capacity, demands);
                for (int i = 0; i < shares.length; i++) {
                    assertThat(shares[i]).isCloseTo(expected[i], within(PRECISION * expected[i]));
                }
            }
        }
    }

    @Test
    void onlyTheFirstDemandsCountAndTheyMayBeReplaced() {
        double[] demands = {8, 4, 100};
        new MaxMin().allocate(6, demands, 2, demands);
        assertThat(demands).containsExactly(3, 3, 100);
        new MaxMin().allocate(Double.POSITIVE_INFINITY, demands, 3, demands);
        assertThat(demands).containsExactly(3, 3, 100);
    }

    @Test
    void whatIsNoAmountIsRefused() {
        double[] shares = {7, 7};
        assertThatThrownBy(() -> new MaxMin().allocate(-1, shares, 2, shares)).hasMessageContaining("capacity -1.0");
        assertThatThrownBy(() -> new MaxMin().allocate(Double.NaN, shares, 2, shares)).hasMessageContaining("NaN");
        assertThatThrownBy(() -> new MaxMin().allocate(1, new double[] {1, Double.NaN}, 2, shares))
                .hasMessageContaining("demand NaN");
        assertThat(shares).containsExactly(7, 7);
    }

    /** The definition: all shares grow alike, and who has enough stops. */
    private static double[] filledStepByStep(double capacity, double[] demands) {
        double[] sorted = demands.clone();
        Arrays.sort(sorted);
        double left = capacity;
        double level = Double.POSITIVE_INFINITY;
        for (int i = 0; i < sorted.length; i++) {
            double equal = left / (sorted.length - i);
            if (sorted[i] > equal) {
                level = equal;
                break;
            }
            left -= sorted[i];
        }
        double found = level;
        return Arrays.stream(demands).map(d -> Math.min(d, found)).toArray();
    }
}
