package org.xpand.alm.overlay;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.directory.Directory;
import org.xpand.protocols.directory.OverlaySnapshot;
import org.xpand.protocols.directory.SiteInfo;
import org.xpand.protocols.directory.SnapshotId;

/**
 * Chooses the snapshot of a group's packets: the newest that every site on its tree has acknowledged, or that has been known
 * for a grace time. Until there is one it keeps the snapshot in use, which the others know: a forwarder that does not know the
 * snapshot of a packet may use another tree, and forward it to fewer sites.
 */
final class SnapshotChoice {
    private final GroupId groupId;
    private final long graceNanos;
    private final Map<SnapshotId, Long> sinceNanos = new HashMap<>();
    private SnapshotId inUse = SnapshotId.NONE;
    private long nextNanos = Long.MAX_VALUE;

    SnapshotChoice(GroupId groupId, long graceNanos) {
        this.groupId = groupId;
        this.graceNanos = graceNanos;
    }

    /** The snapshot to be used from now on; empty if there is none yet. */
    Optional<OverlaySnapshot> choose(Directory directory, long nowNanos) {
        List<OverlaySnapshot> held = directory.snapshots();
        sinceNanos.keySet().removeIf(id -> directory.snapshot(id).isEmpty());
        nextNanos = Long.MAX_VALUE;
        OverlaySnapshot oldest = null;
        for (int i = 0; i < held.size(); i++) {
            OverlaySnapshot snapshot = held.get(i);
            if (!snapshot.members(groupId).contains(directory.self())) {
                continue;
            }
            long graceEndsNanos = sinceNanos.computeIfAbsent(snapshot.id(), id -> nowNanos) + graceNanos;
            if (snapshot.id().equals(inUse) || nowNanos - graceEndsNanos >= 0 || isHeldByAll(directory, i)) {
                inUse = snapshot.id();
                return Optional.of(snapshot);
            }
            nextNanos = Math.min(nextNanos, graceEndsNanos);
            oldest = snapshot;
        }
        // There have been many since: other sites are more likely to know the oldest than the newest.
        boolean usedBefore = !inUse.equals(SnapshotId.NONE);
        inUse = usedBefore && oldest != null ? oldest.id() : SnapshotId.NONE;
        return usedBefore ? Optional.ofNullable(oldest) : Optional.empty();
    }

    /** Whether a site that reports this snapshot has none, or an earlier one than that in use. */
    boolean isBehind(Directory directory, SnapshotId announced) {
        if (announced.equals(SnapshotId.NONE)) {
            return true;
        }
        int at = indexOf(directory, announced);
        return at > indexOf(directory, inUse);
    }

    private static int indexOf(Directory directory, SnapshotId id) {
        for (int i = 0; i < directory.snapshots().size(); i++) {
            if (directory.snapshots().get(i).id().equals(id)) {
                return i;
            }
        }
        // An unknown one is newer, as far as is known.
        return -1;
    }

    /** When to choose again though nothing else has changed. */
    long nextNanos() {
        return nextNanos;
    }

    /** Whether every site on the tree has acknowledged this snapshot or a later one. */
    private boolean isHeldByAll(Directory directory, int index) {
        List<OverlaySnapshot> held = directory.snapshots();
        return held.get(index).members(groupId).stream().filter(site -> !site.equals(directory.self())).allMatch(site -> {
            SiteInfo info = directory.sites().get(site);
            return info == null
                    || held.subList(0, index + 1).stream().anyMatch(snapshot -> snapshot.id().equals(info.snapshot()));
        });
    }
}
