package org.xpand.protocols.mca;

/**
 * The source's part in competing for a queue that other flows fill: what the representative reports about it, and with which rate the source
 * begins. Not thread-safe.
 */
final class McaCompetition {

    /** Window up to which a loss takes off half, as in Reno, and from which it takes off {@code competingCut}, packets. */
    private static final double SMALL_WINDOW = 5;
    private static final double LARGE_WINDOW = 25;
    private static final double RENO_CUT = 0.5;

    private final boolean enabled;
    private final double largeCut;
    private boolean competing;
    private boolean held;
    /** The representative that reported last. */
    private long by;
    private double leftRate;
    private long leftNanos;

    McaCompetition(McaConfig config) {
        enabled = config.competing();
        largeCut = config.competingCut();
    }

    /**
     * Part of the rate that a loss takes off. Where a window holds few packets TCP often waits for a time-out after losses, and a smaller cut
     * would take more than its share.
     *
     * @param window packets of a round-trip time
     */
    double cut(double window) {
        double large = Math.min(1, Math.max(0, (window - SMALL_WINDOW) / (LARGE_WINDOW - SMALL_WINDOW)));
        return largeCut + (1 - large) * Math.max(0, RENO_CUT - largeCut);
    }

    boolean competing() {
        return competing;
    }

    /** Whether the source is to keep its rate. */
    boolean held() {
        return held;
    }

    /** There is no representative any more. */
    void end() {
        competing = false;
        held = false;
        leftRate = 0;
    }

    /**
     * The representative reported.
     *
     * @param key  the representative
     * @param rate present rate, bytes per second
     * @return whether competing begins with this report
     */
    boolean follow(long key, McaReport report, double rate, long nowNanos) {
        boolean competed = competing;
        competing = enabled && report.competing();
        held = competing && report.hold();
        if (key != by) {
            // The rate of a competition on another path says nothing about this one.
            leftRate = 0;
        } else if (competed && !competing) {
            leftRate = rate;
            leftNanos = nowNanos;
        }
        by = key;
        return competing && !competed;
    }

    /**
     * The rate at which the source stopped competing, if it did so too early: the same representative reported a competitor again soon
     * afterwards. Then what the competitor took in between is no reason to begin lower.
     *
     * @return bytes per second; 0 if there was no such competition
     */
    double earlierRate(long srttNanos, long nowNanos) {
        return nowNanos - leftNanos < McaNeighbours.memoryNanos(srttNanos) ? leftRate : 0;
    }
}
