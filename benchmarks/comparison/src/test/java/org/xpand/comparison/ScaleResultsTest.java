package org.xpand.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.xpand.comparison.scale.Cost;

/** Medians, parts of what one group carries, and what misses the aims. */
class ScaleResultsTest {
    private final ScaleResults results = new ScaleResults("groups", List.of(1, 50, 200, 400), true);

    private static Cost cost(double goodput, double jain) {
        return Cost.of(Cost.ANSWER + "1 2 " + goodput + " 4 5 6 7 8 9 10 " + jain);
    }

    @Test
    void aRunThatMeetsAllAimsMissesNothing() {
        results.add(cost(100e6, 1), cost(80e6, 0.95), cost(60e6, 0.99), cost(1e6, 0.96));
        assertThat(results.missed()).isEmpty();
        assertThat(results.failed()).isFalse();
    }

    @Test
    void eachAimThatARunMissesIsNamed() {
        results.add(cost(100e6, 1), cost(80e6, 1), cost(60e6, 1), cost(1e6, 1));
        results.add(cost(100e6, 1), cost(79e6, 0.94), cost(59e6, 1), cost(1e6, 0.94));
        assertThat(results.missed()).hasSize(4).anySatisfy(each -> assertThat(each).startsWith("run 2, 50 groups: 0.790"))
                .anySatisfy(each -> assertThat(each).startsWith("run 2, 50 groups: Jain's index 0.940"))
                .anySatisfy(each -> assertThat(each).startsWith("run 2, 200 groups: 0.590"))
                .anySatisfy(each -> assertThat(each).startsWith("run 2, 400 groups: Jain's index 0.940"));
    }

    @Test
    void aPointThatFailedIsMissedAndSoIsWhatWouldBeComparedWithIt() {
        results.add(null, cost(100e6, 1), cost(100e6, 1), cost(100e6, 1));
        assertThat(results.failed()).isTrue();
        assertThat(results.missed()).hasSize(4).first().asString().contains("run 1, 1 groups: no figures");
    }

    @Test
    void whereOneGroupCarriedNothingTheOthersMiss() {
        results.add(cost(0, 0), cost(80e6, 1), cost(60e6, 1), cost(1e6, 1));
        assertThat(results.missed()).hasSize(3);
        assertThat(results.all().toString()).doesNotContain("Infinity");
    }

    @Test
    void partsOfOneGroupAreThoseOfTheSameRun() {
        results.add(cost(100e6, 1), cost(50e6, 1), cost(10e6, 1), cost(10e6, 1));
        results.add(cost(200e6, 1), cost(160e6, 1), cost(10e6, 1), cost(10e6, 1));
        results.add(cost(50e6, 1), cost(45e6, 1), cost(10e6, 1), cost(10e6, 1));
        // The medians of the goodputs are 100 and 50 MB/s, that of the parts 0.5, 0.8 and 0.9 is 0.8.
        assertThat(results.medians().toString()).containsPattern("(?m)^\\| 50 .* 400 .*\\| +0\\.800 \\|");
        assertThat(results.all().toString()).containsPattern("(?m)^\\| 50 +\\| 3 .*\\| +0\\.900 \\|");
    }
}
