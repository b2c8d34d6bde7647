package org.xpand.protocols.reliability;

/**
 * Something told by another site that would undo what is known, and is believed only if the site insists: it says so
 * several times, over some time. What was forged once, or is a defect's doing, is not said again. Not thread-safe.
 */
final class Insistence {
    /** How often a thing is to be said. */
    static final int TIMES = 3;

    private long value;
    private int times;
    private long sinceNanos;

    /**
     * It is said (again).
     *
     * @param what      what is said: with another value it counts anew
     * @param overNanos time between the first and the last that convinces
     * @return whether it is to be believed now
     */
    boolean insists(long what, long overNanos, long nowNanos) {
        if (times == 0 || value != what) {
            value = what;
            times = 0;
            sinceNanos = nowNanos;
        }
        times++;
        return times >= TIMES && nowNanos - sinceNanos >= overNanos;
    }

    /** It is not so, or settled. */
    void drop() {
        times = 0;
    }
}
