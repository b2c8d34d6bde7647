package org.xpand.protocols.mca;

/**
 * Watches at a receiver the congestion epochs after a flow stopped competing for a queue. While TCP flows recover from a loss
 * the queue stays empty for hundreds of round-trip times on a long fast path, as if they were gone. Without a competitor the
 * same rate arrives whenever an epoch begins; beside one the flow loses some of its rate in each.
 *
 * <p>Not thread-safe.
 */
final class McaProbation {
    /** Part of the first epoch's rate below which a competitor is still there. */
    private static final double LOST = 0.85;

    private boolean runs;
    private boolean any;
    private long endNanos;
    private double firstRate;

    void begin(long lastingNanos, long nowNanos) {
        runs = true;
        any = false;
        endNanos = nowNanos + lastingNanos;
    }

    void end() {
        runs = false;
    }

    boolean runs(long nowNanos) {
        runs &= nowNanos - endNanos < 0;
        return runs;
    }

    /**
     * An epoch begins.
     *
     * @param rate receive rate
     * @return whether the flow loses its rate to a competitor
     */
    boolean epochBegan(double rate, long nowNanos) {
        if (!runs(nowNanos)) {
            return false;
        }
        firstRate = any ? firstRate : rate;
        any = true;
        return rate < LOST * firstRate;
    }
}
