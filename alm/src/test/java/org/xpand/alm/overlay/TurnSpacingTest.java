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
    private final List<Due<String>> groups = new ArrayList<>();
    private final Due<String> calm = new Due<>("calm");
    private long now = -5000 * MS;
    private long calmNanos = 5 * MS;

    /** Drives groups that always have news, and one that has news now and then; returns the turns that the busy ones took. */
    private int turns(int busy, long millis) {
        int turns = 0;
        for (long end = now + millis * MS; now < end; now += 50_000) {
            for (Due<String> due : groups.subList(0, busy)) {
                due.changed();
                if (due.isDue(now)) {
                    due.begin(now);
                    spacing.taken(due, now);
                    turns++;
                }
            }
            if (now % calmNanos == 0) {
                calm.changed();
                assertThat(calm.isDue(now)).as("a group that is not busy").isTrue();
                calm.begin(now);
                assertThat(spacing.taken(calm, now)).isZero();
            }
        }
        return turns;
    }

    private void groups(int count) {
        groups.addAll(Stream.generate(() -> new Due<>("busy")).limit(count).toList());
    }

    @Test
    void fewBusyGroupsTakeATurnForAllNews() {
        groups(TurnSpacing.FREE);
        assertThat(turns(TurnSpacing.FREE, 100)).isEqualTo(2000 * TurnSpacing.FREE);
    }

    @Test
    void theMoreAreBusyTheLongerTheyRest() {
        groups(200);
        turns(21, 100);
        assertThat(turns(21, 100)).as("half a millisecond each").isBetween(21 * 195, 21 * 205);
        turns(200, 100);
        assertThat(turns(200, 100)).as("no longer than the most").isBetween(200 * 48, 200 * 52);
    }

    @Test
    void aLoopThatHasNoTimeLetsThemRestForLonger() {
        groups(50);
        calmNanos = 20 * MS;
        assertThat(turnsAt(0.5, 50)).as("ten milliseconds each").isBetween(50 * 9, 50 * 11);
        assertThat(turnsAt(0.5, 10)).as("a quarter of one for each").isBetween(10 * 38, 10 * 41);
        assertThat(turnsAt(0.25, 50)).as("five").isBetween(50 * 18, 50 * 21);
        assertThat(turnsAt(0.01, 50)).as("as long as without").isBetween(50 * 48, 50 * 52);
    }

    @Test
    void aLoopThatHasNoTimeWithoutManyGroupsLetsNoneRest() {
        groups(TurnSpacing.FEW);
        assertThat(turnsAt(1, TurnSpacing.FEW)).isEqualTo(2000 * TurnSpacing.FEW);
    }

    /** The loop spends this share of a second in its turns; returns the turns that so many busy groups take in the next tenth of one. */
    private int turnsAt(double share, int busy) {
        for (long from = now - 1000 * MS; from < now; from += MS) {
            spacing.worked(from, from + (long) (share * MS));
        }
        turns(busy, 100);
        return turns(busy, 100);
    }

    @Test
    void whoeverIsLeftDoesNotRestForTheOthers() {
        groups(50);
        turns(50, 100);
        turns(1, 100);
        assertThat(turns(1, 100)).isEqualTo(2000);
    }
}
