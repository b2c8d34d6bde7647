package org.xpand.protocols.mca;

/**
 * A receiver's accumulation and its hysteresis (MCA §2.2).
 *
 * <p>A packet is expected to take as long as the packet that set the time reference: the offset of the two clocks is in
 * both delays and cancels. The bytes that arrive between its expected and its real arrival were sent before it and were still
 * inside the network when it was due: the paper's in − out, which never contains lost packets. A packet that arrives earlier
 * than expected sets a new reference.
 *
 * <p>Congestion begins above the upper threshold and ends below the lower one. It also ends if the source has
 * slowed down considerably and the delay does not follow within a round-trip time: then the delay is no queue, but a longer
 * route (or a clock drift that was not corrected), and the present least delay becomes the new
 * reference.
 */
final class McaAccumulation {
    private final McaConfig config;
    private final McaArrivals arrivals = new McaArrivals();

    private boolean synchronised;
    private long referenceNanos;
    private double residual;
    private double driftPerNano;
    private double drifted;
    private long driftedToNanos;

    /** Of the packets since the last decision, the one with the least accumulation, or the last one. */
    private boolean any;
    private long firstNanos;
    private double bytes;
    private long delayNanos;

    private boolean congested;
    private long congestedSinceNanos;
    private double epochRate;
    private boolean watching;
    private long watchedNanos;
    private long watchedExcess;
    private long resyncs;

    McaAccumulation(McaConfig config) {
        this.config = config;
    }

    /** The source has another clock from now on. */
    void restart() {
        synchronised = false;
        driftPerNano = 0;
        any = false;
        congested = false;
    }

    /**
     * Sets the drift of the receiver's clock against the source's: the time reference follows it.
     *
     * @param nanos nanoseconds per second, negative if it loses
     */
    void drift(int nanos) {
        driftPerNano = nanos / 1e9;
    }

    /** A packet arrived after one with a higher number: only its bytes count. */
    void late(int size, long arrivalNanos) {
        arrivals.received(size, arrivalNanos);
    }

    /**
     * A packet arrived in order.
     *
     * @param delay its arrival by this clock minus its departure by the source's, nanoseconds
     */
    void received(int size, long delay, long arrivalNanos) {
        arrivals.received(size, arrivalNanos);
        followDrift(arrivalNanos);
        if (!synchronised || delay - referenceNanos < 0) {
            synchronised = true;
            referenceNanos = delay;
            residual = 0;
        }
        double now = residual + arrivals.bytesWithin(delay - referenceNanos);
        if (!any) {
            firstNanos = arrivalNanos;
        }
        if (!any || !config.leastOfInterval() || now < bytes) {
            bytes = now;
            delayNanos = delay;
        }
        any = true;
    }

    /**
     * A control packet arrived, and was passed to {@link #received}: decides whether there is congestion now.
     *
     * @param packetSize  s, bytes
     * @param receiveRate over about one SRTT, bytes per second
     * @param sendRate    rate at which the same packets left
     * @param srttNanos   SRTT
     * @return whether a congestion epoch ended; never before {@code leastTime} and {@code leastRtts} have passed, in which a
     *         late process reads all waiting packets
     */
    boolean controlReceived(double packetSize, double receiveRate, double sendRate, long srttNanos, long nowNanos) {
        if (!any || nowNanos - firstNanos < Math.max(config.leastTime(), config.leastRtts() * srttNanos)) {
            return false;
        }
        any = false;
        long excess = delayNanos - referenceNanos;
        double noise = receiveRate * config.noise() / 1e9;
        if (!congested) {
            congested = bytes > Math.max(config.upperPackets() * packetSize, noise);
            congestedSinceNanos = nowNanos;
            epochRate = sendRate;
            watching = false;
            return false;
        }
        if (bytes < Math.max(config.lowerPackets() * packetSize, noise / 2)) {
            congested = false;
            referenceNanos = delayNanos;
            residual = bytes;
        } else if (stays(excess, sendRate, srttNanos, nowNanos)) {
            congested = false;
            referenceNanos = delayNanos;
            residual = 0;
            resyncs++;
        }
        return !congested;
    }

    /** Whether the source has slowed down and the delay was nearly the same a round-trip time ago. */
    private boolean stays(long excess, double sendRate, long srttNanos, long nowNanos) {
        if (sendRate > config.resyncRate() * epochRate) {
            watching = false;
            return false;
        }
        if (watching && nowNanos - watchedNanos < srttNanos) {
            return false;
        }
        boolean stays = watching && excess >= config.resyncDelay() * watchedExcess;
        watching = true;
        watchedNanos = nowNanos;
        watchedExcess = excess;
        return stays;
    }

    private void followDrift(long nowNanos) {
        // Whole nanoseconds are added to the reference, the rest is kept: between two close packets the drift is below one.
        drifted += synchronised ? driftPerNano * (nowNanos - driftedToNanos) : 0;
        driftedToNanos = nowNanos;
        long whole = (long) drifted;
        referenceNanos += whole;
        drifted -= whole;
    }

    boolean congested() {
        return congested;
    }

    /** Duration of the present congestion, 0 without. */
    long congestedNanos(long nowNanos) {
        return congested ? nowNanos - congestedSinceNanos : 0;
    }

    /** The delay of a path without queues. */
    long referenceNanos() {
        return referenceNanos;
    }

    /** How often a delay was treated as a longer route. */
    long resyncs() {
        return resyncs;
    }
}
