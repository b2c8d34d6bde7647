package org.xpand.protocols.mca;

/**
 * Notices at a receiver whether others fill the queue on the way to it, so that avoiding a queue would leave them everything. The
 * question is that of Copa (Arun and Balakrishnan, NSDI 2018, §2.2) and of Nimbus (Goyal et al., SIGCOMM 2022); the signs are
 * those that accumulation gives:
 *
 * <ul>
 * <li><b>Begin.</b> The delay did not follow when the source slowed down, and was taken for a longer route; then it fell below
 * that all the same, and packets are lost at about that time: neighbours that avoid queues lose none. Or packets are lost
 * though there was accumulation for a while, and so the source slowed down: its own queue would have emptied.
 * <li><b>End.</b> When the queue is nearly empty the source is asked, now and then, to keep its rate for a while. If nobody is
 * there who fills the queue it stays empty.
 * </ul>
 *
 * <p>Not thread-safe.
 */
final class McaNeighbours {
    /** Least and most delay are of the last one or two of these. */
    private static final long WINDOW_NANOS = 5_000_000_000L;
    /** Between two trials, and before the first one. */
    private static final long TRIAL_EVERY_NANOS = 8_000_000_000L;
    private static final long TRIAL_NANOS = 2_000_000_000L;
    private static final int TRIAL_RTTS = 30;
    /** Until the source keeps its rate and what it sent before is through. */
    private static final int SETTLING_RTTS = 2;
    /** Accumulation for so long is more than an epoch of one's own takes. */
    private static final int EPOCH_RTTS = 4;
    /** Part of the greatest delay below which the queue is nearly empty (Copa §2.2). */
    private static final double NEARLY_EMPTY = 0.1;
    /** More than this, in packets, is no noise. */
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

    /** The source's clock is another one from now on. */
    void restart() {
        any = false;
        resynced = false;
        trying = false;
    }

    /** A delay that did not follow the rate was taken for a longer route. */
    void resynced(long delay, long nowNanos) {
        resynced = true;
        fallen = false;
        resyncedNanos = nowNanos;
        resyncedDelay = delay;
    }

    /**
     * A packet arrived in order.
     *
     * @param packetNanos a packet's time at the rate received
     * @return whether the source is to be told something new
     */
    boolean received(long delay, long packetNanos, long srttNanos, long nowNanos) {
        if (!enabled) {
            return false;
        }
        track(delay, nowNanos);
        long noise = Math.max(noiseNanos, PACKETS * packetNanos);
        if (!competing) {
            resynced &= nowNanos - resyncedNanos < 2 * WINDOW_NANOS;
            fallen |= resynced && resyncedDelay - delay > noise;
            return resynced && fallen && hasLost(nowNanos) && begin(nowNanos);
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
     * @param congestedNanos for how long there has been accumulation
     * @return whether the source is to be told something new
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

    private boolean hasLost(long nowNanos) {
        return everLost && nowNanos - lostNanos < 2 * WINDOW_NANOS;
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
