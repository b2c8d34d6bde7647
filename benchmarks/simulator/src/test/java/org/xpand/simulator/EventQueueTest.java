package org.xpand.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class EventQueueTest {
    private final List<String> trace = new ArrayList<>();

    @Property(tries = 300)
    void eventsRunByTimeThenByOrderOfSchedulingAndCancelledOnesDoNot(
            @ForAll @Size(max = 200) List<@IntRange(max = 30) Integer> times,
            @ForAll @Size(max = 60) List<@IntRange(max = 199) Integer> cancelled) {
        EventQueue queue = new EventQueue();
        List<Integer> ran = new ArrayList<>();
        List<EventQueue.Event> events = new ArrayList<>();
        List<Integer> expected = new ArrayList<>();
        for (int i = 0; i < times.size(); i++) {
            int number = i;
            events.add(queue.schedule(times.get(i), () -> {
                assertThat(queue.now()).isEqualTo(times.get(number).longValue());
                ran.add(number);
            }));
            expected.add(i);
        }
        for (int index : cancelled) {
            if (index < events.size()) {
                assertThat(events.get(index).cancel()).isEqualTo(expected.remove((Integer) index));
            }
        }
        expected.sort(Comparator.comparing(times::get));

        assertThat(queue.pending()).isEqualTo(expected.size());
        assertThat(queue.runUntilIdle()).isEqualTo(expected.size());
        assertThat(ran).isEqualTo(expected);
    }

    @Test
    void timeMayCrossTheEndOfTheLongRange() {
        EventQueue queue = new EventQueue(Long.MAX_VALUE - 5, 100);
        queue.schedule(Long.MAX_VALUE + 10, () -> trace.add("late"));
        queue.schedule(Long.MAX_VALUE - 1, () -> trace.add("early"));

        queue.runUntil(Long.MAX_VALUE);
        assertThat(trace).containsExactly("early");
        queue.runUntilIdle();
        assertThat(trace).containsExactly("early", "late");
        assertThat(queue.now()).isEqualTo(Long.MIN_VALUE + 9);
    }

    @Test
    void runUntilIncludesItsTimeAndStopsThere() {
        EventQueue queue = new EventQueue();
        queue.schedule(10, () -> {
            trace.add("a");
            queue.schedule(10, () -> trace.add("b"));
            queue.schedule(11, () -> trace.add("c"));
        });

        assertThat(queue.runUntil(10)).isEqualTo(2);
        assertThat(trace).containsExactly("a", "b");
        assertThat(queue.now()).isEqualTo(10);
        assertThat(queue.runUntil(50)).isEqualTo(1);
        assertThat(queue.now()).isEqualTo(50);
        assertThatIllegalArgumentException().isThrownBy(() -> queue.runUntil(49)).withMessageContaining("it is 50 ns");
    }

    @Test
    void timeThatHasPassedMeansNowAfterWhatIsThere() {
        EventQueue queue = new EventQueue();
        queue.runUntil(100);
        queue.schedule(100, () -> trace.add("there"));
        EventQueue.Event late = queue.schedule(3, () -> trace.add("late"));

        assertThat(late.atNanos()).isEqualTo(100);
        queue.runUntilIdle();
        assertThat(trace).containsExactly("there", "late");
        assertThat(queue.now()).isEqualTo(100);
    }

    @Test
    void eventCanCancelOneOfTheSameTimeButNotItself() {
        EventQueue queue = new EventQueue();
        List<EventQueue.Event> events = new ArrayList<>();
        events.add(queue.schedule(5, () -> trace.add(events.get(0).cancel() + " " + events.get(1).cancel())));
        events.add(queue.schedule(5, () -> trace.add("cancelled")));

        queue.runUntilIdle();
        assertThat(trace).containsExactly("false true");
        assertThat(events).noneMatch(EventQueue.Event::isPending);
    }

    @Property(tries = 300)
    void timersThatAreScheduledAgainRunOnceAtTheirLastTimeInTheOrderOfScheduling(
            @ForAll @Size(max = 200) List<@IntRange(max = 999) Integer> calls) {
        EventQueue queue = new EventQueue();
        List<Integer> ran = new ArrayList<>();
        List<EventQueue.Event> timers = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            int number = i;
            timers.add(queue.timer(() -> ran.add(number)));
        }
        List<int[]> expected = new ArrayList<>();
        for (int call : calls) {
            int number = call % 20;
            expected.removeIf(entry -> entry[0] == number);
            expected.add(new int[] {number, call / 20});
            timers.get(number).schedule(call / 20);
        }
        expected.sort(Comparator.comparingInt(entry -> entry[1]));

        assertThat(queue.runUntilIdle()).isEqualTo(expected.size());
        assertThat(ran).isEqualTo(expected.stream().map(entry -> entry[0]).toList());
    }

    @Test
    void timerCanScheduleItself() {
        EventQueue queue = new EventQueue();
        EventQueue.Event[] timer = new EventQueue.Event[1];
        timer[0] = queue.timer(() -> {
            trace.add(queue.now() + " " + timer[0].isPending());
            timer[0].schedule(queue.now() + 10);
        });
        timer[0].schedule(5);

        queue.runUntil(30);
        assertThat(trace).containsExactly("5 false", "15 false", "25 false");
        assertThat(timer[0].atNanos()).isEqualTo(35);
    }

    @Test
    void runawaySimulationEndsAtTheLimitOfEvents() {
        EventQueue queue = new EventQueue(0, 1000);
        queue.schedule(0, new Runnable() {
            @Override
            public void run() {
                queue.schedule(queue.now(), this);
            }
        });

        assertThatIllegalStateException().isThrownBy(queue::runUntilIdle).withMessageContaining("limit of 1000 events");
        assertThatIllegalArgumentException().isThrownBy(() -> new EventQueue(0, 0)).withMessageContaining("1 or more");
    }

    @Test
    void failingEventEndsTheRunWhichCanBeTakenUpAgain() {
        EventQueue queue = new EventQueue();
        queue.schedule(1, () -> {
            throw new UnsupportedOperationException("broken");
        });
        queue.schedule(2, () -> trace.add("next"));

        assertThatThrownBy(queue::runUntilIdle).hasMessage("broken");
        assertThat(queue.now()).isEqualTo(1);
        assertThat(queue.runUntilIdle()).isEqualTo(1);
        assertThat(trace).containsExactly("next");
    }

    @Test
    void queueCannotBeRunFromInsideAnEvent() {
        EventQueue queue = new EventQueue();
        queue.schedule(1, queue::runUntilIdle);

        assertThatIllegalStateException().isThrownBy(queue::runUntilIdle).withMessageContaining("cannot run the queue");
    }
}
