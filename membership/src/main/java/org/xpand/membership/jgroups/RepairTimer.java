package org.xpand.membership.jgroups;

import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jgroups.util.TimeScheduler;

/**
 * Runs a protocol's repairs at an interval, and not at all while there is nothing to repair: in an idle delegate these timers
 * caused a quarter of all wake-ups. Thread-safe.
 */
final class RepairTimer {
    private final RepairRest rest = new RepairRest();
    private final Runnable repair;
    private final BooleanSupplier missing;
    private final LongSupplier intervalMillis;
    private TimeScheduler scheduler;
    private boolean mayBlock;
    private Future<?> running;

    /**
     * @param repair         requests missing messages, and sends what is due
     * @param missing        whether something has to be repaired
     * @param intervalMillis interval of repairs, milliseconds
     */
    RepairTimer(Runnable repair, BooleanSupplier missing, LongSupplier intervalMillis) {
        this.repair = repair;
        this.missing = missing;
        this.intervalMillis = intervalMillis;
    }

    /** Starts repairs and returns their timer. Has no further effect if they run already. */
    synchronized Future<?> start(TimeScheduler newScheduler, boolean newMayBlock) {
        if (scheduler == null) {
            scheduler = newScheduler;
            mayBlock = newMayBlock;
            // A timer that rested when it was stopped must not start a second time.
            rest.wake();
            schedule();
        }
        return running;
    }

    /** Stops the repairs. */
    synchronized void stop() {
        scheduler = null;
        if (running != null) {
            running.cancel(false);
        }
    }

    /** Something needs a run: an acknowledgement has to be sent, or is expected. */
    void wanted() {
        if (rest.want()) {
            schedule();
        }
    }

    /** A message has arrived, after which others may be missing. */
    void lookAgain() {
        if (rest.resting() && missing.getAsBoolean() && rest.wake()) {
            schedule();
        }
    }

    private synchronized void schedule() {
        if (scheduler != null) {
            running = scheduler.scheduleWithDynamicInterval(new Run(), mayBlock);
        }
    }

    private final class Run implements TimeScheduler.Task {
        private boolean begun;
        private boolean over;

        @Override
        public void run() {
            rest.begins();
            repair.run();
            over = !missing.getAsBoolean() && rest.tries() && !isNeededAgain();
        }

        /** A message that arrived just now may have found a running timer; a later one has started another. */
        private boolean isNeededAgain() {
            return (rest.wanted() || missing.getAsBoolean()) && rest.wake();
        }

        /** The first run comes after half the interval, which is the average with a timer that always runs. */
        @Override
        public long nextInterval() {
            long interval = begun ? intervalMillis.getAsLong() : Math.max(1, intervalMillis.getAsLong() / 2);
            begun = true;
            return over ? 0 : interval;
        }
    }
}
