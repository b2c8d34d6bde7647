package org.xpand.testbed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.xpand.testbed.row.Pauses;
import org.xpand.testbed.row.Row;
import org.xpand.testbed.row.Rows;

class BedPlanTest {
    private static List<BedPlan.Step> steps(List<String> rows, List<String> contenders) {
        return BedPlan.steps(Rows.all(), rows, contenders, List.of(1000, 100), Pauses.NONE, List.of(1L, 2L));
    }

    @Test
    void rowsHaveNamesOfTheirOwn() {
        List<String> names = Rows.all().stream().map(Row::name).toList();
        assertThat(names).doesNotHaveDuplicates();
    }

    @Test
    void aRowIsRunWithEachSeedAndWithSizesWhereTheyMatter() {
        assertThat(steps(List.of("alone-10"), List.of("tfrc"))).hasSize(2);
        assertThat(steps(List.of("beside-reno"), List.of("tfrc"))).hasSize(4);
    }

    @Test
    void whatAimsAreRelativeToIsRunToo() {
        Set<String> run = steps(List.of(), List.of("tfrc")).stream().filter(step -> step.row().aims("tfrc").stream()
                .anyMatch(aim -> aim.relativeTo() != null)).map(BedPlan.Step::contender).collect(Collectors.toSet());
        assertThat(run).isSubsetOf(Set.of("tfrc", "reno"));
    }

    @Test
    void aRowThatAimsAreRelativeToIsRunBefore() {
        assertThat(steps(List.of("receivers-5"), List.of("tfrc")).stream().map(step -> step.row().name()).distinct())
                .containsExactly("receivers-1", "receivers-5");
    }

    @Test
    void aStrategyThatGivesWayToQueuesIsMeasuredByOtherAims() {
        assertThat(steps(List.of("beside-cubic"), List.of("mca")).stream().map(BedPlan.Step::contender).distinct())
                .containsExactly("reno", "mca");
    }

    @Test
    void aRowMayBeDescribed() {
        assertThat(steps(List.of("beside:rate=20:rtt=80", "alone-10"), List.of("tfrc")).stream().map(step -> step.row().name()).distinct())
                .containsExactly("beside:rate=20:rtt=80", "alone-10");
    }

    @Test
    void anUnknownRowIsRefused() {
        assertThatThrownBy(() -> steps(List.of("nonsense"), List.of("tfrc"))).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--rows 'nonsense'").hasMessageContaining("alone-10");
    }
}
