package org.xpand.protocols.reliability;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.xpand.protocols.api.ReliabilityConfig;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;

/**
 * The sites for which segments of local senders are kept: reachable ones, and for a while those that are not. Announces to each the
 * number from which on it gets every sender. Not thread-safe.
 */
final class AwaitedSites {
    /** How much is released at once, as a part of the retention. */
    private static final int RELEASED_PARTS = 1024;

    private final ReliabilityConfig config;
    private final ReliabilityLayer layer;
    private final Delivery delivery;
    private final OutgoingStreams streams;
    private final StartAnnouncements starting;
    private final TreeMap<SiteId, AwaitedSite> sites = new TreeMap<>();
    private int reachable;
    private int changes;

    AwaitedSites(ReliabilityConfig config, ReliabilityLayer layer, Delivery delivery, OutgoingStreams streams,
                 StartAnnouncements starting) {
        this.config = config;
        this.layer = layer;
        this.delivery = delivery;
        this.streams = streams;
        this.starting = starting;
    }

    /** The sites that are waited for, reachable or not. */
    Set<SiteId> all() {
        return Collections.unmodifiableSet(sites.keySet());
    }

    /** Whether no site is waited for. */
    boolean isEmpty() {
        return sites.isEmpty();
    }

    /** The state of a site that is waited for, or null. */
    AwaitedSite get(SiteId site) {
        return sites.get(site);
    }

    /** Counts the changes of {@link #all}. */
    int changes() {
        return changes;
    }

    /** How many sites receive. */
    int reachable() {
        return reachable;
    }

    /** Whether an unreachable site is waited for. */
    boolean anyUnreachable() {
        return reachable < sites.size();
    }

    /** The sites that lack the oldest segment of a local sender that is not stable. */
    List<SiteId> lackTheOldest(SenderId sender) {
        OutgoingStream stream = streams.get(sender);
        return stream == null ? List.of() : sites.keySet().stream().filter(stream::keptFor).toList();
    }

    /** The stream of a local sender was opened: all sites get it from its first segment on. */
    void opened(OutgoingStream stream, long first, long nowNanos) {
        sites.forEach((site, receiver) -> {
            stream.addReceiver(site);
            if (!receiver.isReachable()) {
                stream.suspendReceiver(site);
            }
        });
        if (first > 0 && !sites.isEmpty()) {
            stream.awaitsStarts(true);
            sites.forEach((site, receiver) -> {
                if (receiver.isReachable()) {
                    announceStart(site, each -> each.resumeReceiver(site), nowNanos);
                }
            });
        }
    }

    /** Sites that an earlier delegate awaited are awaited here too, until they are reached. */
    void expect(Iterable<SiteId> expected, long nowNanos) {
        for (SiteId site : expected) {
            if (!sites.containsKey(site)) {
                List<SiteId> parts = partsOf(site);
                sites.put(site, AwaitedSite.expected(nowNanos));
                changes++;
                for (OutgoingStream stream : streams.inTurn()) {
                    add(site, parts, stream);
                    stream.suspendReceiver(site);
                }
            }
        }
    }

    /** The other parts of the same site that are waited for: none, unless it has split. */
    private List<SiteId> partsOf(SiteId site) {
        return layer.divided() ? sites.keySet().stream().filter(other -> layer.home(other).equals(layer.home(site))).toList()
                : List.of();
    }

    private SenderStart add(SiteId site, List<SiteId> parts, OutgoingStream stream) {
        // One with the identity of the sender's own site is another part of that.
        boolean whole = parts.isEmpty() && layer.home(site).equals(site) && !site.equals(stream.sender().site());
        return whole ? stream.addReceiver(site) : stream.addPart(site, parts);
    }

    /** A site is reachable, and gets what is sent from now on; one that was awaited also gets what it lacks. */
    void joined(SiteId site, long nowNanos) {
        if (sites.containsKey(site)) {
            resumed(site, nowNanos);
            return;
        }
        List<SiteId> parts = partsOf(site);
        sites.put(site, AwaitedSite.received(nowNanos));
        changes++;
        reachable++;
        announceStart(site, stream -> add(site, parts, stream), nowNanos);
    }

    /** A site is reachable again, or its delegate is new: it gets everything beyond what its members are known to have. */
    void resumed(SiteId site, long nowNanos) {
        AwaitedSite receiver = sites.get(site);
        if (receiver == null) {
            joined(site, nowNanos);
            return;
        }
        if (!receiver.isReachable()) {
            receiver.to(AwaitedState.REACHABLE, nowNanos);
            reachable++;
            receiver.takeReleased((sender, range) -> delivery.released(site, "of sender " + sender + " it lacks segments " + range[0]
                    + " to " + (range[1] - 1) + ", which were dropped while it was not reachable"));
        }
        announceStart(site, stream -> stream.resumeReceiver(site), nowNanos);
    }

    private void announceStart(SiteId site, Function<OutgoingStream, SenderStart> start, long nowNanos) {
        TreeMap<SenderId, SenderStart> numbers = new TreeMap<>();
        streams.forEach((sender, stream) -> numbers.put(sender, start.apply(stream)));
        starting.start(site, numbers, nowNanos);
    }

    /** A site has acknowledged the announcement with this number, or none: then it is announced anew. */
    void startAcknowledged(SiteId site, long startId, long nowNanos) {
        AwaitedSite receiver = sites.get(site);
        boolean knowsNothing = startId == 0 && !starting.awaits(site) || starting.isMisled(site, startId);
        if (knowsNothing && receiver != null && receiver.isReachable()) {
            announceStart(site, stream -> stream.resumeReceiver(site), nowNanos);
            return;
        }
        starting.acknowledged(site, startId);
    }

    /** A site is not reachable: what it lacks is kept for it for a while. */
    void unreachable(SiteId site, long nowNanos) {
        AwaitedSite receiver = sites.get(site);
        if (receiver != null && receiver.isReachable()) {
            receiver.to(AwaitedState.AWAITED, nowNanos);
            reachable--;
            starting.drop(site);
            for (OutgoingStream stream : streams.inTurn()) {
                stream.suspendReceiver(site);
                streams.publish(stream);
            }
        }
    }

    /** A site has left: nothing is kept for it. */
    void left(SiteId site, long nowNanos) {
        starting.drop(site);
        remove(site, nowNanos);
    }

    /** Stops waiting for a reachable site, and notifies it. */
    void exclude(SiteId site, String reason, long nowNanos) {
        if (sites.containsKey(site)) {
            remove(site, nowNanos);
            starting.exclude(site, nowNanos);
            delivery.dropped(site, reason);
        }
    }

    /** Stops waiting for sites that have been awaited for too long. */
    void dropSilentForTooLong(long nowNanos) {
        if (!anyUnreachable()) {
            return;
        }
        for (SiteId site : List.copyOf(sites.keySet())) {
            if (sites.get(site).awaitedFor(config.partitionRetentionNanos(), nowNanos)) {
                remove(site, nowNanos);
                delivery.dropped(site, "not reachable for " + config.partitionRetentionNanos() / 1_000_000_000
                        + " s (setting retention)");
            }
        }
    }

    private void remove(SiteId site, long nowNanos) {
        AwaitedSite receiver = sites.remove(site);
        if (receiver == null) {
            return;
        }
        changes++;
        if (receiver.isReachable()) {
            reachable--;
        }
        receiver.to(AwaitedState.GIVEN_UP, nowNanos);
        for (OutgoingStream stream : streams.inTurn()) {
            stream.removeReceiver(site);
            if (sites.isEmpty()) {
                stream.skipUnsent();
            }
            streams.publish(stream);
        }
        streams.forgetRetired();
    }

    /**
     * Of segments that only awaited sites lack, the newest are kept, and others rather than the pieces of states. Pieces that a reachable site
     * lacks are reduced once it has them, so nothing is released in their place. Senders keep more, so that released segments stop no sender.
     */
    void releaseOldest(OutgoingStream stream) {
        long mostSegments = config.keptSegments() - config.keptSegments() / 8;
        boolean full = stream.retainedBytes() >= config.partitionRetentionBytes()
                || stream.end() - stream.stable() >= mostSegments;
        if (!anyUnreachable() || !full) {
            return;
        }
        long mostBytes = config.partitionRetentionBytes() - config.partitionRetentionBytes() / RELEASED_PARTS;
        stream.reducePieces(mostBytes);
        mostSegments -= config.keptSegments() / RELEASED_PARTS;
        long needed = stream.neededFrom();
        long bytes = stream.retainedWithoutPieces();
        long first = stream.stable();
        while (first < needed && (bytes > mostBytes || stream.end() - first > mostSegments)) {
            bytes -= stream.get(first).cost();
            first++;
        }
        for (Map.Entry<SiteId, AwaitedSite> entry : sites.entrySet()) {
            long lacked = stream.releaseFor(entry.getKey(), first);
            if (lacked < first) {
                release(entry.getKey(), entry.getValue(), stream.sender(), lacked, first);
            }
        }
        streams.publish(stream);
    }

    private void release(SiteId site, AwaitedSite receiver, SenderId sender, long first, long end) {
        if (!receiver.release(sender, first, end)) {
            return;
        }
        delivery.released(site, "it is not reachable, and of sender " + sender + " there is more than is kept: the oldest is dropped, from "
                + "segment " + first + " on (setting retention, " + config.partitionRetentionBytes() + " bytes)");
    }

    /** The time until the acknowledgement of the farthest site arrives, nanoseconds. */
    long answerNanos() {
        long longest = 0;
        for (Map.Entry<SiteId, AwaitedSite> entry : sites.entrySet()) {
            if (entry.getValue().isReachable()) {
                longest = Math.max(longest, layer.rttToReceiverNanos(entry.getKey()) + 2 * config.ackDelayNanos());
            }
        }
        return longest;
    }
}
