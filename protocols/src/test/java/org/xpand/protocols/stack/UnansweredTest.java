package org.xpand.protocols.stack;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UnansweredTest {
    private static final long PATIENCE = 500;

    private final Unanswered reports = new Unanswered();

    @Test
    void manyPacketsWithoutAReportForLongAreUnanswered() {
        assertThat(reports.look(20, PATIENCE, 1_000)).isFalse();
        assertThat(reports.look(40, PATIENCE, 1_499)).isFalse();
        assertThat(reports.look(40, PATIENCE, 1_500)).isTrue();
        reports.answered(40);
        assertThat(reports.look(40, PATIENCE, 9_000)).as("nothing has left since").isFalse();
        assertThat(reports.look(41, PATIENCE, 9_100)).isFalse();
        assertThat(reports.look(47, PATIENCE, 9_700)).as("seven may be lost").isFalse();
        assertThat(reports.look(48, PATIENCE, 9_700)).isTrue();
    }

    @Test
    void theOwnSleepIsNobodysSilence() {
        reports.look(20, PATIENCE, 1_000);
        reports.slept(400);
        assertThat(reports.look(40, PATIENCE, 1_899)).isFalse();
        assertThat(reports.look(40, PATIENCE, 1_900)).isTrue();
    }
}
