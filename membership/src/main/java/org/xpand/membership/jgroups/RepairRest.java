package org.xpand.membership.jgroups;

/**
 * When a timer of repairs may rest: nothing has come since it ran last that wants a run, and nothing is missing. For any threads.
 */
final class RepairRest {
    private volatile boolean wanted;
    private volatile boolean resting;

    boolean resting() {
        return resting;
    }

    /** A run is wanted; answers whether whoever says so is to start the timer again. */
    boolean want() {
        if (!wanted) {
            wanted = true;
        }
        return resting && wake();
    }

    /** The timer runs now. What was wanted before is done by it. */
    void begins() {
        wanted = false;
    }

    /** The timer has run; answers whether it rests unless something is missing: that is to be looked at after this. */
    boolean tries() {
        if (!wanted) {
            resting = true;
        }
        return resting;
    }

    /** Something is missing or wanted; answers whether the one who says so is to run the timer. Of several at once one is. */
    synchronized boolean wake() {
        boolean was = resting;
        resting = false;
        return was;
    }

    /** Whether something was wanted while the timer went to rest. */
    boolean wanted() {
        return wanted;
    }
}
