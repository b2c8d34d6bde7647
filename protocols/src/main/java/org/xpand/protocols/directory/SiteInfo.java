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
        groups = List.copyOf(groups);
        rttNanos = Collections.unmodifiableSortedMap(new TreeMap<>((Map<SiteId, Long>) rttNanos));
    }

    /** A site that is not split. */
    public SiteInfo(SiteId id, String name, long incarnation, Endpoint endpoint, List<GroupInfo> groups,
                    SortedMap<SiteId, Long> rttNanos, SnapshotId snapshot) {
        this(id, id, name, incarnation, endpoint, groups, rttNanos, snapshot);
    }

    /** The same with other groups. */
    public SiteInfo withGroups(List<GroupInfo> others) {
        return new SiteInfo(id, home, name, incarnation, endpoint, others, rttNanos, snapshot);
    }

    /** The same without round-trip times and ages of charters, which change without an event. */
    public SiteInfo withoutMeasurements() {
        List<GroupInfo> plain = groups.stream().map(group -> group.withAge(0)).toList();
        return new SiteInfo(id, home, name, incarnation, endpoint, plain, Collections.emptySortedMap(), snapshot);
    }

    /** The same with another snapshot. */
    public SiteInfo withSnapshot(SnapshotId other) {
        return new SiteInfo(id, home, name, incarnation, endpoint, groups, rttNanos, other);
    }

    /** Whether this is a part of a split site that another delegate represents. */
    public boolean isPart() {
        return !home.equals(id);
    }

    /** Name of the site for people, marked if it is a part. */
    public String label() {
        return isPart() ? name + String.format(" (part %04x)", id.value() >>> 48) : name;
    }

    /** Whether a member belongs to any group here. */
    public boolean hasMember(MemberId member) {
        return groups.stream().anyMatch(group -> group.members().stream().anyMatch(each -> each.member().equals(member)));
    }

    /** The group with this identity, if the site has members of it now. */
    public Optional<GroupInfo> present(GroupId groupId) {
        return group(groupId).filter(group -> !group.isAwaited());
    }

    /** The group with this identity, if the site has members of it or is awaited in it. */
    public Optional<GroupInfo> group(GroupId groupId) {
        return groups.stream().filter(group -> group.name().id().equals(groupId)).findFirst();
    }
}
