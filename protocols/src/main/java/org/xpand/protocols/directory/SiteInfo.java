package org.xpand.protocols.directory;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SiteId;

/**
 * What a site's delegate announces to the other delegates.
 *
 * @param id          identity of the site on the overlay
 * @param home        the site whose members these are, and in whose name they send: the site itself, or for a part the
 *                    split site that another delegate represents
 * @param name        name of the site for people
 * @param incarnation random 64-bit value of the delegate; a new delegate has a new one
 * @param endpoint    where the delegate accepts datagrams and control connections
 * @param groups      the groups that have members in the site
 * @param rttNanos    round-trip times from this site as measured on the data path, in nanoseconds, by site
 * @param snapshot    the newest overlay snapshot the delegate holds
 */
public record SiteInfo(SiteId id, SiteId home, String name, long incarnation, Endpoint endpoint, List<GroupInfo> groups,
                       SortedMap<SiteId, Long> rttNanos, SnapshotId snapshot) {
    public SiteInfo {
        groups = IndexedGroups.of(groups);
        rttNanos = Collections.unmodifiableSortedMap(new TreeMap<>((Map<SiteId, Long>) rttNanos));
    }

    /**
     * Makes the information about a site that is not split.
     *
     * @param id          identity of the site, which is its own home
     * @param name        name of the site for people
     * @param incarnation random 64-bit value of the delegate
     * @param endpoint    where the delegate accepts datagrams and control connections
     * @param groups      the groups that have members in the site
     * @param rttNanos    measured round-trip times from this site, ns, by site
     * @param snapshot    the newest overlay snapshot the delegate holds
     */
    public SiteInfo(SiteId id, String name, long incarnation, Endpoint endpoint, List<GroupInfo> groups,
                    SortedMap<SiteId, Long> rttNanos, SnapshotId snapshot) {
        this(id, id, name, incarnation, endpoint, groups, rttNanos, snapshot);
    }

    /**
     * Replaces the groups.
     *
     * @param others the groups
     * @return the site with these groups
     */
    public SiteInfo withGroups(List<GroupInfo> others) {
        return new SiteInfo(id, home, name, incarnation, endpoint, others, rttNanos, snapshot);
    }

    /** {@return the site without round-trip times and with ages of charters 0: these change without an event} */
    public SiteInfo withoutMeasurements() {
        List<GroupInfo> plain = groups.stream().map(group -> group.withAge(0)).toList();
        return new SiteInfo(id, home, name, incarnation, endpoint, plain, Collections.emptySortedMap(), snapshot);
    }

    /**
     * Replaces the newest snapshot that the delegate holds.
     *
     * @param other identity of the snapshot
     * @return the site with this snapshot
     */
    public SiteInfo withSnapshot(SnapshotId other) {
        return new SiteInfo(id, home, name, incarnation, endpoint, groups, rttNanos, other);
    }

    /** {@return whether this is a part of a split site that another delegate represents} */
    public boolean isPart() {
        return !home.equals(id);
    }

    /** {@return name of the site for people, marked with some digits of its identity if it is a part} */
    public String label() {
        return isPart() ? name + String.format(" (part %04x)", id.value() >>> 48) : name;
    }

    /**
     * Whether a member belongs to any group here.
     *
     * @param member the member
     * @return whether one of the announced groups lists it
     */
    public boolean hasMember(MemberId member) {
        return groups.stream().anyMatch(group -> group.members().stream().anyMatch(each -> each.member().equals(member)));
    }

    /**
     * Finds a group that has members here now.
     *
     * @param groupId identity of the group
     * @return the group; empty if the site is not in it, or only awaited in it
     */
    public Optional<GroupInfo> present(GroupId groupId) {
        return group(groupId).filter(group -> !group.isAwaited());
    }

    /**
     * Finds a group, also one in which the site is awaited.
     *
     * @param groupId identity of the group
     * @return the group; empty if the site has no members of it and is not awaited in it
     */
    public Optional<GroupInfo> group(GroupId groupId) {
        return IndexedGroups.of(groups).find(groupId);
    }
}
