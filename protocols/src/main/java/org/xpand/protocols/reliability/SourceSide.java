package org.xpand.protocols.reliability;

import java.util.List;
import org.xpand.protocols.api.ReliabilityConfig;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.stack.OutPacket;

/** The source half of the reliability layer: chooses what is sent next and packs it: control, then repairs, then new segments. */
final class SourceSide {
    private final ReliabilityLayer layer;
    private final OutgoingStreams streams;
    private final AwaitedSites sites;
    private final RepairPacker repairs;
    private final Digests digests;
    private final Padding padding = new Padding();
    private final NewSegments unsent;
    private final StartAnnouncements starting;
    private boolean repaired;
    private boolean awaitsSites;
    /** Whether the last packet was one that nobody measures the loss of. */
    private boolean unmeasured;
    private long refusedSegments;

    SourceSide(ReliabilityConfig config, ReliabilityLayer layer, Delivery delivery) {
        this.layer = layer;
        this.streams = new OutgoingStreams(config, delivery);
        this.starting = new StartAnnouncements(config);
        this.sites = new AwaitedSites(config, layer, delivery, streams, starting);
        this.repairs = new RepairPacker(config, streams.inTurn());
        this.unsent = new NewSegments(streams.inTurn(), starting);
        this.digests = new Digests(config, streams.inTurn(), sites::answerNanos);
    }

    /** The streams of local senders. */
    OutgoingStreams streams() {
        return streams;
    }

    /** The sites for which segments are kept. */
    AwaitedSites sites() {
        return sites;
    }

    boolean open(SenderId sender, long first, long nowNanos) {
        OutgoingStream stream = streams.open(sender, first);
        if (stream == null) {
            return false;
        }
        // What a sender that goes on has in flight is kept for the sites that its members name.
        stream.hold(awaitsSites && first == 0);
        sites.opened(stream, first, nowNanos);
        return true;
    }

    /** It is not known yet which other sites there are: nothing of a new sender becomes stable before {@link #sitesKnown}. */
    void awaitSites() {
        awaitsSites = true;
    }

    /** All sites that there are have joined. */
    void sitesKnown() {
        awaitsSites = false;
        for (OutgoingStream stream : List.copyOf(streams.inTurn())) {
            stream.hold(false);
            if (sites.isEmpty()) {
                stream.skipUnsent();
            }
            streams.publish(stream);
            streams.forgetIfDone(stream);
        }
    }

    boolean offer(SenderId sender, long number, Segment segment) {
        OutgoingStream stream = streams.get(sender);
        if (stream == null || !stream.accept(number, segment)) {
            refusedSegments++;
            return false;
        }
        if (sites.isEmpty()) {
            stream.skipUnsent();
        }
        sites.releaseOldest(stream);
        return true;
    }

    void localProgress(SenderId sender, long next, long limit) {
        OutgoingStream stream = streams.get(sender);
        if (stream != null) {
            stream.localProgress(next, limit);
            streams.publish(stream);
            streams.forgetIfDone(stream);
        }
    }

    boolean acknowledged(SiteId site, SenderId sender, long next, long limit) {
        OutgoingStream stream = streams.get(sender);
        if (stream == null || !stream.acknowledged(site, next, limit)) {
            return false;
        }
        streams.publish(stream);
        streams.forgetIfDone(stream);
        return true;
    }

    void requested(SiteId site, SenderId sender, long first, int count, long nowNanos) {
        OutgoingStream stream = streams.get(sender);
        if (stream == null) {
            return;
        }
        if (first < stream.keptFrom()) {
            stream.moreRequested();
            digests.requestedInVain();
        }
        long hold = layer.rttToReceiverNanos(site);
        long end = Math.min(first + count, stream.nextToSend());
        for (long number = Math.max(first, stream.keptFrom()); number < end; number++) {
            stream.requested(site, number, hold, nowNanos);
        }
    }

    boolean pull(OutPacket packet, long nowNanos) {
        if (starting.pull(packet, nowNanos)) {
            return true;
        }
        if (sites.reachable() == 0) {
            return false;
        }
        if (digests.answer(packet, nowNanos) || digests.pullStable(packet)) {
            return true;
        }
        // A site that has much to catch up on leaves half of the rate to new segments.
        if (repaired && pullNew(packet, nowNanos)) {
            repaired = false;
            return true;
        }
        if (repairs.pull(packet, sites.reachable(), unmeasured, nowNanos)) {
            unmeasured = packet.destination() != null;
            if (!unmeasured) {
                digests.repairsSent(nowNanos);
            }
            repaired = true;
            return true;
        }
        return pullNew(packet, nowNanos) || digests.pull(packet, nowNanos);
    }

    private boolean pullNew(OutPacket packet, long nowNanos) {
        if (!unsent.pull(packet)) {
            return false;
        }
        unmeasured = false;
        digests.announceStable(packet.writer());
        padding.fill(packet.writer(), unsent.follow());
        digests.newSent(nowNanos);
        return true;
    }

    long nextDeadlineNanos(long nowNanos) {
        long deadline = Long.MAX_VALUE;
        if (sites.reachable() > 0) {
            List<OutgoingStream> turns = streams.inTurn();
            for (int i = 0; i < turns.size(); i++) {
                OutgoingStream stream = turns.get(i);
                if (unsent.maySend(stream) || !stream.repairs().isEmpty()) {
                    return nowNanos;
                }
            }
            deadline = digests.nextNanos();
        }
        return Math.min(deadline, starting.nextNanos());
    }

    /** Whether a site is not reachable, or still lacks what was sent while it was not. */
    boolean isRetentionHigh() {
        return sites.anyUnreachable() || streams.catchUp();
    }

    long refusedSegments() {
        return refusedSegments;
    }

    long repairSegments() {
        return repairs.repaired();
    }

    long newSegments() {
        return unsent.segments();
    }

    long newSegmentBytes() {
        return unsent.segmentBytes();
    }

    long digests() {
        return digests.sent();
    }
}
