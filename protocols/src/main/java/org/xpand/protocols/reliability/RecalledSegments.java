package org.xpand.protocols.reliability;

import java.util.Set;
import java.util.TreeMap;
import org.xpand.protocols.api.ReliabilityConfig;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.segment.Segment;

/**
 * Segments of this site's own senders that its members lack and that are not kept in the site: the members were in another part of
 * it, or disconnected. They are requested from other sites, which keep them for a while. Not thread-safe.
 */
final class RecalledSegments {
    /** A site that has returned nothing for so long does not hold them. */
    private static final long PATIENCE_NANOS = 3_000_000_000L;
    private static final long AGAIN_NANOS = 200_000_000;

    private final ReliabilityConfig config;
    private final Recalls recalls;
    private final TreeMap<SenderId, Wanted> senders = new TreeMap<>();

    private static final class Wanted {
        private final EarlierSegments segments;
        private long sinceNanos;
        private long askedNanos;

        private Wanted(EarlierSegments segments, long nowNanos) {
            this.segments = segments;
            this.sinceNanos = nowNanos;
            this.askedNanos = nowNanos - AGAIN_NANOS;
        }
    }

    RecalledSegments(ReliabilityConfig config, Recalls recalls) {
        this.config = config;
        this.recalls = recalls;
    }

    /**
     * A member lacks a sender from a number on.
     *
     * @param kept  the number from which on everything is held
     * @param sites the sites that may hold earlier segments
     * @return the number from which on everything is held or awaited
     */
    long want(SenderId sender, long number, long kept, Set<SiteId> sites, long nowNanos) {
        if (number >= kept) {
            return number;
        }
        if (sites.isEmpty()) {
            return kept;
        }
        Wanted wanted = senders.get(sender);
        if (wanted == null && recalls.asks(sender)) {
            // The sender has departed, and its last segments are being requested: one request after the other.
            return number;
        }
        if (wanted == null || !wanted.segments.covers(number)) {
            EarlierSegments before = wanted == null ? null : wanted.segments;
            long first = Math.max(number, kept - config.keptSegments());
            wanted = new Wanted(new EarlierSegments(first, kept, before, config, nowNanos), nowNanos);
            senders.put(sender, wanted);
        }
        if (nowNanos - wanted.sinceNanos >= PATIENCE_NANOS) {
            return wanted.segments.heldFrom(number, kept);
        }
        if (nowNanos - wanted.askedNanos >= AGAIN_NANOS) {
            wanted.askedNanos = nowNanos;
            recalls.ask(sender, wanted.segments.holes(), sites, nowNanos);
        }
        return number;
    }

    /**
     * A segment arrived from another site.
     *
     * @return whether it was wanted
     */
    boolean returned(SenderId sender, long number, Segment segment, long nowNanos) {
        Wanted wanted = senders.get(sender);
        if (wanted == null || !wanted.segments.covers(number)) {
            return false;
        }
        if (wanted.segments.arrived(number, segment, nowNanos)) {
            wanted.sinceNanos = nowNanos;
            // The next ones are in flight.
            wanted.askedNanos = nowNanos;
        }
        return true;
    }

    /** A returned segment, or null. */
    Segment get(SenderId sender, long number) {
        Wanted wanted = senders.get(sender);
        return wanted == null ? null : wanted.segments.get(number);
    }

    /** All members have everything of a sender below a number. */
    void have(SenderId sender, long number) {
        Wanted wanted = senders.get(sender);
        if (wanted != null && wanted.segments.have(number)) {
            forget(sender);
        }
    }

    /** Nothing is wanted of a sender any longer. */
    void forget(SenderId sender) {
        if (senders.remove(sender) != null) {
            recalls.stop(sender);
        }
    }
}
