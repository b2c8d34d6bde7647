package org.xpand.membership.jgroups;

import java.util.concurrent.Future;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jgroups.util.TimeScheduler;

/**
 * Runs a protocol's repairs at an interval, and not at all while there is nothing to repair: in an idle delegate these timers made
 * a quarter of all wake-ups. For any threads.
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
     * @param repair         asks for what is missing, and tells what is due
     * @param missing        whether there is something to be repaired
     * @param intervalMillis how often repairs run, milliseconds
     */
    RepairTimer(Runnable repair, BooleanSupplier missing, LongSupplier intervalMillis) {
        this.repair = repair;
        this.missing = missing;
        this.intervalMillis = intervalMillis;
    }

    /** Repairs run from now on; answers their timer. Does nothing more if they do already. */
    synchronized Future<?> start(TimeScheduler newScheduler, boolean newMayBlock) {
        if (scheduler == null) {
            scheduler = newScheduler;
            mayBlock = newMayBlock;
            // One that rested when it was stopped does not begin a second time.
            rest.wake();
            schedule();
        }
        return running;
    }

    /** Nothing runs any more. */
    synchronized void stop() {
        scheduler = null;
        if (running != null) {
            running.cancel(false);
        }
    }

    /** Something has come that wants a run: an acknowledgement is to be sent, or waited for. */
    void wanted() {
        if (rest.want()) {
            schedule();
        }
    }

    /** Something has come, after which something may be missing. */
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

        /** What came just now may have found a timer that runs; who came later has started another one. */
        private boolean isNeededAgain() {
            return (rest.wanted() || missing.getAsBoolean()) && rest.wake();
        }

        /** The first time comes after half of it, as it does on average with a timer that always runs. */
        @Override
        public long nextInterval() {
            long interval = begun ? intervalMillis.getAsLong() : Math.max(1, intervalMillis.getAsLong() / 2);
            begun = true;
            return over ? 0 : interval;
        }
    }
}
