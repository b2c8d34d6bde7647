package org.xpand.simulator.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Random;
import org.junit.jupiter.api.Test;

class SummaryTest {
    @Test
    void meanDeviationAndIntervalAreStudents() {
        Summary summary = Summary.of(1, 2, 3, 4, 5);
        assertThat(summary.mean()).isEqualTo(3);
        assertThat(summary.deviation()).isCloseTo(Math.sqrt(2.5), within(1e-12));
        assertThat(summary.halfWidth()).isCloseTo(1.963, within(1e-3));
        assertThat(summary).hasToString("3.000 ± 2.0 (5 seeds)");
        assertThat(Summary.of(7).halfWidth()).isInfinite();
        assertThatIllegalArgumentException().isThrownBy(Summary::of);
    }

    @Test
    void intervalHoldsTheTrueMeanInNineteenOfTwentyCases() {
        for (int count : new int[] {3, 10, 45}) {
            Random random = new Random(count);
            Summary within = Summary.overSeeds(1, 4000, seed -> {
                Summary sample = Summary.overSeeds(0, count, value -> random.nextGaussian());
                return sample.low() <= 0 && sample.high() >= 0 ? 1 : 0;
            });
            assertThat(within.mean()).isCloseTo(0.95, within(0.012));
        }
    }
}
