package org.xpand.protocols.directory;

import java.util.Collections;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.SiteId;

/**
 * The data from which distribution trees are computed, the same at every delegate: a tree is a function of one snapshot and
 * the member sites that the snapshot lists for the group.
 *
 * @param id     identity, in every packet that is sent along a tree
 * @param costs  link costs
 * @param groups sites that have members, by group identity
 */
public record OverlaySnapshot(SnapshotId id, LinkCosts costs, SortedMap<GroupId, SortedSet<SiteId>> groups) {
    public OverlaySnapshot {
        TreeMap<GroupId, SortedSet<SiteId>> copy = new TreeMap<>();
        groups.forEach((group, sites) -> copy.put(group, Collections.unmodifiableSortedSet(new TreeSet<>(sites))));
        groups = Collections.unmodifiableSortedMap(copy);
    }

    /**
     * The sites that a tree of a group connects.
     *
     * @param groupId identity of the group
     * @return the sites that have members of it; empty if none has
     */
    public SortedSet<SiteId> members(GroupId groupId) {
        return groups.getOrDefault(groupId, Collections.emptySortedSet());
    }
}
