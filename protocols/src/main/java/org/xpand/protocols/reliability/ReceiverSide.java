package org.xpand.protocols.reliability;

import java.util.List;
import java.util.TreeMap;
import org.xpand.protocols.api.ReliabilityConfig;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.lifecycle.Lifecycle;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * The receiver half of the reliability layer, for the senders of one site. It outlives the site's delegates, and the site itself
 * while the site may return: other sites may lack the segments that it holds.
 */
final class ReceiverSide {
    private final SiteId source;
    private final ReliabilityConfig config;
    private final ReliabilityLayer layer;
    private final Delivery delivery;
    private final IncomingStreams streams;
    private final AnnouncedStarts starts;
    /** The positions of members in senders, before this delegate's term, that this delegate has not received itself. */
    private final TreeMap<SenderId, ReceivedBefore> receivedBefore = new TreeMap<>();
    private final Lifecycle<SourceState> lifecycle = new Lifecycle<>(SourceState.STARTING, SourceState.TABLE);
    private long incarnation;
    private long implausible;

    /** The next numbers of the members that have received least and most of a sender. */
    private record ReceivedBefore(long least, long most) {
        private ReceivedBefore and(ReceivedBefore other) {
            return new ReceivedBefore(Math.min(least, other.least), Math.max(most, other.most));
        }
    }

    ReceiverSide(SiteId source, ReliabilityConfig config, ReliabilityLayer layer, Delivery delivery) {
        this.source = source;
        this.config = config;
        this.layer = layer;
        this.delivery = delivery;
        this.streams = new IncomingStreams(config, delivery);
        this.starts = new AnnouncedStarts(config.startIntervalNanos());
    }

    Lifecycle<SourceState> lifecycle() {
        return lifecycle;
    }

    private boolean is(SourceState state) {
        return lifecycle.state() == state;
    }

    /** The streams of its senders. */
    IncomingStreams streams() {
        return streams;
    }

    /** The site. */
    SiteId source() {
        return source;
    }

    /**
     * A packet of this incarnation of the source arrived. A new delegate of the source counts its starts anew; the state
     * of its senders stays, since their numbers are independent of it.
     */
    void enter(long sourceIncarnation) {
        if (incarnation != sourceIncarnation) {
            incarnation = sourceIncarnation;
            restart();
        }
    }

    /** The source has to announce its start numbers; an excluded site waits for another start. */
    private void restart() {
        if (is(SourceState.STARTED)) {
            lifecycle.to(SourceState.STARTING);
        }
        starts.clear();
    }

    void start(WireReader in, long nowNanos) {
        long id = in.getLong();
        int part = in.getByte();
        int parts = in.getByte();
        if (id <= 0 || part >= parts || in.remaining() % FrameType.START_ENTRY_LENGTH != 0) {
            throw new MalformedPacketException("start " + id + ", part " + part + " of " + parts);
        }
        if (!starts.accepts(id, part, nowNanos)) {
            implausible += starts.isReplaced(id) ? 0 : 1;
            return;
        }
        if (!starts.is(id)) {
            if (is(SourceState.EXCLUDED)) {
                layer.sentAnew(source);
            }
            starts.begin(id);
            lifecycle.to(SourceState.STARTING);
        } else if (is(SourceState.EXCLUDED)) {
            implausible++;
            return;
        }
        starts.dropExclusion();
        if (!is(SourceState.STARTED)) {
            while (in.remaining() > 0) {
                SenderId sender = in.getSender();
                long first = in.getLong();
                startNumber(sender, new SenderStart(first, starts.takeKept(sender, first)), nowNanos);
            }
            if (starts.arrived(part, parts)) {
                lifecycle.to(SourceState.STARTED);
                streams.all().forEach(stream -> {
                    stream.presumed(stream.isPresumed() && !announces(stream.sender()));
                    stream.sourceChanged(nowNanos);
                });
                starts.forEach((sender, start) -> adopt(sender, start, nowNanos));
                List.copyOf(receivedBefore.keySet()).forEach(sender -> openUnlessAnnounced(sender, nowNanos));
            }
        }
        if (is(SourceState.STARTED)) {
            starts.acknowledge(nowNanos);
        }
    }

    private void startNumber(SenderId sender, SenderStart start, long nowNanos) {
        IncomingStream stream = streams.get(sender);
        long first = start.first();
        if (start.kept() < 0 || start.kept() > first || first > WireReader.MAX_NUMBER || stream != null && !stream.mayBegin(first, nowNanos)) {
            implausible++;
        } else if (layer.sendsFor(source, sender)) {
            starts.put(sender, start);
        }
    }

    /** Takes the numbers from which on the source keeps the senders of the following start or digest. */
    void kept(WireReader in) {
        starts.kept(in);
    }

    /** The start or digest after {@link #kept} has been handled, or ignored. */
    void dropKept() {
        starts.dropKept();
    }

    /** Whether the source has announced a start number of a sender. */
    boolean announces(SenderId sender) {
        return starts.contains(sender);
    }

    /**
     * Segments below the start that this site lacks are lost, except those that the source keeps, which members can get separately.
     */
    private void adopt(SenderId sender, SenderStart start, long nowNanos) {
        IncomingStream stream = streams.get(sender);
        if (stream != null) {
            long lost = stream.next();
            stream.keptAtSource(start.kept());
            if (stream.startAt(start.first())) {
                if (lost < start.kept()) {
                    delivery.gap(sender, lost, start.kept());
                }
                stream.deliver(delivery, nowNanos);
            }
        }
    }

    /** The source no longer waits for this site. */
    void excluded(WireReader in, long nowNanos) {
        long id = in.getLong();
        if (!starts.mayFollow(id)) {
            implausible++;
            return;
        }
        if (!is(SourceState.EXCLUDED)) {
            if (!starts.insistsOnExclusion(id, nowNanos)) {
                return;
            }
            lifecycle.to(SourceState.EXCLUDED);
            starts.replace(id);
            streams.forgetMissing();
            layer.sentAnew(source);
            delivery.excluded(source);
        }
        starts.acknowledge(nowNanos);
    }

    void segment(SenderId sender, long number, Segment segment, long nowNanos) {
        streams.arrived(stream(sender, nowNanos), number, segment, layer.lateArrivalNanos(source), nowNanos);
    }

    /** A segment of a sender that is received here, sent by another site. */
    void recoveredSegment(SenderId sender, long number, Segment segment, long nowNanos) {
        streams.arrived(streams.get(sender), number, segment, 0, nowNanos);
    }

    void digest(WireReader in, long nowNanos) {
        while (in.remaining() > 0) {
            SenderId sender = in.getSender();
            long sourceEnd = in.getLong();
            long stable = in.getLong();
            long kept = starts.takeKept(sender, stable);
            IncomingStream stream = layer.sides().opens(source, sender, true, nowNanos) ? stream(sender, nowNanos) : null;
            if (stream != null) {
                digest(stream, sourceEnd, stable, kept, nowNanos);
            }
        }
    }

    private void digest(IncomingStream stream, long sourceEnd, long stable, long kept, long nowNanos) {
        if (kept < 0 || kept > stable || stable > sourceEnd || !stream.mayBegin(sourceEnd, nowNanos)) {
            implausible++;
        } else if (stream.isInconsistent(sourceEnd, config.startIntervalNanos(), nowNanos)) {
            // What it announced before is wrong: the source is asked for its start.
            streams.remove(stream.sender());
            restart();
            starts.acknowledge(nowNanos);
        } else {
            stream.keptAtSource(kept);
            boolean skips = kept > stream.next();
            stream.digested(sourceEnd, skips ? stream.stable() : stable, nowNanos);
            // An earlier delegate of this site acknowledged more than this one has: its members have it, and
            // the source does not. Members that lack it get a gap.
            if (skips && stream.insistsOnStable(config.startIntervalNanos(), nowNanos)) {
                stream.digested(sourceEnd, stable, nowNanos);
                adopt(stream.sender(), new SenderStart(stable, kept), nowNanos);
            }
        }
    }

    /** The stream of a sender, or null before the start is known and when there are too many senders. */
    private IncomingStream stream(SenderId sender, long nowNanos) {
        if (!is(SourceState.STARTED)) {
            if (!is(SourceState.EXCLUDED)) {
                starts.request(nowNanos);
            }
            return null;
        }
        IncomingStream stream = streams.get(sender);
        if (stream == null && !streams.isFull()) {
            SenderStart start = starts.get(sender);
            stream = streams.begin(sender, start == null ? 0 : start.first(), layer.keepsStable(), nowNanos);
            stream.keptAtSource(start == null ? 0 : start.kept());
        }
        return stream;
    }

    /**
     * A member had received a sender up to this number before this delegate's term. If the source announces no such sender, because that is gone
     * and all who were there have everything of it, it is told what this site has.
     */
    void receivedBefore(SenderId sender, long next, long nowNanos) {
        if (receivedBefore.containsKey(sender) || receivedBefore.size() < config.maxSenders()) {
            receivedBefore.merge(sender, new ReceivedBefore(next, next), ReceivedBefore::and);
            openUnlessAnnounced(sender, nowNanos);
        }
    }

    /**
     * The site cannot announce the positions of its senders: the members have. Members that have received least get what other
     * sites hold; what some member has received and no site holds is lost to the others.
     */
    void openReceivedBefore(long nowNanos) {
        receivedBefore.forEach((sender, received) -> open(sender, received, nowNanos));
        receivedBefore.clear();
    }

    private void openUnlessAnnounced(SenderId sender, long nowNanos) {
        ReceivedBefore received = is(SourceState.STARTED) && !announces(sender) ? receivedBefore.remove(sender) : null;
        if (received != null) {
            open(sender, received, nowNanos);
        }
    }

    private void open(SenderId sender, ReceivedBefore received, long nowNanos) {
        IncomingStream known = streams.get(sender);
        long most = known == null ? received.most : Math.max(received.most, known.end());
        if (known == null ? !streams.isFull() : known.isUntouched() && known.next() > received.least) {
            known = streams.begin(sender, received.least, layer.keepsStable(), nowNanos);
            known.presumed(true);
            known.sourceChanged(nowNanos);
        }
        if (known != null) {
            known.receivedElsewhere(most, nowNanos);
        }
    }

    /** The site holds so much of a sender for which it does not send: another part of it did, and this part is asked instead. */
    void heldBySource(SenderId sender, long next, long nowNanos) {
        openUnlessAnnounced(sender, nowNanos);
        IncomingStream stream = streams.get(sender);
        if (stream != null) {
            stream.receivedElsewhere(next, nowNanos);
        }
    }

    /** A sender that was received from another part of its site is now received from this one. */
    void take(IncomingStream stream, long nowNanos) {
        streams.take(stream);
        stream.sourceChanged(nowNanos);
        SenderStart start = starts.get(stream.sender());
        if (is(SourceState.STARTED) && start != null) {
            stream.presumed(false);
            adopt(stream.sender(), start, nowNanos);
        }
    }

    /** A member lacks a sender from a number on; returns the number from which on everything is held or requested, or may be. */
    long want(SenderId sender, long number, long nowNanos) {
        IncomingStream stream = streams.get(sender);
        return switch (lifecycle.state()) {
            case STARTED -> stream.want(number, nowNanos);
            case STARTING -> number;
            default -> stream.base();
        };
    }

    void siteProgress(SenderId sender, long next, long limit, long nowNanos) {
        IncomingStream stream = streams.get(sender);
        if (stream != null) {
            stream.siteProgress(next, limit, layer.rttToSourceNanos(source), nowNanos);
        }
    }

    /** The site is no longer reached. */
    void vanished(long nowNanos) {
        streams.forgetMissing();
        openReceivedBefore(nowNanos);
        starts.dropAck();
        incarnation = 0;
        lifecycle.to(SourceState.ORPHANED);
        restart();
    }

    /** The site is reached again, and has to announce its start numbers anew. */
    void returned() {
        lifecycle.to(SourceState.STARTING);
    }

    /** Nothing will be received from the source's senders any longer. */
    void forgetAll() {
        streams.forgetAll();
        lifecycle.to(SourceState.FORGOTTEN);
    }

    long reportDeadlineNanos() {
        return Math.min(starts.ackNanos(), streams.reportDeadlineNanos());
    }

    void fillReport(WireWriter out, long nowNanos) {
        starts.writeAck(out, is(SourceState.STARTED) || is(SourceState.EXCLUDED), nowNanos);
        streams.writeAcks(out, nowNanos);
        streams.writeRequests(out, stream -> true, layer.rttToSourceNanos(source), nowNanos);
    }

    /** Starts, exclusions and digests, or parts of them, that are implausible. */
    long implausible() {
        return implausible;
    }
}
