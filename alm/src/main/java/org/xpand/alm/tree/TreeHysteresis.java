package org.xpand.alm.tree;

import java.util.Collection;
import java.util.SortedSet;

import org.xpand.protocols.directory.LinkCosts;
import org.xpand.protocols.directory.SiteId;

/**
 * Keeps trees that are about as good as the best. A tree is a function of one snapshot and the member sites it carries,
 * so no delegate may hold on to a tree by itself: it is the publisher of snapshots who holds on to link costs, by
 * putting the costs of its last snapshot into the next one. The members may have changed in between.
 */
public final class TreeHysteresis {
    private TreeHysteresis() {
    }

    /**
     * The link costs for the next snapshot: those published before, if every group's tree computed from them, taken at
     * the measured costs, costs at most {@code 1 + costTolerance} times the tree computed from the measured costs; else
     * the measured ones.
     *
     * @param published  costs of the snapshot published last, {@link LinkCosts#NONE} before the first
     * @param measured   costs as measured now
     * @param memberSets the member sites of every group of the next snapshot
     */
    public static LinkCosts costsToPublish(LinkCosts published, LinkCosts measured,
                                           Collection<? extends SortedSet<SiteId>> memberSets, TreeSettings settings) {
        for (SortedSet<SiteId> members : memberSets) {
            double best = SpanningTree.of(measured, members, settings).totalCost();
            double kept = SpanningTree.of(published, members, settings).withCosts(measured).totalCost();
            if (kept > (1 + settings.costTolerance()) * best) {
                return measured;
            }
        }
        return published;
    }
}
