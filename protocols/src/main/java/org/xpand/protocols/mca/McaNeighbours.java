package org.xpand.protocols.mca;

/**
 * Detects at a receiver whether other flows fill the queue on the path to it, so that avoiding a queue would leave them the whole
 * rate. Copa (Arun and Balakrishnan, NSDI 2018, §2.2) and Nimbus (Goyal et al., SIGCOMM 2022) do the same; the criteria here are
 * based on accumulation:
 *
 * <ul>
 * <li><b>Begin.</b> The delay did not follow when the source slowed down, and was treated as a longer route; then it fell below
 * that level after all, and packets are lost at about that time: competitors that avoid queues lose none. Or packets are lost
 * after accumulation for some time, in which the source slowed down: its own queue would have emptied. Or the delay rises from epoch to
 * epoch ({@link McaRises}).
 * <li><b>End.</b> A trial shows that the queue stays empty ({@link McaTrial}), and the flow avoids queues again, on probation
 * ({@link McaProbation}).
 * </ul>
 *
 * <p>Not thread-safe.
 */
final class McaNeighbours {
    /** Least and greatest delay are measured over the last one or two of these. */
    private static final long WINDOW_NANOS = 5_000_000_000L;
    /** Losses and longer routes are remembered for so long, at least for two windows: TCP has a loss once in hundreds of round-trip times. */
    private static final int MEMORY_RTTS = 400;
    /** Accumulation for longer than a congestion epoch of a single flow. */
    private static final int EPOCH_RTTS = 4;
    /** More than this, in packets, is not noise. */
    private static final int PACKETS = 3;

    private final boolean enabled;
    private final long noiseNanos;
    private final McaRises rises;
    private final McaTrial trial;
    private final McaProbation probation = new McaProbation();
    private boolean competing;

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
        rises = new McaRises(config);
        trial = new McaTrial(config);
    }

    boolean competing() {
        return competing;
    }

    /** Whether the source is to keep its rate. */
    boolean hold() {
        return trial.runs();
    }

    /** The source has another clock from now on. */
    void restart(long nowNanos) {
        any = false;
        resynced = false;
        trial.end(nowNanos);
        rises.restart();
    }

    /**
     * A congestion epoch begins.
     *
     * @param referenceDelay the delay that counts as that of an empty queue
     * @param rate           receive rate
     * @return whether there is a new result for the source
     */
    boolean epochBegan(long referenceDelay, double rate, long nowNanos) {
        if (!enabled || competing) {
            return false;
        }
        rises.epochBegan(referenceDelay, nowNanos);
        return probation.epochBegan(rate, nowNanos) && begin(nowNanos);
    }

    /**
     * A congestion epoch is over.
     *
     * @param referenceDelay the delay that counts as that of an empty queue from now on
     * @param packetNanos    duration of a packet at the receive rate
     * @return whether there is a new result for the source
     */
    boolean epochEnded(long referenceDelay, long packetNanos, long srttNanos, long nowNanos) {
        return enabled && !competing && rises.epochEnded(referenceDelay, packetNanos, srttNanos, memoryNanos(srttNanos), nowNanos) && begin(nowNanos);
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
            rises.received(delay);
            resynced &= nowNanos - resyncedNanos < memoryNanos(srttNanos);
            fallen |= resynced && resyncedDelay - delay > noise;
            return resynced && fallen && hasLost(srttNanos, nowNanos) && begin(nowNanos);
        }
        long excess = delay - Math.min(least, leastBefore);
        if (!trial.runs()) {
            return trial.begins(excess, Math.max(most, mostBefore) - Math.min(least, leastBefore), noise, nowNanos);
        }
        McaTrial.Result result = trial.received(excess, noise, srttNanos, nowNanos);
        if (result == McaTrial.Result.EMPTY) {
            competing = false;
            resynced = false;
            probation.begin(memoryNanos(srttNanos), nowNanos);
        }
        return result != McaTrial.Result.OPEN && endTrial(nowNanos);
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
            return trial.runs() && endTrial(nowNanos);
        }
        everLost = true;
        lostNanos = nowNanos;
        return congestedNanos > EPOCH_RTTS * srttNanos && begin(nowNanos);
    }

    /** How long an observation counts: losses, longer routes, and a competition that may have ended too early. */
    static long memoryNanos(long srttNanos) {
        return Math.max(2 * WINDOW_NANOS, MEMORY_RTTS * srttNanos);
    }

    private boolean hasLost(long srttNanos, long nowNanos) {
        return everLost && nowNanos - lostNanos < memoryNanos(srttNanos);
    }

    private boolean begin(long nowNanos) {
        competing = true;
        probation.end();
        rises.restart();
        trial.end(nowNanos);
        return true;
    }

    private boolean endTrial(long nowNanos) {
        trial.end(nowNanos);
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
