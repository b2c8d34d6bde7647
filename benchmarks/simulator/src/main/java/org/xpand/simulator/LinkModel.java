package org.xpand.simulator;

import java.util.Objects;
import java.util.random.RandomGenerator;

/**
 * One directed link: a queue, drop-tail or with random early detection, a transmitter with a rate, then a wire with
 * delay, loss, reordering and duplication. It answers for each packet offered whether and when it arrives; whoever drives it
 * carries the packet there at that time. It owns no clock and no queue of packets, so it serves in virtual time and, given
 * {@link System#nanoTime()}, between real sockets alike.
 *
 * <p>Settings and the block may change at any time and hold for the packets offered from then on: a packet that was
 * accepted arrives at the time it was given. Packets arrive in the order in which they were offered, also when the
 * delay shrinks, apart from those that {@link LinkModelSettings#reorderProbability()} holds back.
 *
 * <p>For one thread at a time; the time handed in must not go back.
 */
public final class LinkModel {
    private static final double NANOS_PER_SECOND = 1e9;

    private final RandomGenerator random;
    private final TransmitQueue queue = new TransmitQueue();
    private final RedState red = new RedState();
    private LinkModelSettings settings;
    /** The settings' optional parts, null for none: taken out once and not for every packet. */
    private BurstLoss burstLoss;
    private RedSettings redSettings;
    private boolean inBurst;
    private boolean blocked;

    private boolean used;
    private long sentNanos;
    /** Part of a nanosecond to add to {@link #sentNanos}: without it short packets on a fast link would gain rate. */
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
     * @param random decides about loss, jitter, reordering and duplication; a link without these draws nothing from it
     */
    public LinkModel(LinkModelSettings settings, RandomGenerator random) {
        this.random = Objects.requireNonNull(random, "random");
        apply(settings);
    }

    /** The settings in force. */
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

    /** Cuts the link or heals it. While cut it drops every packet offered; what it accepted before still arrives. */
    public void setBlocked(boolean newBlocked) {
        blocked = newBlocked;
    }

    /**
     * Offers a packet.
     *
     * @param sizeBytes what the packet takes of the rate and the queue, 0 or more
     * @param nowNanos  the present, not before that of earlier calls
     * @return what becomes of it; if {@link LinkVerdict#CARRIED}, {@link #arrivalNanos()} and {@link #isDuplicate()}
     *         say the rest until the next offer
     * @throws IllegalArgumentException if the size is negative
     */
    public LinkVerdict offer(int sizeBytes, long nowNanos) {
        return offer(sizeBytes, false, nowNanos);
    }

    /**
     * The same of a packet that may say that it can be marked (RFC 3168); if it is carried, {@link #isMarked()} says whether
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

    /** When the packet last offered arrives, if it is carried; at the far end it takes no time. */
    public long arrivalNanos() {
        return arrivalNanos;
    }

    /** Whether the packet last offered, if it is carried, was marked. */
    public boolean isMarked() {
        return marked;
    }

    /** Whether the packet last offered arrives twice: then a copy arrives right behind it, at the same time. */
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

    /** The queue's average as random early detection reckons it, packets or bytes in typical packets; 0 without it. */
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
