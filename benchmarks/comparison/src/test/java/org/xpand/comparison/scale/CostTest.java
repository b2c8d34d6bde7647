package org.xpand.comparison.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A cost as a line, medians and Jain's index. */
class CostTest {
    @Test
    void aCostIsItselfAgainFromItsLine() {
        Cost cost = new Cost(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 0.5);
        assertThat(Cost.of(cost.line())).isEqualTo(cost);
    }

    @Test
    void eachFigureHasAMedianOfItsOwn() {
        Cost median = Cost.median(List.of(new Cost(1, 9, 3, 4, 5, 6, 7, 8, 9, 10, 1), new Cost(2, 8, 3, 4, 5, 6, 7, 8, 9, 10, 1),
                new Cost(9, 1, 3, 4, 5, 6, 7, 8, 9, 10, 1)));
        assertThat(median.startSeconds()).isEqualTo(2);
        assertThat(median.joinSeconds()).isEqualTo(8);
        assertThat(Cost.median(new double[] {4, 1})).isEqualTo(2.5);
    }

    @Test
    void jainsIndexIsOneOfEqualsAndAPartIfOneHasAll() {
        assertThat(Cost.jain(new double[] {3, 3, 3, 3})).isCloseTo(1, within(1e-12));
        assertThat(Cost.jain(new double[] {0, 7, 0, 0})).isCloseTo(0.25, within(1e-12));
        // (1 + 3)² / (2 · (1 + 9))
        assertThat(Cost.jain(new double[] {1, 3})).isCloseTo(0.8, within(1e-12));
        assertThat(Cost.jain(new double[] {0, 0})).isZero();
    }
}
