package org.xpand.simulator;

import java.util.Objects;
import java.util.random.RandomGenerator;

/**
 * Model of one directed link: a queue, drop-tail or with random early detection, a transmitter with a rate, then a wire with
 * delay, loss, reordering and duplication. It computes for each packet whether and when it arrives; the caller delivers
 * the packet at that time. It has no clock and no queue of packets, so it can be used in virtual time and, with
 * {@link System#nanoTime()}, between real sockets.
 *
 * <p>Settings and the block may change at any time and apply to packets offered from then on: an accepted packet arrives
 * at the time computed for it. Packets arrive in the order in which they were offered, also when the
 * delay decreases, except those that {@link LinkModelSettings#reorderProbability()} delays.
 *
 * <p>For one thread at a time; the time must not decrease.
 */
public final class LinkModel {
    private static final double NANOS_PER_SECOND = 1e9;

    private final RandomGenerator random;
    private final TransmitQueue queue = new TransmitQueue();
    private final RedState red = new RedState();
    private LinkModelSettings settings;
    /** The settings' optional parts, null for none: read once and not for every packet. */
    private BurstLoss burstLoss;
    private RedSettings redSettings;
    private boolean inBurst;
    private boolean blocked;

    private boolean used;
    private long sentNanos;
    /** Fraction of a nanosecond to add to {@link #sentNanos}: without it short packets on a fast link would exceed the rate. */
    private double sentFraction;
    private long lastInOrderNanos;
    private long arrivalNanos;
    private boolean duplicate;
    private boolean marked;

    private long offered;
    private long offeredBytes;
    private long carried;
    private long carriedBytes;
    private long duplicated;
    private long lost;
    private long queueFull;
    private long early;
    private long blockedPackets;
    private long tooLong;
    private long markedPackets;
    private long queuedNanos;
    private long busyNanos;

    /**
     * @param random decides about loss, jitter, reordering and duplication; not used by a link without these
     */
    public LinkModel(LinkModelSettings settings, RandomGenerator random) {
        this.random = Objects.requireNonNull(random, "random");
        apply(settings);
    }

    /** The present settings. */
    public LinkModelSettings settings() {
        return settings;
    }

    /** Changes the settings for the packets offered from now on. */
    public void setSettings(LinkModelSettings newSettings) {
        apply(newSettings);
    }

    /** Whether the link is cut. */
    public boolean isBlocked() {
        return blocked;
    }

    /** Cuts the link or heals it. While cut it drops every packet offered; packets accepted before still arrive. */
    public void setBlocked(boolean newBlocked) {
        blocked = newBlocked;
    }

    /**
     * Offers a packet.
     *
     * @param sizeBytes size of the packet for rate and queue, 0 or more
     * @param nowNanos  the present, not before that of earlier calls
     * @return its result; if {@link LinkVerdict#CARRIED}, {@link #arrivalNanos()} and {@link #isDuplicate()}
     *         describe it until the next offer
     * @throws IllegalArgumentException if the size is negative
     */
    public LinkVerdict offer(int sizeBytes, long nowNanos) {
        return offer(sizeBytes, false, nowNanos);
    }

    /**
     * Offers a packet that may announce that it can be marked (RFC 3168); if it is carried, {@link #isMarked()} returns whether
     * it was.
     */
    public LinkVerdict offer(int sizeBytes, boolean canBeMarked, long nowNanos) {
        if (sizeBytes < 0) {
            throw new IllegalArgumentException("packet size is " + sizeBytes + " bytes: accepted is 0 or more");
        }
        start(nowNanos);
        queue.advance(nowNanos);
        offered++;
        offeredBytes += sizeBytes;
        duplicate = false;
        marked = false;
        if (blocked) {
            blockedPackets++;
            return LinkVerdict.BLOCKED;
        }
        if (sizeBytes > settings.mtuBytes()) {
            tooLong++;
            return LinkVerdict.TOO_LONG;
        }
        if (redSettings != null && redDrops(sizeBytes, nowNanos)) {
            marked = canBeMarked && redSettings.ecn() && !red.dropsAll(redSettings);
            if (!marked) {
                early++;
                return LinkVerdict.EARLY;
            }
        }
        if (queue.packets() >= settings.queuePackets() || queue.bytes() > settings.queueBytes() - sizeBytes) {
            queueFull++;
            return LinkVerdict.QUEUE_FULL;
        }
        transmit(sizeBytes, nowNanos);
        if (happens(settings.lossProbability()) || burstLoss != null && burstLoses()) {
            lost++;
            return LinkVerdict.LOST;
        }
        propagate();
        carried++;
        carriedBytes += sizeBytes;
        markedPackets += marked ? 1 : 0;
        if (happens(settings.duplicateProbability())) {
            duplicate = true;
            duplicated++;
        }
        return LinkVerdict.CARRIED;
    }

    /** When the packet last offered arrives, if it is carried. */
    public long arrivalNanos() {
        return arrivalNanos;
    }

    /** Whether the packet last offered, if it is carried, was marked. */
    public boolean isMarked() {
        return marked;
    }

    /** Whether the packet last offered arrives twice: then a copy arrives right after it, at the same time. */
    public boolean isDuplicate() {
        return duplicate;
    }

    /** The counters, and the queue as it is now. */
    public LinkModelStats stats(long nowNanos) {
        queue.advance(nowNanos);
        long stillBusy = used ? Math.max(0, sentNanos - nowNanos) : 0;
        return new LinkModelStats(offered, offeredBytes, carried, carriedBytes, duplicated, lost, queueFull, blockedPackets,
                queue.packets(), queue.bytes(), queue.maxPackets(), queue.maxBytes(), early,
                queuedNanos - queue.remainingNanos(nowNanos), busyNanos - stillBusy, tooLong,
                markedPackets);
    }

    /** The average queue of random early detection, packets or bytes in typical packets; 0 without it. */
    public double redAverage() {
        return red.average();
    }

    private void apply(LinkModelSettings newSettings) {
        settings = Objects.requireNonNull(newSettings, "settings");
        burstLoss = newSettings.burstLoss().orElse(null);
        redSettings = newSettings.red().orElse(null);
        inBurst &= burstLoss != null;
    }

    private boolean redDrops(int sizeBytes, long nowNanos) {
        long idle = queue.packets() > 0 ? 0 : nowNanos - sentNanos;
        double slots = idle == 0 ? 0 : idle / NANOS_PER_SECOND * settings.bytesPerSecond() / redSettings.meanPacketBytes();
        if (redSettings.inBytes()) {
            double unit = redSettings.meanPacketBytes();
            return red.drops(redSettings, queue.bytes() / unit, slots, sizeBytes / unit, random);
        }
        return red.drops(redSettings, queue.packets(), slots, 1, random);
    }

    private boolean burstLoses() {
        inBurst = inBurst ? !happens(burstLoss.toGood()) : happens(burstLoss.toBad());
        return happens(inBurst ? burstLoss.lossInBad() : burstLoss.lossInGood());
    }

    private void start(long nowNanos) {
        if (!used) {
            used = true;
            sentNanos = nowNanos;
            lastInOrderNanos = nowNanos;
        }
    }

    private void transmit(int sizeBytes, long nowNanos) {
        if (sentNanos - nowNanos < 0) {
            sentNanos = nowNanos;
            sentFraction = 0;
        }
        double nanos = sizeBytes * NANOS_PER_SECOND / settings.bytesPerSecond() + sentFraction;
        long whole = (long) nanos;
        sentFraction = nanos - whole;
        sentNanos += whole;
        busyNanos += whole;
        queuedNanos += sentNanos - nowNanos;
        if (sentNanos - nowNanos > 0) {
            queue.add(sentNanos, sizeBytes);
        }
    }

    private void propagate() {
        long arrival = sentNanos + settings.delayNanos();
        if (settings.jitterNanos() > 0) {
            arrival += random.nextLong(settings.jitterNanos() + 1);
        }
        if (arrival - lastInOrderNanos < 0) {
            arrival = lastInOrderNanos;
        }
        if (happens(settings.reorderProbability())) {
            arrivalNanos = arrival + settings.reorderDelayNanos();
        } else {
            arrivalNanos = arrival;
            lastInOrderNanos = arrival;
        }
    }

    private boolean happens(double probability) {
        return probability > 0 && random.nextDouble() < probability;
    }
}
