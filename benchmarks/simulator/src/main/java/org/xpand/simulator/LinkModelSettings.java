package org.xpand.simulator;

import java.util.Objects;
import java.util.Optional;

/**
 * Settings of one directed link. Immutable; {@link #PERFECT} and the {@code with} methods build others.
 *
 * @param delayNanos           propagation delay, 0 to {@link #MAX_DELAY_NANOS}
 * @param jitterNanos          each packet's delay is longer by up to this, drawn uniformly; the order of the packets
 *                             is kept; 0 to {@link #MAX_DELAY_NANOS}
 * @param bytesPerSecond       rate, {@link #MIN_RATE} or more; {@link Double#POSITIVE_INFINITY} means no limit
 * @param queuePackets         drop-tail limit: packets accepted and not yet sent, the one being sent included; 1 to
 *                             {@link #MAX_QUEUE_PACKETS}
 * @param queueBytes           drop-tail limit in bytes, counted in the same way, 1 or more; both limits apply, and
 *                             a packet larger than this never passes; {@link Long#MAX_VALUE} means no limit
 * @param lossProbability      share of packets lost on the wire, each independently; 0 to 1
 * @param reorderProbability   share of packets delayed on the wire, so that later ones overtake them; 0 to 1
 * @param reorderDelayNanos    how long they are delayed, 0 to {@link #MAX_DELAY_NANOS}; above 0 if any are
 * @param duplicateProbability share of packets that arrive twice, the copy right after the packet; 0 to 1
 * @param burstLoss            loss in bursts, in addition to the independent one; empty for none
 * @param red                  random early detection in the queue, within its limits; empty for drop-tail alone
 * @param mtuBytes             longest packet that passes, 1 or more; {@link Integer#MAX_VALUE} means no limit
 */
public record LinkModelSettings(long delayNanos, long jitterNanos, double bytesPerSecond, int queuePackets, long queueBytes,
                           double lossProbability, double reorderProbability, long reorderDelayNanos,
                           double duplicateProbability, Optional<BurstLoss> burstLoss, Optional<RedSettings> red,
                           int mtuBytes) {
    /** The longest delay of each kind: one hour. */
    public static final long MAX_DELAY_NANOS = 3_600_000_000_000L;
    /** The lowest rate, in bytes per second. */
    public static final double MIN_RATE = 1;
    /** The largest queue; it means no limit, and bounds the memory of a link that is slower than its senders. */
    public static final int MAX_QUEUE_PACKETS = 1_000_000;
    /** No delay, no limits, no faults. */
    public static final LinkModelSettings PERFECT = new LinkModelSettings(0, 0, Double.POSITIVE_INFINITY, MAX_QUEUE_PACKETS,
            Long.MAX_VALUE, 0, 0, 0, 0, Optional.empty(), Optional.empty());

    /** @throws IllegalArgumentException naming the first setting out of range, its value and the range */
    public LinkModelSettings {
        Objects.requireNonNull(burstLoss, "burstLoss");
        Objects.requireNonNull(red, "red");
        requireDelay("delayNanos", delayNanos);
        requireDelay("jitterNanos", jitterNanos);
        requireDelay("reorderDelayNanos", reorderDelayNanos);
        if (!(bytesPerSecond >= MIN_RATE)) {
            throw refused("bytesPerSecond", bytesPerSecond, MIN_RATE + " or more");
        }
        if (queuePackets < 1 || queuePackets > MAX_QUEUE_PACKETS) {
            throw refused("queuePackets", queuePackets, "1 to " + MAX_QUEUE_PACKETS);
        }
        if (mtuBytes < 1) {
            throw refused("mtuBytes", mtuBytes, "1 or more");
        }
        if (queueBytes < 1) {
            throw refused("queueBytes", queueBytes, "1 or more");
        }
        requireProbability("lossProbability", lossProbability);
        requireProbability("reorderProbability", reorderProbability);
        requireProbability("duplicateProbability", duplicateProbability);
        if (reorderProbability > 0 && reorderDelayNanos == 0) {
            throw refused("reorderDelayNanos", 0, "above 0 with reorderProbability " + reorderProbability);
        }
    }

    /** Settings without a longest packet. */
    public LinkModelSettings(long delayNanos, long jitterNanos, double bytesPerSecond, int queuePackets, long queueBytes,
                        double lossProbability, double reorderProbability, long reorderDelayNanos,
                        double duplicateProbability, Optional<BurstLoss> burstLoss, Optional<RedSettings> red) {
        this(delayNanos, jitterNanos, bytesPerSecond, queuePackets, queueBytes, lossProbability, reorderProbability,
                reorderDelayNanos, duplicateProbability, burstLoss, red, Integer.MAX_VALUE);
    }

    /** These settings with another longest packet, bytes. */
    public LinkModelSettings withMtuBytes(int bytes) {
        return new LinkModelSettings(delayNanos, jitterNanos, bytesPerSecond, queuePackets, queueBytes, lossProbability,
                reorderProbability, reorderDelayNanos, duplicateProbability, burstLoss, red, bytes);
    }

    /** Whether packets take time on the link, because it has a delay or a rate. */
    public boolean takesTime() {
        return delayNanos > 0 || jitterNanos > 0 || bytesPerSecond < Double.POSITIVE_INFINITY;
    }

    /** These settings with another propagation delay. */
    public LinkModelSettings withDelayNanos(long nanos) {
        return new LinkModelSettings(nanos, jitterNanos, bytesPerSecond, queuePackets, queueBytes, lossProbability,
                reorderProbability, reorderDelayNanos, duplicateProbability, burstLoss, red, mtuBytes);
    }

    /** These settings with another jitter. */
    public LinkModelSettings withJitterNanos(long nanos) {
        return new LinkModelSettings(delayNanos, nanos, bytesPerSecond, queuePackets, queueBytes, lossProbability,
                reorderProbability, reorderDelayNanos, duplicateProbability, burstLoss, red, mtuBytes);
    }

    /** These settings with another rate, in bytes per second. */
    public LinkModelSettings withRate(double newBytesPerSecond) {
        return new LinkModelSettings(delayNanos, jitterNanos, newBytesPerSecond, queuePackets, queueBytes, lossProbability,
                reorderProbability, reorderDelayNanos, duplicateProbability, burstLoss, red, mtuBytes);
    }

    /** These settings with another limit of queued packets. */
    public LinkModelSettings withQueuePackets(int packets) {
        return new LinkModelSettings(delayNanos, jitterNanos, bytesPerSecond, packets, queueBytes, lossProbability,
                reorderProbability, reorderDelayNanos, duplicateProbability, burstLoss, red, mtuBytes);
    }

    /** These settings with another limit of queued bytes. */
    public LinkModelSettings withQueueBytes(long bytes) {
        return new LinkModelSettings(delayNanos, jitterNanos, bytesPerSecond, queuePackets, bytes, lossProbability,
                reorderProbability, reorderDelayNanos, duplicateProbability, burstLoss, red, mtuBytes);
    }

    /** These settings with another probability of loss. */
    public LinkModelSettings withLoss(double probability) {
        return new LinkModelSettings(delayNanos, jitterNanos, bytesPerSecond, queuePackets, queueBytes, probability,
                reorderProbability, reorderDelayNanos, duplicateProbability, burstLoss, red, mtuBytes);
    }

    /** These settings with another share of delayed packets and another delay. */
    public LinkModelSettings withReordering(double probability, long heldBackNanos) {
        return new LinkModelSettings(delayNanos, jitterNanos, bytesPerSecond, queuePackets, queueBytes, lossProbability,
                probability, heldBackNanos, duplicateProbability, burstLoss, red, mtuBytes);
    }

    /** These settings with another share of packets that arrive twice. */
    public LinkModelSettings withDuplication(double probability) {
        return new LinkModelSettings(delayNanos, jitterNanos, bytesPerSecond, queuePackets, queueBytes, lossProbability,
                reorderProbability, reorderDelayNanos, probability, burstLoss, red, mtuBytes);
    }

    /** These settings with loss in bursts, in addition to the independent one. */
    public LinkModelSettings withBurstLoss(BurstLoss loss) {
        return new LinkModelSettings(delayNanos, jitterNanos, bytesPerSecond, queuePackets, queueBytes, lossProbability,
                reorderProbability, reorderDelayNanos, duplicateProbability, Optional.of(loss), red, mtuBytes);
    }

    /** These settings with random early detection in the queue. */
    public LinkModelSettings withRed(RedSettings settings) {
        return new LinkModelSettings(delayNanos, jitterNanos, bytesPerSecond, queuePackets, queueBytes, lossProbability,
                reorderProbability, reorderDelayNanos, duplicateProbability, burstLoss, Optional.of(settings),
                mtuBytes);
    }

    /** These settings without random early detection: packets are dropped when the queue is full. */
    public LinkModelSettings withDropTail() {
        return new LinkModelSettings(delayNanos, jitterNanos, bytesPerSecond, queuePackets, queueBytes, lossProbability,
                reorderProbability, reorderDelayNanos, duplicateProbability, burstLoss, Optional.empty(), mtuBytes);
    }

    private static void requireDelay(String name, long nanos) {
        if (nanos < 0 || nanos > MAX_DELAY_NANOS) {
            throw refused(name, nanos, "0 to " + MAX_DELAY_NANOS);
        }
    }

    static void requireProbability(String name, double probability) {
        if (!(probability >= 0 && probability <= 1)) {
            throw refused(name, probability, "0 to 1");
        }
    }

    static IllegalArgumentException refused(String name, Object value, String accepted) {
        return new IllegalArgumentException("link setting " + name + " is " + value + ": accepted is " + accepted);
    }
}
