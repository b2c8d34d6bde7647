package org.xpand.alm.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A group needs a turn for new events, at the time it requested, and from time to time. */
class DueTest {
    private static final long MS = 1_000_000;

    private final Due<String> due = new Due<>("group");

    @Test
    void whatIsNewIsDueOnce() {
        assertThat(due.isDue(0)).isTrue();
        due.begin(0);
        assertThat(due.isDue(0)).isFalse();
        due.changed();
        assertThat(due.isDue(0)).isTrue();
    }

    @Test
    void newsOfATurnAreForTheNextOne() {
        due.begin(0);
        due.changed();
        assertThat(due.isDue(1)).isTrue();
    }

    @Test
    void theEarliestDeadlineOfATurnCounts() {
        due.begin(0);
        due.at(9 * MS);
        due.at(5 * MS);
        due.at(7 * MS);
        assertThat(due.deadlineNanos()).isEqualTo(5 * MS);
        assertThat(due.isDue(5 * MS - 1)).isFalse();
        assertThat(due.isDue(5 * MS)).isTrue();
        due.begin(5 * MS);
        assertThat(due.deadlineNanos()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void whoRestsIsDueWhenTheRestEnds() {
        due.begin(0);
        due.rest(2 * MS);
        assertThat(due.deadlineNanos()).as("nothing to do").isEqualTo(Long.MAX_VALUE);
        due.at(MS);
        assertThat(due.deadlineNanos()).isEqualTo(2 * MS);
        due.changed();
        assertThat(due.isDue(2 * MS - 1)).isFalse();
        assertThat(due.isDue(2 * MS)).isTrue();
        due.begin(2 * MS);
        due.changed();
        assertThat(due.isDue(2 * MS)).as("after a turn without a rest").isTrue();
    }

    @Test
    void whatHasNoDeadlineIsLookedAtNowAndThenButTheLoopIsNotWokenForIt() {
        due.begin(0);
        assertThat(due.isDue(19 * MS)).isFalse();
        assertThat(due.isDue(20 * MS)).isTrue();
        assertThat(due.deadlineNanos()).isEqualTo(Long.MAX_VALUE);
    }
}
