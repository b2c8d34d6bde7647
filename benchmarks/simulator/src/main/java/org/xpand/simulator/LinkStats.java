package org.xpand.simulator;

/**
 * Counters of a link since it was made, and its queue at one moment. Each packet offered is counted once as carried or
 * dropped: {@code offered = carried + lost + queueFull + blocked}.
 *
 * @param offered          packets offered
 * @param offeredBytes     their bytes
 * @param carried          packets that arrive, whether or not their time has come
 * @param carriedBytes     their bytes
 * @param duplicated       carried packets that arrive twice; the copies are counted nowhere else
 * @param lost             packets lost at random
 * @param queueFull        packets dropped by a full queue
 * @param blocked          packets dropped because the link was blocked
 * @param queuedPackets    packets accepted and not yet sent, the one being sent included
 * @param queuedBytes      their bytes
 * @param maxQueuedPackets the most packets ever queued
 * @param maxQueuedBytes   the most bytes ever queued
 */
public record LinkStats(long offered, long offeredBytes, long carried, long carriedBytes, long duplicated, long lost,
                        long queueFull, long blocked, int queuedPackets, long queuedBytes, int maxQueuedPackets,
                        long maxQueuedBytes) {
    /** Packets dropped, whatever the cause. */
    public long dropped() {
        return lost + queueFull + blocked;
    }
}
