package org.xpand.alm.overlay;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.GroupParts;

/**
 * Parts of a site that no longer exist and whose members another part has: that part gets the segments that they lack, as long as
 * these are kept for the former part. Likewise a site that was founded twice, under the identity that it has no more. Not thread-safe.
 */
final class HandedOverParts {
    /** How long segments are kept for members that are in another part of their site now. */
    private static final long KEPT_NANOS = 2_000_000_000L;

    private final TreeMap<SiteId, Long> sinceNanos = new TreeMap<>();

    /**
     * Takes a new state of the parts.
     *
     * @param known the sites that receive or are awaited
     */
    void update(GroupParts parts, Set<SiteId> known, long nowNanos) {
        sinceNanos.keySet().removeIf(site -> !parts.handedOver(site));
        known.stream().filter(parts::handedOver).forEach(site -> sinceNanos.putIfAbsent(site, nowNanos));
    }

    /** The parts for which segments were kept for long enough; each is returned once. */
    List<SiteId> takeDue(long nowNanos) {
        if (sinceNanos.isEmpty()) {
            return List.of();
        }
        List<SiteId> due = new ArrayList<>();
        sinceNanos.forEach((site, since) -> {
            if (nowNanos - since >= KEPT_NANOS) {
                due.add(site);
            }
        });
        due.forEach(sinceNanos::remove);
        return due;
    }
}
