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
 * Makes the snapshots that distribution trees are computed from; the control coordinator's alone. A change of the sites
 * or of the sites that have members of a group is published at once, a pair that is measured for the first time or not any
 * more after an interval, and link costs that moved by more than a tolerance less and less often, in the end once a minute:
 * measurements are noisy and a new tree costs reordering. A cost within the tolerance stays as it was published, by whomever,
 * so that nothing moves among equals when a snapshot is made for something else. Numbers count up for as long as the process
 * lives, also when it was not coordinator in between. Sans-IO, not thread-safe.
 */
public final class SnapshotPublisher {
    /**
     * When a changed cost is worth a snapshot.
     *
     * @param tolerance         relative change of a pair's cost that is let pass, 0 or more
     * @param leastNanos        change of a pair's cost that is let pass however small the cost is, in nanoseconds
     * @param costIntervalNanos shortest time between snapshots made for costs, in nanoseconds; twice as long after each one
     *                          that was made for costs that had moved
     * @param longestIntervalNanos how long it becomes at most, until the sites or the measured pairs change
     * @param siteIntervalNanos the same for each site: every site acknowledges every snapshot to every other, so what one
     *                          is told in a second stays the same however many there are
     */
    public record Config(double tolerance, long leastNanos, long costIntervalNanos, long longestIntervalNanos,
                         long siteIntervalNanos) {
        /**
         * A fifth: more than an EWMA of RTTs wanders on a quiet path; and a millisecond, which is what a busy computer adds
         * to the shortest. Twice a second at first, with more than ten sites less often, in the end once a minute.
         */
        public static final Config DEFAULT = new Config(0.2, 1_000_000L, 500_000_000L, 60_000_000_000L, 50_000_000L);
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
    /** Snapshots made for costs that had moved, since something else changed. */
    private int moves;
    private LinkCosts reference = LinkCosts.NONE;

    public SnapshotPublisher(long self, Config config) {
        this.self = self;
        this.config = config;
    }

    /** Looks at the sites as they are now and answers a snapshot if one is due. */
    public Optional<OverlaySnapshot> update(Collection<SiteInfo> sites, long nowNanos) {
        TreeSet<SiteId> ids = new TreeSet<>();
        sites.forEach(site -> ids.add(site.id()));
        TreeMap<GroupId, SortedSet<SiteId>> groups = groups(sites);
        LinkCosts costs = costs(sites, ids);
        boolean membersChanged = last == null || !ids.equals(lastSites) || !groups.equals(last.groups());
        pairsWait = !membersChanged && pairsChanged(ids, costs);
        costsWait = !membersChanged && (pairsWait || moved(ids, costs));
        if (!membersChanged && !(costsWait && nowNanos - lastNanos >= costIntervalNanos())) {
            return Optional.empty();
        }
        moves = membersChanged || pairsWait ? 0 : moves + 1;
        costsWait = false;
        lastNanos = nowNanos;
        lastSites = ids;
        number++;
        reference = costs;
        last = new OverlaySnapshot(new SnapshotId(self, number), costs, groups);
        return Optional.of(last);
    }

    /** Another delegate published these costs: what has not moved since stays as it is if this one comes to publish. */
    public void follow(OverlaySnapshot snapshot) {
        reference = snapshot.costs();
    }

    /** When {@link #update} has to be called again even if nothing arrives; empty if not at all. */
    public OptionalLong nextTimeout() {
        return costsWait ? OptionalLong.of(lastNanos + costIntervalNanos()) : OptionalLong.empty();
    }

    private long costIntervalNanos() {
        long shortest = Math.max(config.costIntervalNanos, lastSites.size() * config.siteIntervalNanos);
        int doublings = pairsWait ? 0 : Math.min(moves, MAX_DOUBLINGS);
        return Math.max(shortest, Math.min(shortest << doublings, config.longestIntervalNanos));
    }

    /** The last snapshot published, to be sent again to those who lack it. */
    public Optional<OverlaySnapshot> last() {
        return Optional.ofNullable(last);
    }

    /** This process is not the coordinator now: whatever it published is void. */
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

    private boolean moved(SortedSet<SiteId> ids, LinkCosts costs) {
        for (SiteId a : ids) {
            for (SiteId b : ids.tailSet(a)) {
                if (isKnown(costs, a, b) && !isNear(last.costs().cost(a, b), costs.cost(a, b))) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean isNear(double before, double now) {
        return Math.abs(now - before) <= Math.max(config.leastNanos, config.tolerance * before);
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
