package org.xpand.membership.jgroups;

/** Decides when a repair timer may rest: nothing that needs a run has arrived since the last one, and nothing is missing. Thread-safe. */
final class RepairRest {
    private volatile boolean wanted;
    private volatile boolean resting;

    boolean resting() {
        return resting;
    }

    /** Requests a run; returns whether the caller has to start the timer again. */
    boolean want() {
        if (!wanted) {
            wanted = true;
        }
        return resting && wake();
    }

    /** The timer runs now, which fulfils earlier requests. */
    void begins() {
        wanted = false;
    }

    /** The timer has run; returns whether it rests unless something is missing, which is to be checked after this. */
    boolean tries() {
        if (!wanted) {
            resting = true;
        }
        return resting;
    }

    /**
     * Something is missing or requested; returns whether the caller has to start the timer. Of several callers at once, one gets
     * true.
     */
    synchronized boolean wake() {
        boolean was = resting;
        resting = false;
        return was;
    }

    /** Whether a run was requested while the timer was going to rest. */
    boolean wanted() {
        return wanted;
    }
}
