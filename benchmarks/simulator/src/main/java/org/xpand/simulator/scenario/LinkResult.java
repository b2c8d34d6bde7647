package org.xpand.simulator.scenario;

import org.xpand.simulator.LinkModelStats;

/**
 * What happened on one link in the window.
 *
 * @param from        name of the node it begins at
 * @param to          name of the node it ends at
 * @param stats       counters of the window; the greatest queue is that of the run up to the window's end
 * @param windowNanos length of the window
 */
public record LinkResult(String from, String to, LinkModelStats stats, long windowNanos) {
    /** Share of the window the link was sending, 0 to 1; 0 of a link without limit. */
    public double utilisation() {
        return stats.utilisation(windowNanos);
    }

    /** Packets queued on average, the one being sent included. */
    public double meanQueuedPackets() {
        return stats.meanQueuedPackets(windowNanos);
    }
}
