package org.xpand.alm.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** When a process detects that it was late. */
class LatenessTest {
    private static final long MS = 1_000_000;
    /** Clocks may count from below zero. */
    private static final long START = -1_000_000 * MS;

    private final Lateness lateness = new Lateness();

    @Test
    void whoIsNotToBeCalledIsNotLate() {
        assertThat(lateness.look(START)).isZero();
        assertThat(lateness.due(Long.MAX_VALUE, START)).isEqualTo(Long.MAX_VALUE);
        assertThat(lateness.look(START + 1_000 * MS)).isZero();
        assertThat(lateness.isStale(START)).isFalse();
    }

    @Test
    void itWasLateForAsLongAsItsTimeHadPassed() {
        assertThat(lateness.due(START + 3 * MS, START)).isEqualTo(START + 3 * MS);
        assertThat(lateness.look(START + 7 * MS)).as("a timer's delay").isZero();
        assertThat(lateness.look(START + 103 * MS)).isEqualTo(100 * MS);
        assertThat(lateness.look(START + 104 * MS)).as("once").isZero();
        assertThat(lateness.isStale(START + 107 * MS)).isTrue();
        assertThat(lateness.isStale(START + 108 * MS)).isFalse();
        lateness.due(START + 105 * MS, START + 104 * MS);
        assertThat(lateness.look(START + 115 * MS)).isEqualTo(10 * MS);
        assertThat(lateness.pauses()).isEqualTo(2);
        assertThat(lateness.pausedNanos()).isEqualTo(110 * MS);
        assertThat(lateness.longestNanos()).isEqualTo(100 * MS);
    }

    @Test
    void whatWasToBeDoneAtOnceIsLateFromNowOn() {
        lateness.due(START - 50 * MS, START);
        assertThat(lateness.look(START + MS)).isZero();
        assertThat(lateness.look(START + 20 * MS)).isEqualTo(20 * MS);
    }

    @Test
    void whileItReceivesPacketsItIsCalledOften() {
        lateness.received();
        assertThat(lateness.due(START + 1_000 * MS, START)).isEqualTo(START + 10 * MS);
        assertThat(lateness.due(START + 1_000 * MS, START + 10 * MS)).isEqualTo(START + 1_000 * MS);
    }
}
