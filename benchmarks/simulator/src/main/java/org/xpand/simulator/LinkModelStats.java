package org.xpand.simulator;

/**
 * Counters of a link since it was made, and its queue at one moment. Each packet offered is counted once as carried or
 * dropped: {@code offered = carried + lost + queueFull + early + blocked + tooLong}.
 *
 * @param offered          packets offered
 * @param offeredBytes     their bytes
 * @param carried          packets that arrive, already or later
 * @param carriedBytes     their bytes
 * @param duplicated       carried packets that arrive twice; the copies are not counted elsewhere
 * @param lost             packets lost at random
 * @param queueFull        packets dropped by a full queue
 * @param blocked          packets dropped because the link was blocked
 * @param queuedPackets    packets accepted and not yet sent, the one being sent included
 * @param queuedBytes      their bytes
 * @param maxQueuedPackets the most packets ever queued
 * @param maxQueuedBytes   the most bytes ever queued
 * @param early            packets dropped by random early detection
 * @param queuedNanos      time that packets have spent queued, summed over them: divided by a time, the mean queue
 * @param busyNanos        time that the link has spent sending
 * @param tooLong          packets dropped because they were longer than the link allows
 * @param marked           carried packets that were marked instead of dropped by random early detection
 */
public record LinkModelStats(long offered, long offeredBytes, long carried, long carriedBytes, long duplicated, long lost,
                        long queueFull, long blocked, int queuedPackets, long queuedBytes, int maxQueuedPackets,
                        long maxQueuedBytes, long early, long queuedNanos, long busyNanos, long tooLong, long marked) {
    /** Creates counters without packets that were too long or marked. */
    public LinkModelStats(long offered, long offeredBytes, long carried, long carriedBytes, long duplicated, long lost,
                     long queueFull, long blocked, int queuedPackets, long queuedBytes, int maxQueuedPackets,
                     long maxQueuedBytes, long early, long queuedNanos, long busyNanos) {
        this(offered, offeredBytes, carried, carriedBytes, duplicated, lost, queueFull, blocked, queuedPackets, queuedBytes,
                maxQueuedPackets, maxQueuedBytes, early, queuedNanos, busyNanos, 0, 0);
    }

    /** Packets dropped, whatever the cause. */
    public long dropped() {
        return lost + queueFull + early + blocked + tooLong;
    }

    /**
     * Counters since earlier ones of the same link: the counters are differences, the queue and its
     * greatest values the present ones.
     */
    public LinkModelStats since(LinkModelStats earlier) {
        return new LinkModelStats(offered - earlier.offered, offeredBytes - earlier.offeredBytes, carried - earlier.carried,
                carriedBytes - earlier.carriedBytes, duplicated - earlier.duplicated, lost - earlier.lost,
                queueFull - earlier.queueFull, blocked - earlier.blocked, queuedPackets, queuedBytes, maxQueuedPackets,
                maxQueuedBytes, early - earlier.early, queuedNanos - earlier.queuedNanos, busyNanos - earlier.busyNanos,
                tooLong - earlier.tooLong, marked - earlier.marked);
    }

    /** Packets queued on average, the one being sent included, if the counters cover a time of this length. */
    public double meanQueuedPackets(long overNanos) {
        return (double) queuedNanos / overNanos;
    }

    /** Share of the time in which the link was sending, 0 to 1, if the counters cover a time of this length. */
    public double utilisation(long overNanos) {
        return (double) busyNanos / overNanos;
    }

    /** Share of the packets offered that were dropped, whatever the cause; 0 if none were offered. */
    public double dropRate() {
        return offered == 0 ? 0 : (double) dropped() / offered;
    }
}
