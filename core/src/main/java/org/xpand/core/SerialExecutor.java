package org.xpand.core;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a group's tasks one at a time, in order, on an executor that may have many threads. Waking a thread costs more than most
 * tasks, so the loop collects tasks and submits them together.
 */
final class SerialExecutor {
    private static final Logger LOG = LoggerFactory.getLogger(SerialExecutor.class);
    private static final int TURN = 64;
    /** How long progress may stay unreported while there are more tasks. */
    private static final long REPORT_INTERVAL_NANOS = 1_000_000;
    /** The clock is not read after each task that takes less than this; on some machines reading it takes as long as the task. */
    private static final long QUICK_NANOS = 20_000;
    private static final int QUICK_TASKS = 8;

    private final Executor executor;
    private final Runnable progress;
    private final ArrayDeque<Runnable> aside = new ArrayDeque<>();
    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    private final ThreadLocal<Boolean> inside = ThreadLocal.withInitial(() -> false);
    private boolean running;
    private boolean held;

    /** @param progress called like a task: when there are no more tasks for now, and from time to time in between */
    SerialExecutor(Executor executor, Runnable progress) {
        this.executor = executor;
        this.progress = progress;
    }

    /** Whether the calling thread runs one of the tasks. */
    boolean isInside() {
        return inside.get();
    }

    /** Collects a task, to be submitted with those that follow it. Only on the loop. */
    void executeLater(Runnable task) {
        aside.add(task);
    }

    /** Submits the collected tasks. Only on the loop, and without a lock: the executor may run the tasks at once. */
    void inbox() {
        if (!aside.isEmpty()) {
            List<Runnable> all = List.copyOf(aside);
            aside.clear();
            execute(all);
        }
    }

    /** Runs nothing more until {@link #release}; if a task calls this, the tasks after it wait. */
    void hold() {
        synchronized (tasks) {
            held = true;
        }
    }

    /** Runs the tasks that were submitted meanwhile, and later ones. */
    void release() {
        synchronized (tasks) {
            held = false;
        }
        execute(List.of());
    }

    /** Any thread. */
    void execute(Runnable task) {
        execute(List.of(task));
    }

    private void execute(Collection<Runnable> more) {
        synchronized (tasks) {
            tasks.addAll(more);
            if (running || held || tasks.isEmpty()) {
                return;
            }
            running = true;
        }
        schedule();
    }

    private void schedule() {
        try {
            executor.execute(this::run);
        } catch (RejectedExecutionException e) {
            LOG.debug("the executor is closed");
        }
    }

    private void run() {
        inside.set(true);
        try {
            long reported = System.nanoTime();
            long looked = reported;
            int unlooked = 0;
            for (int i = 0; i < TURN; i++) {
                Runnable task = next();
                if (task == null) {
                    progress.run();
                    if (ends()) {
                        return;
                    }
                    continue;
                }
                runOne(task);
                if (--unlooked > 0) {
                    continue;
                }
                long now = System.nanoTime();
                unlooked = now - looked < QUICK_NANOS ? QUICK_TASKS : 1;
                looked = now;
                if (now - reported >= REPORT_INTERVAL_NANOS) {
                    reported = now;
                    progress.run();
                }
            }
            progress.run();
        } finally {
            inside.remove();
        }
        schedule();
    }

    private Runnable next() {
        synchronized (tasks) {
            return held ? null : tasks.poll();
        }
    }

    /** Whether no task was added meanwhile, so that the next one needs a thread again. */
    private boolean ends() {
        synchronized (tasks) {
            running = !held && !tasks.isEmpty();
            return !running;
        }
    }

    private static void runOne(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException | Error e) {
            // Errors too: otherwise the member would receive nothing more, and this would not be reported.
            LOG.error("a listener failed; the next message follows", e);
        }
    }
}
