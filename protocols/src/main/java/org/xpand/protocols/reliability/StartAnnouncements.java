package org.xpand.protocols.reliability;

import java.util.Map;
import java.util.TreeMap;
import org.xpand.protocols.api.ReliabilityConfig;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.stack.OutPacket;

/** Pending announcements of start numbers, each sent to its site as repairs until the site has acknowledged it. */
final class StartAnnouncements {
    private final long intervalNanos;
    private final TreeMap<SiteId, StartAnnouncement> unannounced = new TreeMap<>();
    /** The last announcement to each site, acknowledged or not. */
    private final TreeMap<SiteId, Long> last = new TreeMap<>();
    private long count;

    StartAnnouncements(ReliabilityConfig config) {
        this.intervalNanos = config.startIntervalNanos();
    }

    /** Announces to a site the number from which on it gets every sender. */
    void start(SiteId site, TreeMap<SenderId, SenderStart> numbers, long nowNanos) {
        unannounced.put(site, StartAnnouncement.of(++count, numbers, nowNanos));
        last.put(site, count);
    }

    /** Announces to a site that it gets nothing any longer. */
    void exclude(SiteId site, long nowNanos) {
        unannounced.put(site, StartAnnouncement.exclusion(++count, nowNanos));
        last.put(site, count);
    }

    /** Drops the announcement to a site. */
    void drop(SiteId site) {
        unannounced.remove(site);
        last.remove(site);
    }

    /** A site has acknowledged the announcement with this number. */
    void acknowledged(SiteId site, long id) {
        StartAnnouncement start = unannounced.get(site);
        if (start != null && start.id() == id) {
            unannounced.remove(site);
        }
    }

    /** Whether a site acknowledges an announcement that was never made to it. */
    boolean isMisled(SiteId site, long id) {
        Long announced = last.get(site);
        return announced != null && !unannounced.containsKey(site) && id > announced;
    }

    /** Whether a site has yet to acknowledge an announcement. */
    boolean awaits(SiteId site) {
        return unannounced.containsKey(site);
    }

    /** Whether no announcement is pending. */
    boolean isEmpty() {
        return unannounced.isEmpty();
    }

    /** Makes a packet of what is due; returns false if nothing is. */
    boolean pull(OutPacket packet, long nowNanos) {
        if (unannounced.isEmpty()) {
            // Called for every packet, and the iterator may be an allocation.
            return false;
        }
        for (Map.Entry<SiteId, StartAnnouncement> entry : unannounced.entrySet()) {
            StartAnnouncement start = entry.getValue();
            if (start.nextNanos() <= nowNanos) {
                packet.beginRepair(entry.getKey());
                start.writePart(packet.writer(), nowNanos + intervalNanos, nowNanos);
                return true;
            }
        }
        return false;
    }

    /** When something is due, {@link Long#MAX_VALUE} if nothing is pending. */
    long nextNanos() {
        long deadline = Long.MAX_VALUE;
        for (StartAnnouncement start : unannounced.values()) {
            deadline = Math.min(deadline, start.nextNanos());
        }
        return deadline;
    }
}
