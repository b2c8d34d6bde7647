package org.xpand.protocols.reliability;

import java.util.Map;
import java.util.TreeMap;
import org.xpand.protocols.api.ReliabilityConfig;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.stack.OutPacket;

/** What sites must be told, each in its repair stream, until they have acknowledged it: from which numbers on they get what. */
final class StartAnnouncements {
    private final long intervalNanos;
    private final TreeMap<SiteId, StartAnnouncement> untold = new TreeMap<>();
    /** The last that each site was told, acknowledged or not. */
    private final TreeMap<SiteId, Long> last = new TreeMap<>();
    private long count;

    StartAnnouncements(ReliabilityConfig config) {
        this.intervalNanos = config.startIntervalNanos();
    }

    /** A site gets every sender from a number on. */
    void start(SiteId site, TreeMap<SenderId, SenderStart> numbers, long nowNanos) {
        untold.put(site, StartAnnouncement.of(++count, numbers, nowNanos));
        last.put(site, count);
    }

    /** A site gets nothing any more. */
    void exclude(SiteId site, long nowNanos) {
        untold.put(site, StartAnnouncement.exclusion(++count, nowNanos));
        last.put(site, count);
    }

    /** A site need not be told. */
    void drop(SiteId site) {
        untold.remove(site);
        last.remove(site);
    }

    /** A site has acknowledged what it was told under this number. */
    void acknowledged(SiteId site, long id) {
        StartAnnouncement start = untold.get(site);
        if (start != null && start.id() == id) {
            untold.remove(site);
        }
    }

    /** Whether a site believes something that it was never told: it acknowledges what was not said to it. */
    boolean isMisled(SiteId site, long id) {
        Long told = last.get(site);
        return told != null && !untold.containsKey(site) && id > told;
    }

    /** Whether a site is yet to acknowledge something. */
    boolean awaits(SiteId site) {
        return untold.containsKey(site);
    }

    /** Whether every site knows. */
    boolean isEmpty() {
        return untold.isEmpty();
    }

    /** Makes a packet of what is due; answers false if nothing is. */
    boolean pull(OutPacket packet, long nowNanos) {
        if (untold.isEmpty()) {
            // Asked for every packet, and the iterator may be an allocation.
            return false;
        }
        for (Map.Entry<SiteId, StartAnnouncement> entry : untold.entrySet()) {
            StartAnnouncement start = entry.getValue();
            if (start.nextNanos() <= nowNanos) {
                packet.beginRepair(entry.getKey());
                start.writePart(packet.writer(), nowNanos + intervalNanos, nowNanos);
                return true;
            }
        }
        return false;
    }

    /** When something is due, {@link Long#MAX_VALUE} if every site knows. */
    long nextNanos() {
        long deadline = Long.MAX_VALUE;
        for (StartAnnouncement start : untold.values()) {
            deadline = Math.min(deadline, start.nextNanos());
        }
        return deadline;
    }
}
