package org.xpand.alm.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Busy groups rest between their turns if there are many of them; the others do not. */
class TurnSpacingTest {
    private static final long MS = 1_000_000;

    private final TurnSpacing spacing = new TurnSpacing();
    private final List<Due> groups = new ArrayList<>();
    private final Due calm = new Due();
    private long now;

    /** Drives groups that always have news, and one that has news every five milliseconds; returns the turns that the busy ones took. */
    private int turns(int busy, long millis) {
        int turns = 0;
        for (long end = now + millis * MS; now < end; now += 50_000) {
            for (Due due : groups.subList(0, busy)) {
                due.changed();
                if (due.isDue(now)) {
                    due.begin(now);
                    spacing.taken(due, now);
                    turns++;
                }
            }
            if (now % (5 * MS) == 0) {
                calm.changed();
                assertThat(calm.isDue(now)).as("a group that is not busy").isTrue();
                calm.begin(now);
                assertThat(spacing.taken(calm, now)).isZero();
            }
        }
        return turns;
    }

    private void groups(int count) {
        groups.addAll(Stream.generate(Due::new).limit(count).toList());
    }

    @Test
    void fewBusyGroupsTakeATurnForAllNews() {
        groups(TurnSpacing.FREE);
        assertThat(turns(TurnSpacing.FREE, 100)).isEqualTo(2000 * TurnSpacing.FREE);
    }

    @Test
    void theMoreAreBusyTheLongerTheyRest() {
        groups(200);
        turns(21, 20);
        assertThat(turns(21, 100)).as("half a millisecond each").isBetween(21 * 195, 21 * 205);
        turns(200, 20);
        assertThat(turns(200, 100)).as("no longer than the most").isBetween(200 * 48, 200 * 52);
    }

    @Test
    void whoeverIsLeftDoesNotRestForTheOthers() {
        groups(50);
        turns(50, 100);
        turns(1, 20);
        assertThat(turns(1, 100)).isEqualTo(2000);
    }
}
