package org.xpand.protocols.reliability;

/**
 * An announcement of another site that contradicts what is known, and is accepted only if the site insists: it repeats it several
 * times, over some time. A forged announcement, or one caused by a defect, is not repeated. Not thread-safe.
 */
final class Insistence {
    /** How often an announcement has to arrive. */
    static final int TIMES = 3;

    private long value;
    private int times;
    private long sinceNanos;

    /**
     * The announcement arrives (again).
     *
     * @param what      its content: another value restarts the count
     * @param overNanos least time between the first and the last one
     * @return whether it is accepted now
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

    /** It is withdrawn or settled. */
    void drop() {
        times = 0;
    }
}
