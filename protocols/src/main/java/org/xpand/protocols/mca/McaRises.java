package org.xpand.protocols.mca;

/**
 * Detects at a receiver that the delay without a queue of the flow's own rises from one congestion epoch to the next. A flow that slows
 * down on accumulation empties its own queue in each epoch, and a route that becomes longer does so once; a competitor that does not slow down
 * fills the queue further and further, often for minutes before it loses a packet (Copa, NSDI 2018, §2.2: the queue is never nearly empty).
 *
 * <p>Not thread-safe.
 */
final class McaRises {
    /** Rises that show a competitor: one alone may be a longer route. */
    private static final int ENOUGH = 2;
    /** Over the accumulation with which an epoch may end: the flow's own packets. */
    private static final double TOLERANCE = 1.1;
    /** SRTTs that rises last at least: the queue of a flow that starts, and slows down on accumulation, is gone by then. */
    private static final int LASTING_RTTS = 40;

    private final long noiseNanos;
    /** Accumulation of the flow's own with which an epoch may end, and noise. */
    private final double ownPackets;
    /** Greatest difference of two clocks' speeds, of which the delay may rise without a queue. */
    private final double drift;
    private boolean runs;
    private int rises;
    private long baseDelay;
    private long baseNanos;
    private long lastDelay;

    McaRises(McaConfig config) {
        noiseNanos = config.noise();
        ownPackets = TOLERANCE * config.lowerPackets();
        drift = config.maxDrift();
    }

    void restart() {
        runs = false;
        rises = 0;
    }

    /** A packet arrived in order: with the delay of the beginning the queue is empty, and all rises are over. */
    void received(long delay) {
        if (runs && delay - baseDelay < noiseNanos) {
            restart();
        }
    }

    /** An epoch begins. */
    void epochBegan(long referenceDelay, long nowNanos) {
        if (!runs) {
            runs = true;
            baseDelay = referenceDelay;
            baseNanos = nowNanos;
            lastDelay = referenceDelay;
        }
    }

    /**
     * An epoch is over.
     *
     * @param referenceDelay the delay that counts as that of an empty queue from now on
     * @param packetNanos    duration of a packet at the receive rate
     * @param srttNanos      SRTT
     * @param memoryNanos    time after which rises no longer belong together
     * @return whether a competitor fills the queue
     */
    boolean epochEnded(long referenceDelay, double packetNanos, long srttNanos, long memoryNanos, long nowNanos) {
        long elapsed = nowNanos - baseNanos;
        double least = Math.max(noiseNanos, ownPackets * packetNanos);
        if (elapsed > memoryNanos) {
            restart();
        } else if (runs && referenceDelay - lastDelay > least && referenceDelay - baseDelay > least + drift * elapsed) {
            rises++;
            lastDelay = referenceDelay;
        }
        return rises >= ENOUGH && elapsed >= LASTING_RTTS * srttNanos;
    }
}
