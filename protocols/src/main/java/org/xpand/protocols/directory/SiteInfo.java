package org.xpand.protocols.directory;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What a site's delegate tells the other delegates.
 *
 * @param id          the site
 * @param name        what people call the site
 * @param incarnation random 64-bit value of the delegate that speaks; a new delegate has a new one
 * @param endpoint    where the delegate takes datagrams and control connections
 * @param groups      the groups that have members in the site
 * @param rttNanos    round-trip times from this site as measured on the data path, in nanoseconds, by site
 * @param snapshot    the newest overlay snapshot the delegate holds
 */
public record SiteInfo(SiteId id, String name, long incarnation, Endpoint endpoint, List<GroupInfo> groups,
                       SortedMap<SiteId, Long> rttNanos, SnapshotId snapshot) {
    public SiteInfo {
        groups = List.copyOf(groups);
        rttNanos = Collections.unmodifiableSortedMap(new TreeMap<>((Map<SiteId, Long>) rttNanos));
    }

    /** The group with this identity, if the site has members of it. */
    public Optional<GroupInfo> group(long groupId) {
        return groups.stream().filter(group -> group.name().id() == groupId).findFirst();
    }
}
