package org.xpand.protocols.control;

import java.util.Collection;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.GroupInfo;
import org.xpand.protocols.directory.LinkCosts;
import org.xpand.protocols.directory.OverlaySnapshot;
import org.xpand.protocols.directory.SiteInfo;
import org.xpand.protocols.directory.SnapshotId;

/**
 * Makes the snapshots from which distribution trees are computed; used by the control coordinator only. A change of the sites
 * or of the sites that have members of a group is published at once, a pair that is measured for the first time or no longer
 * measured after an interval, and link costs that became longer by more than a tolerance less and less often, finally once a minute:
 * measurements are noisy and a new tree causes reordering. A cost within the tolerance stays as published, by whichever delegate,
 * so that trees of nearly equal cost do not alternate when a snapshot is made for another reason.
 *
 * <p>Costs are least values: one that became shorter was too long before, as those of processes that have just started are, and the tree
 * may be wrong. So it is published after an interval, also if it is only a little shorter.
 *
 * <p>Numbers increase for as long as the process lives, also if it was not coordinator in between. Sans-IO, not thread-safe.
 */
public final class SnapshotPublisher {
    /**
     * When a changed cost is worth a snapshot.
     *
     * @param tolerance         relative change of a pair's cost that is ignored if it became longer, 0 or more
     * @param shorter           the same if it became shorter
     * @param leastNanos        absolute change of a pair's cost that is ignored, in nanoseconds
     * @param costIntervalNanos shortest time between snapshots made for costs, in nanoseconds; for longer costs it doubles after each one
     *                          that was made for these
     * @param longestIntervalNanos its limit, until the sites or the measured pairs change
     * @param siteIntervalNanos the shortest time per site: every site acknowledges every snapshot to every other, so what one
     *                          receives in a second does not depend on the number of sites
     */
    public record Config(double tolerance, double shorter, long leastNanos, long costIntervalNanos, long longestIntervalNanos,
                         long siteIntervalNanos) {
        /**
         * A fifth, since an EWMA of RTTs varies less on an idle path; a sixteenth if it is shorter; and a millisecond, which a busy
         * computer adds to the shortest. Twice a second at first, with more than ten sites less often, finally once a minute.
         */
        public static final Config DEFAULT = new Config(0.2, 1 / 16.0, 1_000_000L, 500_000_000L, 60_000_000_000L, 50_000_000L);
    }

    private static final int MAX_DOUBLINGS = 20;

    private final long self;
    private final Config config;
    private int number;
    private OverlaySnapshot last;
    private SortedSet<SiteId> lastSites = new TreeSet<>();
    private long lastNanos;
    private boolean costsWait;
    private boolean pairsWait;
    private boolean shorterWait;
    /** Snapshots made for longer costs since anything else changed. */
    private int moves;
    private LinkCosts reference = LinkCosts.NONE;

    /**
     * Creates a publisher that has not published anything.
     *
     * @param self   incarnation of this delegate, named in its snapshots
     * @param config settings
     */
    public SnapshotPublisher(long self, Config config) {
        this.self = self;
        this.config = config;
    }

    /**
     * Compares the present sites with the last snapshot.
     *
     * @param sites    all sites of the directory
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     * @return a new snapshot if one is due
     */
    public Optional<OverlaySnapshot> update(Collection<SiteInfo> sites, long nowNanos) {
        TreeSet<SiteId> ids = new TreeSet<>();
        sites.forEach(site -> ids.add(site.id()));
        TreeMap<GroupId, SortedSet<SiteId>> groups = groups(sites);
        LinkCosts costs = costs(sites, ids);
        boolean membersChanged = last == null || !ids.equals(lastSites) || !groups.equals(last.groups());
        pairsWait = !membersChanged && pairsChanged(ids, costs);
        shorterWait = !membersChanged && moved(ids, costs, true);
        costsWait = !membersChanged && (pairsWait || shorterWait || moved(ids, costs, false));
        if (!membersChanged && !(costsWait && nowNanos - lastNanos >= costIntervalNanos())) {
            return Optional.empty();
        }
        moves = membersChanged || pairsWait ? 0 : shorterWait ? moves : moves + 1;
        costsWait = false;
        lastNanos = nowNanos;
        lastSites = ids;
        number++;
        reference = costs;
        last = new OverlaySnapshot(new SnapshotId(self, number), costs, groups);
        return Optional.of(last);
    }

    /**
     * Another delegate published these costs: this one keeps those that have not changed since, if it becomes coordinator.
     *
     * @param snapshot the published snapshot
     */
    public void follow(OverlaySnapshot snapshot) {
        reference = snapshot.costs();
    }

    /** {@return when {@link #update} has to be called again even if nothing arrives; empty if never} */
    public OptionalLong nextTimeout() {
        return costsWait ? OptionalLong.of(lastNanos + costIntervalNanos()) : OptionalLong.empty();
    }

    private long costIntervalNanos() {
        long shortest = Math.max(config.costIntervalNanos, lastSites.size() * config.siteIntervalNanos);
        int doublings = pairsWait || shorterWait ? 0 : Math.min(moves, MAX_DOUBLINGS);
        return Math.max(shortest, Math.min(shortest << doublings, config.longestIntervalNanos));
    }

    /** {@return the last snapshot published, to be sent again to delegates that lack it} */
    public Optional<OverlaySnapshot> last() {
        return Optional.ofNullable(last);
    }

    /** This process is not the coordinator now: its snapshots are no longer valid. */
    public void resign() {
        last = null;
        costsWait = false;
    }

    private boolean pairsChanged(SortedSet<SiteId> ids, LinkCosts costs) {
        for (SiteId a : ids) {
            for (SiteId b : ids.tailSet(a)) {
                if (isKnown(last.costs(), a, b) != isKnown(costs, a, b)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean moved(SortedSet<SiteId> ids, LinkCosts costs, boolean shorter) {
        for (SiteId a : ids) {
            for (SiteId b : ids.tailSet(a)) {
                double before = last.costs().cost(a, b);
                double now = costs.cost(a, b);
                if (isKnown(costs, a, b) && now < before == shorter && !isNear(before, now)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean isNear(double before, double now) {
        return Math.abs(now - before) <= Math.max(config.leastNanos, (now < before ? config.shorter : config.tolerance) * before);
    }

    private static boolean isKnown(LinkCosts costs, SiteId a, SiteId b) {
        return has(costs, a, b) || has(costs, b, a);
    }

    private static boolean has(LinkCosts costs, SiteId from, SiteId to) {
        SortedMap<SiteId, Long> row = costs.measured().get(from);
        return row != null && row.containsKey(to);
    }

    private static TreeMap<GroupId, SortedSet<SiteId>> groups(Collection<SiteInfo> sites) {
        TreeMap<GroupId, SortedSet<SiteId>> groups = new TreeMap<>();
        for (SiteInfo site : sites) {
            for (GroupInfo group : site.groups()) {
                if (!group.members().isEmpty()) {
                    groups.computeIfAbsent(group.name().id(), id -> new TreeSet<>()).add(site.id());
                }
            }
        }
        return groups;
    }

    private LinkCosts costs(Collection<SiteInfo> sites, SortedSet<SiteId> ids) {
        TreeMap<SiteId, SortedMap<SiteId, Long>> rows = new TreeMap<>();
        for (SiteInfo site : sites) {
            TreeMap<SiteId, Long> row = new TreeMap<>(site.rttNanos());
            row.keySet().retainAll(ids);
            row.remove(site.id());
            if (!row.isEmpty()) {
                rows.put(site.id(), row);
            }
        }
        LinkCosts measured = LinkCosts.of(rows);
        boolean kept = false;
        for (SiteId a : ids) {
            for (SiteId b : ids.tailSet(a)) {
                if (isKnown(measured, a, b) && isKnown(reference, a, b) && isNear(reference.cost(a, b), measured.cost(a, b))) {
                    keep(rows, a, b);
                    keep(rows, b, a);
                    kept = true;
                }
            }
        }
        return kept ? LinkCosts.of(rows) : measured;
    }

    private void keep(TreeMap<SiteId, SortedMap<SiteId, Long>> rows, SiteId from, SiteId to) {
        if (has(reference, from, to)) {
            rows.computeIfAbsent(from, id -> new TreeMap<>()).put(to, reference.measured().get(from).get(to));
        } else if (rows.containsKey(from)) {
            rows.get(from).remove(to);
        }
    }
}
