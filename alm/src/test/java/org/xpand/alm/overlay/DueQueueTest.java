package org.xpand.alm.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** A queue of groups finds those that need a turn, each as soon as it needs one, and the longest waiting first. */
class DueQueueTest {
    private static final long MS = 1_000_000;

    private final DueQueue<String> queue = new DueQueue<>();
    private final Due<String> a = new Due<>("a");
    private final Due<String> b = new Due<>("b");

    private void addBoth() {
        queue.add(a);
        queue.add(b);
        queue.ready(0);
        queue.take(0);
        queue.take(0);
    }

    @Test
    void aNewOneNeedsATurn() {
        assertThat(queue.deadlineNanos(5)).isEqualTo(Long.MAX_VALUE);
        assertThat(queue.take(5)).isNull();
        queue.add(a);
        assertThat(queue.deadlineNanos(5)).isEqualTo(5);
        assertThat(queue.ready(5)).isEqualTo(1);
        assertThat(queue.take(5)).isEqualTo("a");
        assertThat(queue.deadlineNanos(5)).as("nobody waits").isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void newsOfATurnAreForTheNextOne() {
        addBoth();
        b.changed();
        a.changed();
        assertThat(queue.ready(1)).isEqualTo(2);
        assertThat(queue.take(1)).as("whose news came first").isEqualTo("b");
        b.changed();
        b.changed();
        assertThat(queue.take(1)).isEqualTo("a");
        assertThat(queue.deadlineNanos(1)).isEqualTo(1);
        assertThat(queue.ready(1)).isEqualTo(1);
    }

    @Test
    void theEarliestDeadlineIsWhenTheLoopTurns() {
        addBoth();
        a.at(9 * MS);
        b.at(7 * MS);
        b.at(8 * MS);
        assertThat(queue.deadlineNanos(1)).isEqualTo(7 * MS);
        assertThat(queue.ready(7 * MS - 1)).isZero();
        assertThat(queue.ready(7 * MS)).isEqualTo(1);
        assertThat(queue.take(7 * MS)).isEqualTo("b");
        assertThat(queue.deadlineNanos(7 * MS)).isEqualTo(9 * MS);
    }

    @Test
    void oneThatRestsWaitsWithItsNews() {
        addBoth();
        a.rest(3 * MS);
        a.changed();
        assertThat(queue.ready(2 * MS)).isZero();
        assertThat(queue.deadlineNanos(2 * MS)).isEqualTo(3 * MS);
        assertThat(queue.ready(3 * MS)).isEqualTo(1);
        assertThat(queue.take(3 * MS)).isEqualTo("a");
    }

    @Test
    void withoutADeadlineTheLoopDoesNotTurnForIt() {
        addBoth();
        assertThat(queue.deadlineNanos(1)).isEqualTo(Long.MAX_VALUE);
        assertThat(queue.ready(25 * MS)).as("if the loop turns, it takes part now and then").isEqualTo(2);
    }

    @Test
    void oneThatHasLeftGetsNoTurn() {
        addBoth();
        a.changed();
        b.at(4 * MS);
        queue.remove(a);
        queue.remove(b);
        queue.remove(b);
        a.changed();
        b.changed();
        assertThat(queue.ready(9 * MS)).isZero();
        assertThat(queue.deadlineNanos(9 * MS)).isEqualTo(Long.MAX_VALUE);
        queue.add(b);
        assertThat(queue.ready(9 * MS)).isEqualTo(1);
    }

    /** Random news, deadlines, rests and departures: the queue says the same as looking at each one. */
    @Property(tries = 200)
    void itAgreesWithLookingAtEachOne(@ForAll long seed) {
        Random random = new Random(seed);
        DueQueue<Integer> many = new DueQueue<>();
        List<Due<Integer>> present = new ArrayList<>();
        long now = 0;
        for (int step = 0; step < 300; step++) {
            now += random.nextInt(3) * MS / 2;
            if (present.isEmpty() || random.nextInt(20) == 0) {
                Due<Integer> one = new Due<>(step);
                many.add(one);
                present.add(one);
            }
            Due<Integer> some = present.get(random.nextInt(present.size()));
            switch (random.nextInt(6)) {
                case 0 -> some.changed();
                case 1, 2 -> some.at(now + random.nextInt(30) * MS);
                case 3 -> {
                    if (random.nextInt(8) == 0) {
                        many.remove(some);
                        present.remove(some);
                    }
                }
                default -> turns(many, present, random, now);
            }
            long at = now;
            assertThat(many.ready(now)).isEqualTo((int) present.stream().filter(each -> each.isDue(at)).count());
            if (present.stream().noneMatch(each -> each.isDue(at))) {
                assertThat(many.deadlineNanos(now)).isEqualTo(present.stream().map(Due::deadlineNanos).min(Comparator.naturalOrder())
                        .orElse(Long.MAX_VALUE));
            } else {
                assertThat(many.deadlineNanos(now)).isEqualTo(now);
            }
        }
    }

    private static void turns(DueQueue<Integer> queue, List<Due<Integer>> present, Random random, long now) {
        for (int left = Math.min(queue.ready(now), 1 + random.nextInt(4)); left > 0; left--) {
            int owner = queue.take(now);
            Due<Integer> due = present.stream().filter(each -> each.owner() == owner).findFirst().orElseThrow();
            assertThat(due.isDue(now)).isFalse();
            if (random.nextBoolean()) {
                due.rest(now + random.nextInt(5) * MS);
            }
        }
    }
}
