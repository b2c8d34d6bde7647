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
        assertThat(turnsAt(0.5, 40)).as("ten milliseconds each").isBetween(40 * 9, 40 * 11);
        assertThat(turnsAt(0.5, 10)).as("a quarter of one for each").isBetween(10 * 38, 10 * 41);
        assertThat(turnsAt(0.25, 40)).as("five").isBetween(40 * 18, 40 * 21);
        assertThat(turnsAt(0.01, 50)).as("as long as without").isBetween(50 * 48, 50 * 52);
    }

    /** A group that has news every few milliseconds takes few turns among two hundred, and all together far too many. */
    @Test
    void manyGroupsOfWhichEachTakesFewTurnsRestTooIfTheLoopHasNoTime() {
        groups(200);
        loaded(0.6);
        for (int i = 0; i < 2; i++) {
            rarely(200, 7);
        }
        assertThat(rarely(200, 7)).as("forty milliseconds each").isBetween(200 * 2, 200 * 3);
        loaded(0.001);
        rarely(200, 7);
        assertThat(rarely(200, 7)).as("with time they do not rest").isBetween(200 * 14, 200 * 15);
    }

    /** So many groups have news once in so many milliseconds; returns the turns that they take in a tenth of a second. */
    private int rarely(int busy, int millis) {
        int turns = 0;
        for (int passed = 0; passed < 100; passed++, now += MS) {
            for (Due<String> due : groups.subList(0, busy)) {
                if (passed % millis == 0) {
                    due.changed();
                }
                if (due.turnNanos() == Due.AT_ONCE || due.deadlineNanos() <= now) {
                    due.begin(now);
                    spacing.taken(due, now);
                    turns++;
                }
            }
        }
        return turns;
    }

    @Test
    void theMoreAreBusyTheFewerPacketsEachSendsInATurn() {
        groups(200);
        turns(10, 100);
        assertThat(spacing.packets()).isEqualTo(TurnSpacing.MOST_PACKETS);
        turns(32, 100);
        assertThat(spacing.packets()).as("all together 3200").isEqualTo(100);
        turns(200, 100);
        assertThat(spacing.packets()).isEqualTo(TurnSpacing.LEAST_PACKETS);
    }

    @Test
    void aTurnLeavesRoomInASmallSocket() {
        assertThat(spacing.packets()).isEqualTo(TurnSpacing.MOST_PACKETS);
        spacing.room(159_744);
        assertThat(spacing.packets()).as("an eighth").isEqualTo(14);
        spacing.room(12_000);
        assertThat(spacing.packets()).as("a row at least").isEqualTo(8);
        spacing.room(3_145_728);
        assertThat(spacing.packets()).isEqualTo(TurnSpacing.MOST_PACKETS);
        spacing.room(Long.MAX_VALUE);
        assertThat(spacing.packets()).isEqualTo(TurnSpacing.MOST_PACKETS);
    }

    @Test
    void whoeverFindsNoRoomRestsForAMoment() {
        groups(50);
        calmNanos = 20 * MS;
        turnsAt(1, 50);
        Due<String> due = groups.get(0);
        due.begin(now);
        long rest = spacing.taken(due, now);
        assertThat(rest).isGreaterThan(TurnSpacing.HELD_NANOS);
        due.changed();
        spacing.held(due, rest, now);
        assertThat(due.isDue(now + TurnSpacing.HELD_NANOS - 1)).isFalse();
        assertThat(due.isDue(now + TurnSpacing.HELD_NANOS)).isTrue();
        spacing.held(due, MS, now);
        assertThat(due.isDue(now + MS)).as("a shorter rest stays as short").isTrue();
    }

    @Test
    void aLoopThatHasNoTimeWithoutManyGroupsLetsNoneRest() {
        groups(TurnSpacing.FEW);
        assertThat(turnsAt(1, TurnSpacing.FEW)).isEqualTo(2000 * TurnSpacing.FEW);
    }

    /** The loop spends this share of a second in its turns; returns the turns that so many busy groups take in the next tenth of one. */
    private int turnsAt(double share, int busy) {
        loaded(share);
        turns(busy, 100);
        return turns(busy, 100);
    }

    private void loaded(double share) {
        for (long from = now - 1000 * MS; from < now; from += MS) {
            spacing.worked(from, from + (long) (share * MS));
        }
    }

    @Test
    void whoeverIsLeftDoesNotRestForTheOthers() {
        groups(50);
        turns(50, 100);
        turns(1, 100);
        assertThat(turns(1, 100)).isEqualTo(2000);
    }
}
