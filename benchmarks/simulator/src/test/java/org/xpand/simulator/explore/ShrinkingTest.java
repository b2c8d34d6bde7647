package org.xpand.simulator.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Of the faults of a seed those are left with which the same promise breaks. */
class ShrinkingTest {
    private static final int FAULTS = 11;
    private int runs;

    /** Breaks a promise if these faults happen, and another one if none does. */
    private Exploration.Result run(Set<Integer> leftOut, Predicate<Set<Integer>> breaks) {
        runs++;
        List<String> reported = IntStream.range(0, FAULTS).filter(each -> !leftOut.contains(each)).mapToObj(Integer::toString).toList();
        List<String> violations = breaks.test(leftOut) ? List.of("LossChecker: message " + reported.size() + " is lost")
                : reported.isEmpty() ? List.of("ViewChecker: nobody is seen") : List.of();
        return new Exploration.Result(5, 0, 0, reported, List.of(), violations, List.of(), FAULTS);
    }

    private List<String> shrunk(Predicate<Set<Integer>> breaks, int most) {
        return Shrinking.shrink((seed, leftOut) -> run(leftOut, breaks), run(Set.of(), breaks), most).reported();
    }

    @Test
    void theFewThatBreakItAreLeft() {
        assertThat(shrunk(leftOut -> !leftOut.contains(3) && !leftOut.contains(7), 100)).containsExactly("3", "7");
        assertThat(shrunk(leftOut -> !leftOut.contains(10), 100)).containsExactly("10");
        assertThat(shrunk(leftOut -> true, 100)).isEmpty();
    }

    @Test
    void allAreLeftIfAllAreNeededAndRunsAreBounded() {
        assertThat(shrunk(Set::isEmpty, 100)).hasSize(FAULTS);
        runs = 0;
        shrunk(Set::isEmpty, 4);
        assertThat(runs).isEqualTo(1 + 4);
    }
}
