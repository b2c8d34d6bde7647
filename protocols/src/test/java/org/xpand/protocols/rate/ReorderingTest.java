package org.xpand.protocols.rate;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** The reordering window follows from how much later than in order packets arrive. */
class ReorderingTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1000 * MS;

    private final Reordering reordering = new Reordering();

    @Test
    void withoutOvertakingThereIsNoWindow() {
        for (int i = 0; i < 100; i++) {
            // A queue grows and empties, and packets are lost.
            reordering.arrived(2 * i, (20 + i % 30) * MS, i * MS);
        }
        assertThat(reordering.windowNanos()).isZero();
    }

    @Test
    void theWindowIsAQuarterLongerThanThePacketWasLate() {
        reordering.arrived(0, 20 * MS, 20 * MS);
        reordering.arrived(2, 20 * MS, 22 * MS);
        reordering.arrived(1, 28 * MS, 29 * MS);
        assertThat(reordering.windowNanos()).isEqualTo(10 * MS);
    }

    @Test
    void theClocksDifferenceDoesNotMatter() {
        long apart = Long.MIN_VALUE + 5;
        reordering.arrived(2, 20 * MS + apart, 0);
        reordering.arrived(1, 28 * MS + apart, 0);
        assertThat(reordering.windowNanos()).isEqualTo(10 * MS);
    }

    @Test
    void lessLatenessDoesNotShortenTheWindowAtOnce() {
        late(8, 0);
        late(2, SECOND);
        assertThat(reordering.windowNanos()).isEqualTo(10 * MS);
    }

    @Test
    void whatIsNotSeenAgainIsForgottenAfterTenToTwentySeconds() {
        late(8, 0);
        late(2, 9 * SECOND);
        reordering.arrived(1000, 0, 10 * SECOND);
        assertThat(reordering.windowNanos()).as("the longest of the span before").isEqualTo(10 * MS);
        late(4, 15 * SECOND);
        reordering.arrived(2000, 0, 20 * SECOND);
        assertThat(reordering.windowNanos()).isEqualTo(5 * MS);
        reordering.arrived(2001, 0, 30 * SECOND);
        reordering.arrived(2002, 0, 40 * SECOND);
        assertThat(reordering.windowNanos()).isZero();
    }

    @Test
    void aRestartForgetsTheNumbersAndKeepsTheWindow() {
        late(8, 0);
        reordering.restart();
        reordering.arrived(0, 500 * MS, SECOND);
        assertThat(reordering.windowNanos()).isEqualTo(10 * MS);
    }

    private long number = 10;

    /** A packet is overtaken by one that takes no time. */
    private void late(long millis, long nowNanos) {
        number += 2;
        reordering.arrived(number, 0, nowNanos);
        reordering.arrived(number - 1, millis * MS, nowNanos);
    }

    /** A detector with this window takes no packet for lost on a path on which some are held for a while, once one was seen to be. */
    @Property(tries = 100)
    void aHeldPacketIsNotLostWithTheWindow(@ForAll long seed, @ForAll @IntRange(min = 1, max = 50) int heldMillis) {
        java.util.SplittableRandom random = new java.util.SplittableRandom(seed);
        java.util.PriorityQueue<long[]> arrivals = new java.util.PriorityQueue<>(java.util.Comparator.comparingLong(each -> each[0]));
        for (int i = 0; i < 2000; i++) {
            long sent = i * MS / 4;
            arrivals.add(new long[] {sent + 20 * MS + (random.nextInt(10) == 0 ? heldMillis * MS : 0), i, sent});
        }
        Reordering seen = new Reordering();
        long[] lost = new long[1];
        long[] lateBefore = {-1};
        LossDetector detector = new LossDetector(3, new LossDetector.Listener() {
            @Override
            public void received(long number, long arrivalNanos) {
            }

            @Override
            public void lost(long first, long count, long beforeNanos, long afterNanos) {
                lost[0] += lateBefore[0] < 0 ? 0 : count;
            }

            @Override
            public void late(long number, long arrivalNanos) {
            }
        });
        while (!arrivals.isEmpty()) {
            long[] next = arrivals.poll();
            seen.arrived(next[1], next[0] - next[2], next[0]);
            lateBefore[0] = seen.windowNanos() >= heldMillis * MS ? 0 : -1;
            detector.reorderingWindow(seen.windowNanos());
            detector.received(next[1], next[0]);
        }
        assertThat(lost[0]).isZero();
    }
}
