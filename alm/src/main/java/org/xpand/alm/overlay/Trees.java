package org.xpand.alm.overlay;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.xpand.alm.api.TreeSettings;
import org.xpand.alm.tree.SpanningTree;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.Directory;
import org.xpand.protocols.directory.OverlaySnapshot;
import org.xpand.protocols.directory.RecentMap;
import org.xpand.protocols.directory.SnapshotId;

/** The trees of the known snapshots, computed when first used. A tree is a function of a snapshot and a group. */
final class Trees {
    private final TreeSettings settings;
    private final Map<SnapshotId, Map<GroupId, Route>> bySnapshot = new HashMap<>();
    private Directory directory;
    /** The result of the last call: consecutive packets mostly have the same. */
    private SnapshotId lastId = SnapshotId.NONE;
    private GroupId lastGroup;
    private Optional<Route> lastRoute = Optional.empty();

    /**
     * A tree as one site sees it.
     *
     * @param neighbours the sites next to this one
     * @param firstHops  the neighbour on the path to each other site of the tree, from which that site's packets arrive too
     */
    record Route(SpanningTree tree, List<SiteId> neighbours, RecentMap<SiteId, SiteId> firstHops) {
    }

    Trees(TreeSettings settings) {
        this.settings = settings;
    }

    void directory(Directory newDirectory) {
        directory = newDirectory;
        bySnapshot.keySet().removeIf(id -> newDirectory.snapshot(id).isEmpty());
        lastRoute = Optional.empty();
    }

    /** The newest known snapshot. */
    SnapshotId newest() {
        return directory == null || directory.snapshots().isEmpty() ? SnapshotId.NONE : directory.snapshots().get(0).id();
    }

    /** Whether an unknown snapshot is not earlier than a known one of the same coordinator. */
    boolean isBehind(SnapshotId id) {
        return directory != null && directory.snapshots().stream().map(OverlaySnapshot::id)
                .noneMatch(held -> held.coordinator() == id.coordinator() && held.number() > id.number());
    }

    /** The snapshot id that a packet carries. */
    SnapshotId id(long coordinator, int number) {
        boolean last = lastId.coordinator() == coordinator && lastId.number() == number;
        return last ? lastId : new SnapshotId(coordinator, number);
    }

    /** The tree of a group in a snapshot, as this site sees it; empty if the snapshot is not known. */
    Optional<Route> route(SnapshotId id, GroupId group) {
        if (lastRoute.isEmpty() || !group.equals(lastGroup) || !lastId.equals(id)) {
            lastRoute = find(id, group);
            lastGroup = group;
            lastId = id;
        }
        return lastRoute;
    }

    private Optional<Route> find(SnapshotId id, GroupId group) {
        if (directory == null) {
            return Optional.empty();
        }
        Map<GroupId, Route> byGroup = bySnapshot.get(id);
        Route known = byGroup == null ? null : byGroup.get(group);
        if (known != null) {
            return Optional.of(known);
        }
        return directory.snapshot(id).map(snapshot -> compute(snapshot, group));
    }

    private Route compute(OverlaySnapshot snapshot, GroupId group) {
        SpanningTree tree = SpanningTree.of(snapshot.costs(), snapshot.members(group), settings);
        RecentMap<SiteId, SiteId> firstHops = new RecentMap<>();
        firstHops.putAll(tree.firstHops(directory.self()));
        Route route = new Route(tree, tree.neighbours(directory.self()), firstHops);
        if (!snapshot.members(group).isEmpty()) {
            bySnapshot.computeIfAbsent(snapshot.id(), id -> new HashMap<>()).put(group, route);
        }
        return route;
    }
}
