package org.xpand.simulator.scenario;

import org.xpand.simulator.LinkModelStats;

/**
 * Result of one link in the window.
 *
 * @param from        name of the node at which it begins
 * @param to          name of the node at which it ends
 * @param stats       counters of the window; the greatest queue is that of the run up to the window's end
 * @param windowNanos length of the window
 */
public record LinkResult(String from, String to, LinkModelStats stats, long windowNanos) {
    /** Share of the window in which the link was sending, 0 to 1; 0 for a link without limit. */
    public double utilisation() {
        return stats.utilisation(windowNanos);
    }

    /** Packets queued on average, the one being sent included. */
    public double meanQueuedPackets() {
        return stats.meanQueuedPackets(windowNanos);
    }
}
