package org.xpand.protocols.mca;

/**
 * Finds out at a receiver whether a competitor still fills the queue: when the queue is nearly empty the source is requested to keep its rate for a
 * while. If nobody else fills the queue it stays empty.
 *
 * <p>Not thread-safe.
 */
final class McaTrial {
    /** What a packet shows. */
    enum Result {
        /** Nothing yet. */
        OPEN,
        /** The queue grows: there is a competitor. */
        FILLED,
        /** The queue stayed empty. */
        EMPTY
    }

    /** Time between two trials, and before the first one. */
    private static final long EVERY_NANOS = 8_000_000_000L;
    private static final long LASTING_NANOS = 2_000_000_000L;
    private static final int LASTING_RTTS = 30;
    /** Time until the source keeps its rate and its earlier packets have arrived. */
    private static final int SETTLING_RTTS = 2;
    /** Part of the greatest delay below which the queue is nearly empty (Copa §2.2). */
    private static final double NEARLY_EMPTY = 0.1;

    private final long leastTime;
    private final double leastRtts;
    private boolean runs;
    private long beganNanos;
    private long endedNanos;
    /** Of the packets since a time the least delay counts: a queue delays all of them, a late host only some. */
    private long sinceNanos;
    private long least;

    McaTrial(McaConfig config) {
        leastTime = config.leastTime();
        leastRtts = config.leastRtts();
    }

    boolean runs() {
        return runs;
    }

    /** No trial runs, and the next one is due after the usual time. */
    void end(long nowNanos) {
        runs = false;
        endedNanos = nowNanos;
    }

    /**
     * Whether a trial begins with a packet.
     *
     * @param excess its delay above that of an empty queue
     * @param range  greatest such delay
     * @param noise  delay that is no queue
     */
    boolean begins(long excess, long range, long noise, long nowNanos) {
        runs = nowNanos - endedNanos >= EVERY_NANOS && excess <= Math.max(noise, NEARLY_EMPTY * range);
        beganNanos = nowNanos;
        return runs;
    }

    /** A packet of a trial; the parameters are those of {@link #begins}. */
    Result received(long excess, long noise, long srttNanos, long nowNanos) {
        if (nowNanos - beganNanos < SETTLING_RTTS * srttNanos) {
            least = Long.MAX_VALUE;
            sinceNanos = nowNanos;
            return Result.OPEN;
        }
        least = Math.min(least, excess);
        if (nowNanos - sinceNanos >= Math.max(leastTime, leastRtts * srttNanos)) {
            if (least > noise) {
                return Result.FILLED;
            }
            least = Long.MAX_VALUE;
            sinceNanos = nowNanos;
        }
        return nowNanos - beganNanos >= Math.max(LASTING_NANOS, LASTING_RTTS * srttNanos) ? Result.EMPTY : Result.OPEN;
    }
}
