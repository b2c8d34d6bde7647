package org.xpand.alm.overlay;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.xpand.alm.tree.SpanningTree;
import org.xpand.alm.tree.TreeSettings;
import org.xpand.protocols.directory.Directory;
import org.xpand.protocols.directory.OverlaySnapshot;
import org.xpand.protocols.directory.SnapshotId;

/** The trees of the snapshots held, computed when first asked for. A tree is a function of a snapshot and a group. */
final class Trees {
    private final TreeSettings settings;
    private final Map<SnapshotId, Map<Long, SpanningTree>> bySnapshot = new HashMap<>();
    private Directory directory;

    Trees(TreeSettings settings) {
        this.settings = settings;
    }

    void directory(Directory newDirectory) {
        directory = newDirectory;
        bySnapshot.keySet().removeIf(id -> newDirectory.snapshot(id).isEmpty());
    }

    /** The tree of a group in a snapshot; empty if the snapshot is not held. */
    Optional<SpanningTree> tree(SnapshotId id, long group) {
        if (directory == null) {
            return Optional.empty();
        }
        Map<Long, SpanningTree> byGroup = bySnapshot.get(id);
        SpanningTree known = byGroup == null ? null : byGroup.get(group);
        if (known != null) {
            return Optional.of(known);
        }
        return directory.snapshot(id).map(snapshot -> compute(snapshot, group));
    }

    private SpanningTree compute(OverlaySnapshot snapshot, long group) {
        SpanningTree tree = SpanningTree.of(snapshot.costs(), snapshot.members(group), settings);
        if (!snapshot.members(group).isEmpty()) {
            bySnapshot.computeIfAbsent(snapshot.id(), id -> new HashMap<>()).put(group, tree);
        }
        return tree;
    }
}
