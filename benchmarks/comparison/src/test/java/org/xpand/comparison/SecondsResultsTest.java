package org.xpand.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.xpand.comparison.SecondsResults.Second;
import org.xpand.comparison.peer.SenderLimits;

/** Medians second by second, and when parts of the steady rate are reached. */
class SecondsResultsTest {
    private final SecondsResults results = new SecondsResults(3);

    private static List<Second> turn(double... megabits) {
        List<Second> turn = new ArrayList<>();
        for (double each : megabits) {
            turn.add(new Second(each / 8e-6, 1.5, new SenderLimits(each * 2e6, each * 3e6, 4000, 5)));
        }
        return turn;
    }

    private void add(double... megabits) {
        results.add("a", turn(megabits));
    }

    @Test
    void eachSecondHasTheMediansOfItsTurns() {
        results.system("a");
        add(10, 200, 400, 400, 400);
        add(30, 100, 400, 400, 400);
        add(20, 900, 400, 400, 400);
        assertThat(results.seconds().toString())
                .containsPattern("(?m)^\\| a +\\| 1 +\\| +20\\.0 \\| +0\\.050 \\| +1\\.50 \\| +40\\.0 \\| +60\\.0 \\| +4\\.00 \\| +5\\.00 \\|$")
                .containsPattern("(?m)^\\| a +\\| 2 +\\| +200 \\| +0\\.500 ");
    }

    @Test
    void partsOfTheSteadyRateAreThoseOfTheTurnItself() {
        results.system("a");
        add(10, 200, 359, 360, 400, 400, 500);
        add(50, 60, 100, 100, 100, 100, 100);
        add(10, 20, 30, 40, 800, 800, 800);
        assertThat(results.reached().toString()).containsPattern("(?m)^\\| a +\\| median \\| +400 \\| +2\\.00 \\| +4\\.00 \\|$")
                .containsPattern("(?m)^\\| a +\\| 1 +\\| +400 \\| +2\\.00 \\| +4\\.00 \\|$")
                .containsPattern("(?m)^\\| a +\\| 2 +\\| +100 \\| +1\\.00 \\| +3\\.00 \\|$")
                .containsPattern("(?m)^\\| a +\\| 3 +\\| +800 \\| +5\\.00 \\| +5\\.00 \\|$");
    }

    @Test
    void aTurnThatIsShorterThanItsSteadyPartCountsAsAWhole() {
        results.system("a");
        add(100, 200);
        assertThat(results.reached().toString()).containsPattern("(?m)^\\| a +\\| median \\| +150 \\| +1\\.00 \\| +2\\.00 \\|$");
    }

    @Test
    void aTurnThatCarriedNothingReachesNothing() {
        results.system("a");
        add(0, 0, 0);
        assertThat(results.reached().toString()).containsPattern("(?m)^\\| a +\\| median \\| +0\\.000 \\| +\\| +\\|$");
    }

    @Test
    void whatASystemDoesNotSayIsLeftOutAndOneWithoutTurnsHasNoRow() {
        results.system("a");
        results.system("b");
        results.add("a", List.of(new Second(1e6, 1, SenderLimits.UNKNOWN)));
        assertThat(results.seconds().toString()).containsPattern("(?m)^\\| a .*\\| +\\| +\\| +\\| +\\|$").doesNotContainPattern("(?m)^\\| b ");
        assertThat(results.reached().toString()).doesNotContainPattern("(?m)^\\| b ");
    }

    @Test
    void limitsAreThemselvesAgainFromTheirWord() {
        SenderLimits limits = new SenderLimits(1.5e9, Double.POSITIVE_INFINITY, 4194304, 12);
        assertThat(SenderLimits.of(limits.text())).isEqualTo(limits);
        assertThat(limits.text()).doesNotContain(" ");
        assertThat(SenderLimits.of(SenderLimits.UNKNOWN.text())).isEqualTo(SenderLimits.UNKNOWN);
    }
}
