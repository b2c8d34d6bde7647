package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SerialExecutorTest {
    private final ArrayDeque<Runnable> pool = new ArrayDeque<>();
    private final List<String> done = new ArrayList<>();
    private final SerialExecutor serial = new SerialExecutor(pool::add, () -> done.add("told"));

    private void runAll() {
        while (!pool.isEmpty()) {
            pool.poll().run();
        }
    }

    private static void takeMilliseconds(int milliseconds) {
        long end = System.nanoTime() + milliseconds * 1_000_000L;
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
    }

    @Test
    void whatIsPutAsideIsHandedOverTogetherAndInOrder() {
        for (int i = 0; i < 5; i++) {
            String name = "task " + i;
            serial.executeLater(() -> done.add(name));
        }
        assertThat(pool).isEmpty();
        serial.inbox();
        assertThat(pool).as("one wake-up for all").hasSize(1);
        runAll();
        assertThat(done).containsExactly("task 0", "task 1", "task 2", "task 3", "task 4", "told");
        serial.inbox();
        assertThat(pool).as("nothing to hand over").isEmpty();
    }

    @Test
    void tasksThatComeWhileOthersWaitNeedNoWakeUp() {
        serial.execute(() -> done.add("first"));
        serial.execute(() -> done.add("second"));
        assertThat(pool).hasSize(1);
        runAll();
        assertThat(done).containsExactly("first", "second", "told");
        serial.execute(() -> done.add("third"));
        assertThat(pool).as("the thread had gone").hasSize(1);
    }

    @Test
    void whatSlowTasksHaveDoneIsReportedBeforeAllAreDone() {
        serial.executeLater(() -> takeMilliseconds(2));
        serial.executeLater(() -> done.add("next"));
        serial.inbox();
        runAll();
        assertThat(done).startsWith("told", "next").endsWith("told");
    }

    @Test
    void whatASlowTaskBehindQuickOnesHasDoneIsReportedSoon() {
        serial.executeLater(() -> { });
        serial.executeLater(() -> takeMilliseconds(2));
        for (int i = 0; i < 10; i++) {
            serial.executeLater(() -> done.add("next"));
        }
        serial.inbox();
        runAll();
        assertThat(done.indexOf("told")).isBetween(0, 8);
    }

    @Test
    void whatIsDoneIsReportedWhileNoOtherThreadMayRunTasks() {
        ArrayDeque<Runnable> threads = new ArrayDeque<>();
        SerialExecutor[] own = new SerialExecutor[1];
        own[0] = new SerialExecutor(threads::add, () -> {
            if (done.isEmpty()) {
                own[0].execute(() -> done.add("came while it was told"));
            }
        });
        own[0].execute(() -> { });
        threads.poll().run();
        assertThat(done).containsExactly("came while it was told");
        assertThat(threads).as("woken").isEmpty();
    }

    @Test
    void aLongRowLeavesTheThreadToOthersNowAndThen() {
        for (int i = 0; i < 100; i++) {
            serial.executeLater(() -> { });
        }
        serial.inbox();
        pool.poll().run();
        assertThat(pool).hasSize(1);
    }

    @Test
    void aTaskThatFailsDoesNotKeepTheNextOneFromRunning() {
        serial.executeLater(() -> {
            throw new IllegalStateException("thrown by the test");
        });
        serial.executeLater(() -> done.add("next"));
        serial.inbox();
        runAll();
        assertThat(done).contains("next").endsWith("told");
    }

    @Test
    void aTaskKnowsThatItRunsInside() {
        List<Boolean> inside = new ArrayList<>();
        serial.execute(() -> inside.add(serial.isInside()));
        runAll();
        assertThat(inside).containsExactly(true);
        assertThat(serial.isInside()).isFalse();
    }
}
