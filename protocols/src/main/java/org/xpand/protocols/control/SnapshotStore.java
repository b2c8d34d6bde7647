package org.xpand.protocols.control;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.xpand.protocols.directory.Directory;
import org.xpand.protocols.directory.OverlaySnapshot;
import org.xpand.protocols.directory.SnapshotId;

/**
 * The snapshots that a delegate has: the newest of the present coordinator and some earlier ones, so that packets
 * sent along a previous tree are still forwarded. A snapshot may arrive before the view that makes its publisher the
 * coordinator; it waits for that view. Sans-IO, not thread-safe.
 */
public final class SnapshotStore {
    private List<Long> view = List.of();
    private final Map<Long, OverlaySnapshot> latest = new HashMap<>();
    private List<OverlaySnapshot> held = List.of();

    /** {@return the snapshots, newest first} */
    public List<OverlaySnapshot> held() {
        return held;
    }

    /** {@return identity of the newest snapshot, {@link SnapshotId#NONE} if there is none} */
    public SnapshotId newest() {
        return held.isEmpty() ? SnapshotId.NONE : held.get(0).id();
    }

    /**
     * The delegates in the control channel are these now, the coordinator first.
     *
     * @param incarnations the incarnations of all connected delegates, the coordinator first
     * @return whether the snapshots changed
     */
    public boolean onView(List<Long> incarnations) {
        view = List.copyOf(incarnations);
        latest.keySet().retainAll(view);
        return choose();
    }

    /**
     * A delegate published a snapshot; ignored if it is not in the view, not the one that the snapshot names, or has published a later
     * one.
     *
     * @param from     incarnation of the delegate that sent it
     * @param snapshot the published snapshot
     * @return whether the snapshots changed
     */
    public boolean onSnapshot(long from, OverlaySnapshot snapshot) {
        if (snapshot.id().coordinator() != from || !view.contains(from)) {
            return false;
        }
        OverlaySnapshot before = latest.get(from);
        if (before != null && snapshot.id().number() <= before.id().number()) {
            return false;
        }
        latest.put(from, snapshot);
        return choose();
    }

    private boolean choose() {
        OverlaySnapshot chosen = view.isEmpty() ? null : latest.get(view.get(0));
        if (chosen == null || chosen.id().equals(newest())) {
            return false;
        }
        List<OverlaySnapshot> next = new ArrayList<>();
        next.add(chosen);
        held.stream().limit(Directory.SNAPSHOTS_KEPT - 1L).forEach(next::add);
        held = List.copyOf(next);
        return true;
    }
}
