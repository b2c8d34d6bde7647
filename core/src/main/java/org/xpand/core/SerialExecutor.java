package org.xpand.core;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a group's tasks one at a time, in order, on an executor that may have many threads. Waking a thread costs more than
 * most tasks do, so the loop puts tasks aside and hands them over together.
 */
final class SerialExecutor {
    private static final Logger LOG = LoggerFactory.getLogger(SerialExecutor.class);
    private static final int TURN = 64;
    /** How long what was done may stay untold while there is more to do. */
    private static final long TELL_NANOS = 1_000_000;
    /** The clock is not read after each of tasks that take so little; of some machines it costs as much as they do. */
    private static final long QUICK_NANOS = 20_000;
    private static final int QUICK_TASKS = 8;

    private final Executor executor;
    private final Runnable progress;
    private final ArrayDeque<Runnable> aside = new ArrayDeque<>();
    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    private final ThreadLocal<Boolean> inside = ThreadLocal.withInitial(() -> false);
    private boolean running;
    private boolean held;

    /** @param progress called like a task: when there are no more for now, and meanwhile now and then */
    SerialExecutor(Executor executor, Runnable progress) {
        this.executor = executor;
        this.progress = progress;
    }

    /** Whether the calling thread runs one of the tasks. */
    boolean isInside() {
        return inside.get();
    }

    /** A task to be handed over with those that follow it. Only for the loop. */
    void putAside(Runnable task) {
        aside.add(task);
    }

    /** Hands over what was put aside. Only for the loop, and without a lock: the executor may run the tasks at once. */
    void inbox() {
        if (!aside.isEmpty()) {
            List<Runnable> all = List.copyOf(aside);
            aside.clear();
            execute(all);
        }
    }

    /** Runs nothing more until {@link #release}; said by a task, what comes after it waits. */
    void hold() {
        synchronized (tasks) {
            held = true;
        }
    }

    /** Runs what came meanwhile, and what comes. */
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
            long told = System.nanoTime();
            long looked = told;
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
                if (now - told >= TELL_NANOS) {
                    told = now;
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

    /** Whether nothing has come meanwhile, so that the next task needs a thread again. */
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
            // Of an error too: a member that is handed nothing more takes nothing, and nobody would be told.
            LOG.error("a listener failed; the next message follows", e);
        }
    }
}
