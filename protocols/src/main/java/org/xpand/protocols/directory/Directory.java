package org.xpand.protocols.directory;

import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.xpand.protocols.api.SiteId;

/**
 * The sites and their members as one delegate knows them: the input through which membership, or a simulated scenario,
 * drives the relays and the overlay. Immutable.
 *
 * @param self      the site of the delegate
 * @param sites     every reachable site by id, this one included
 * @param snapshots the overlay snapshots held, newest first, at most {@link #SNAPSHOTS_KEPT}
 */
public record Directory(SiteId self, SortedMap<SiteId, SiteInfo> sites, List<OverlaySnapshot> snapshots) {
    /**
     * How many snapshots are kept, so that packets sent along a previous tree are still forwarded: sites and parts of them
     * that join or leave together cause several within a round-trip time.
     */
    public static final int SNAPSHOTS_KEPT = 8;

    /** @throws IllegalArgumentException if the own site is missing, or there are too many snapshots */
    public Directory {
        sites = Collections.unmodifiableSortedMap(new TreeMap<>(sites));
        snapshots = List.copyOf(snapshots);
        if (!sites.containsKey(self)) {
            throw new IllegalArgumentException("the directory of site " + self + " does not list it");
        }
        if (snapshots.size() > SNAPSHOTS_KEPT) {
            throw new IllegalArgumentException(snapshots.size() + " snapshots; at most " + SNAPSHOTS_KEPT);
        }
    }

    /** {@return the information about this site itself, as it was last announced} */
    public SiteInfo local() {
        return sites.get(self);
    }

    /**
     * Finds the snapshot that a packet names.
     *
     * @param id identity of the snapshot
     * @return the snapshot; empty if it is not held, because it has not arrived yet or is too old
     */
    public Optional<OverlaySnapshot> snapshot(SnapshotId id) {
        return snapshots.stream().filter(snapshot -> snapshot.id().equals(id)).findFirst();
    }
}
