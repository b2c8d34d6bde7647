package org.xpand.protocols.mca;

/**
 * Detects at a receiver whether other flows fill the queue on the path to it, so that avoiding a queue would leave them the whole
 * rate. Copa (Arun and Balakrishnan, NSDI 2018, §2.2) and Nimbus (Goyal et al., SIGCOMM 2022) do the same; the criteria here are
 * based on accumulation:
 *
 * <ul>
 * <li><b>Begin.</b> The delay did not follow when the source slowed down, and was treated as a longer route; then it fell below
 * that level after all, and packets are lost at about that time: competitors that avoid queues lose none. Or packets are lost
 * after accumulation for some time, in which the source slowed down: its own queue would have emptied.
 * <li><b>End.</b> When the queue is nearly empty the source is requested, at intervals, to keep its rate for a while. If no
 * competitor fills the queue it stays empty.
 * </ul>
 *
 * <p>Not thread-safe.
 */
final class McaNeighbours {
    /** Least and greatest delay are measured over the last one or two of these. */
    private static final long WINDOW_NANOS = 5_000_000_000L;
    /** Time between two trials, and before the first one. */
    private static final long TRIAL_EVERY_NANOS = 8_000_000_000L;
    private static final long TRIAL_NANOS = 2_000_000_000L;
    private static final int TRIAL_RTTS = 30;
    /** Time until the source keeps its rate and its earlier packets have arrived. */
    private static final int SETTLING_RTTS = 2;
    /** Losses and longer routes are remembered for so long, at least for two windows: TCP has a loss once in hundreds of round-trip times. */
    private static final int MEMORY_RTTS = 400;
    /** Accumulation for longer than a congestion epoch of a single flow. */
    private static final int EPOCH_RTTS = 4;
    /** Part of the greatest delay below which the queue is nearly empty (Copa §2.2). */
    private static final double NEARLY_EMPTY = 0.1;
    /** More than this, in packets, is not noise. */
    private static final int PACKETS = 3;

    private final boolean enabled;
    private final long noiseNanos;
    private boolean competing;
    private boolean trying;
    private long beganNanos;
    private long trialNanos;

    private boolean any;
    private long windowNanos;
    private long least;
    private long most;
    private long leastBefore;
    private long mostBefore;

    private boolean everLost;
    private long lostNanos;
    private boolean resynced;
    private boolean fallen;
    private long resyncedNanos;
    private long resyncedDelay;

    McaNeighbours(McaConfig config) {
        enabled = config.competing();
        noiseNanos = config.noise();
    }

    boolean competing() {
        return competing;
    }

    /** Whether the source is to keep its rate. */
    boolean hold() {
        return trying;
    }

    /** The source has another clock from now on. */
    void restart() {
        any = false;
        resynced = false;
        trying = false;
    }

    /** A delay that did not follow the rate was treated as a longer route. */
    void resynced(long delay, long nowNanos) {
        resynced = true;
        fallen = false;
        resyncedNanos = nowNanos;
        resyncedDelay = delay;
    }

    /**
     * A packet arrived in order.
     *
     * @param packetNanos duration of a packet at the receive rate
     * @return whether there is a new result for the source
     */
    boolean received(long delay, long packetNanos, long srttNanos, long nowNanos) {
        if (!enabled) {
            return false;
        }
        track(delay, nowNanos);
        long noise = Math.max(noiseNanos, PACKETS * packetNanos);
        if (!competing) {
            resynced &= nowNanos - resyncedNanos < memoryNanos(srttNanos);
            fallen |= resynced && resyncedDelay - delay > noise;
            return resynced && fallen && hasLost(srttNanos, nowNanos) && begin(nowNanos);
        }
        long excess = delay - Math.min(least, leastBefore);
        if (!trying) {
            long range = Math.max(most, mostBefore) - Math.min(least, leastBefore);
            trying = nowNanos - trialNanos >= TRIAL_EVERY_NANOS && excess <= Math.max(noise, NEARLY_EMPTY * range);
            beganNanos = nowNanos;
            return trying;
        }
        boolean settled = nowNanos - beganNanos >= SETTLING_RTTS * srttNanos;
        if (settled && excess > noise) {
            return endTrial(nowNanos);
        }
        if (nowNanos - beganNanos >= Math.max(TRIAL_NANOS, TRIAL_RTTS * srttNanos)) {
            competing = false;
            resynced = false;
            return endTrial(nowNanos);
        }
        return false;
    }

    /**
     * A packet was lost.
     *
     * @param congestedNanos duration of the present accumulation
     * @return whether there is a new result for the source
     */
    boolean lost(long congestedNanos, long srttNanos, long nowNanos) {
        if (!enabled) {
            return false;
        }
        if (competing) {
            return trying && endTrial(nowNanos);
        }
        everLost = true;
        lostNanos = nowNanos;
        return congestedNanos > EPOCH_RTTS * srttNanos && begin(nowNanos);
    }

    private static long memoryNanos(long srttNanos) {
        return Math.max(2 * WINDOW_NANOS, MEMORY_RTTS * srttNanos);
    }

    private boolean hasLost(long srttNanos, long nowNanos) {
        return everLost && nowNanos - lostNanos < memoryNanos(srttNanos);
    }

    private boolean begin(long nowNanos) {
        competing = true;
        trialNanos = nowNanos;
        return true;
    }

    private boolean endTrial(long nowNanos) {
        trying = false;
        trialNanos = nowNanos;
        return true;
    }

    private void track(long delay, long nowNanos) {
        if (!any) {
            any = true;
            windowNanos = nowNanos;
            least = delay;
            most = delay;
            leastBefore = delay;
            mostBefore = delay;
        } else if (nowNanos - windowNanos >= WINDOW_NANOS) {
            windowNanos = nowNanos;
            leastBefore = least;
            mostBefore = most;
            least = delay;
            most = delay;
        } else {
            least = Math.min(least, delay);
            most = Math.max(most, delay);
        }
    }
}
