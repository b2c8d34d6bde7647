package org.xpand.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What the power of a growth says. */
class GrowthTest {
    private static final List<Integer> COUNTS = List.of(3, 8, 16, 32);

    private static double slope(double a, double power) {
        return Growth.slope(COUNTS, COUNTS.stream().map(count -> a * Math.pow(count, power)).toList());
    }

    @Test
    void aPowerIsFoundWhateverTheFactor() {
        assertThat(slope(7, 0)).isCloseTo(0, within(1e-9));
        assertThat(slope(0.1, 1)).isCloseTo(1, within(1e-9));
        assertThat(slope(1e6, 2)).isCloseTo(2, within(1e-9));
        assertThat(slope(5, -1)).isCloseTo(-1, within(1e-9));
    }
}
