package org.xpand.core;

import java.util.ArrayDeque;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a group's tasks one at a time, in order, on an executor that may have many threads. */
final class SerialExecutor {
    private static final Logger LOG = LoggerFactory.getLogger(SerialExecutor.class);
    private static final int TURN = 64;

    private final Executor executor;
    private final ArrayDeque<Runnable> tasks = new ArrayDeque<>();
    private final ThreadLocal<Boolean> inside = ThreadLocal.withInitial(() -> false);
    private boolean running;

    SerialExecutor(Executor executor) {
        this.executor = executor;
    }

    /** Whether the calling thread runs one of the tasks. */
    boolean isInside() {
        return inside.get();
    }

    void execute(Runnable task) {
        synchronized (tasks) {
            tasks.add(task);
            if (running) {
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
            for (int i = 0; i < TURN; i++) {
                Runnable task;
                synchronized (tasks) {
                    task = tasks.poll();
                    if (task == null) {
                        running = false;
                        return;
                    }
                }
                runOne(task);
            }
        } finally {
            inside.remove();
        }
        schedule();
    }

    private static void runOne(Runnable task) {
        try {
            task.run();
        } catch (RuntimeException e) {
            LOG.error("a listener failed; the next message follows", e);
        }
    }
}
