package org.xpand.protocols.reliability;

import java.util.BitSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.xpand.protocols.api.MemberId;
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
    private final TreeMap<SenderId, IncomingStream> streams = new TreeMap<>();
    private final TreeMap<SenderId, SenderStart> startNumbers = new TreeMap<>();
    private final TreeMap<SenderId, Long> keptNumbers = new TreeMap<>();
    /** The positions of members in senders, before this delegate's term, that this delegate has not received itself. */
    private final TreeMap<SenderId, HeardBefore> heardBefore = new TreeMap<>();
    private final BitSet startParts = new BitSet();
    private final Insistence otherStart = new Insistence();
    private final Insistence exclusion = new Insistence();
    private final Lifecycle<SourceState> lifecycle = new Lifecycle<>(SourceState.STARTING, SourceState.TABLE);
    private long incarnation;
    private long startId;
    private long startAckNanos = Long.MAX_VALUE;
    private long startAskedNanos;
    private long requests;
    private long duplicates;
    private long refused;
    private long implausible;

    /** The next numbers of the members that have received least and most of a sender. */
    private record HeardBefore(long least, long most) {
        private HeardBefore and(HeardBefore other) {
            return new HeardBefore(Math.min(least, other.least), Math.max(most, other.most));
        }
    }

    ReceiverSide(SiteId source, ReliabilityConfig config, ReliabilityLayer layer, Delivery delivery) {
        this.source = source;
        this.config = config;
        this.layer = layer;
        this.delivery = delivery;
    }

    Lifecycle<SourceState> lifecycle() {
        return lifecycle;
    }

    private boolean is(SourceState state) {
        return lifecycle.state() == state;
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
        startParts.clear();
        startNumbers.clear();
        startId = 0;
    }

    void start(WireReader in, long nowNanos) {
        long id = in.getLong();
        int part = in.getByte();
        int parts = in.getByte();
        if (id <= 0 || part >= parts || in.remaining() % FrameType.START_ENTRY_LENGTH != 0) {
            throw new MalformedPacketException("start " + id + ", part " + part + " of " + parts);
        }
        if ((id < startId || id > startId + Plausible.MAX_STARTS)
                && !(part == 0 && otherStart.insists(id, config.startIntervalNanos(), nowNanos))) {
            implausible += id < startId ? 0 : 1;
            return;
        }
        if (id != startId) {
            if (is(SourceState.EXCLUDED)) {
                layer.sentAnew(source);
            }
            otherStart.drop();
            restart();
            startId = id;
            lifecycle.to(SourceState.STARTING);
        } else if (is(SourceState.EXCLUDED)) {
            implausible++;
            return;
        }
        exclusion.drop();
        if (!is(SourceState.STARTED)) {
            while (in.remaining() > 0) {
                SenderId sender = in.getSender();
                long first = in.getLong();
                startNumber(sender, new SenderStart(first, keptOf(sender, first)), nowNanos);
            }
            startParts.set(part);
            if (startParts.cardinality() == parts) {
                lifecycle.to(SourceState.STARTED);
                streams.forEach((sender, stream) -> {
                    stream.presumed(stream.isPresumed() && !announces(sender));
                    stream.sourceChanged(nowNanos);
                });
                startNumbers.forEach((sender, start) -> adopt(sender, start, nowNanos));
            }
        }
        if (is(SourceState.STARTED)) {
            startAckNanos = nowNanos;
        }
    }

    private void startNumber(SenderId sender, SenderStart start, long nowNanos) {
        IncomingStream stream = streams.get(sender);
        long first = start.first();
        if (start.kept() < 0 || start.kept() > first || first > Plausible.MAX_NUMBER || stream != null && !stream.mayBegin(first, nowNanos)) {
            implausible++;
        } else if (layer.sendsFor(source, sender)) {
            startNumbers.put(sender, start);
        }
    }

    /** Takes the numbers from which on the source keeps the senders of the following start or digest. */
    void kept(WireReader in) {
        keptNumbers.clear();
        while (in.remaining() > 0) {
            SenderId sender = in.getSender();
            keptNumbers.put(sender, in.getLong());
        }
    }

    private long keptOf(SenderId sender, long otherwise) {
        Long kept = keptNumbers.remove(sender);
        return kept == null ? otherwise : kept;
    }

    /** Whether the source has announced a start number of a sender. */
    boolean announces(SenderId sender) {
        return startNumbers.containsKey(sender);
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
        if (id < startId || id > startId + Plausible.MAX_STARTS) {
            implausible++;
            return;
        }
        if (!is(SourceState.EXCLUDED)) {
            if (!exclusion.insists(id, config.startIntervalNanos(), nowNanos)) {
                return;
            }
            lifecycle.to(SourceState.EXCLUDED);
            restart();
            startId = id;
            streams.values().forEach(IncomingStream::forgetMissing);
            layer.sentAnew(source);
            delivery.excluded(source);
        }
        startAckNanos = nowNanos;
    }

    void segment(SenderId sender, long number, Segment segment, long nowNanos) {
        IncomingStream stream = stream(sender, nowNanos);
        if (stream == null) {
            refused++;
            return;
        }
        switch (stream.arrived(number, segment, layer.redundancyDelayNanos(source), nowNanos)) {
            case TAKEN -> stream.deliver(delivery, nowNanos);
            case DUPLICATE -> duplicates++;
            case REFUSED -> refused++;
        }
    }

    void digest(WireReader in, long nowNanos) {
        while (in.remaining() > 0) {
            SenderId sender = in.getSender();
            long sourceEnd = in.getLong();
            long stable = in.getLong();
            long kept = keptOf(sender, stable);
            IncomingStream stream = layer.sides().opens(source, sender, true, nowNanos) ? stream(sender, nowNanos) : null;
            if (stream != null) {
                digest(stream, sourceEnd, stable, kept, nowNanos);
            }
        }
    }

    private void digest(IncomingStream stream, long sourceEnd, long stable, long kept, long nowNanos) {
        if (kept < 0 || kept > stable || stable > sourceEnd || !stream.mayBegin(sourceEnd, nowNanos)) {
            implausible++;
        } else if (stream.isAstray(sourceEnd, config.startIntervalNanos(), nowNanos)) {
            // What it announced before is wrong: the source is asked for its start.
            streams.remove(stream.sender());
            restartAsked(nowNanos);
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

    private void restartAsked(long nowNanos) {
        restart();
        startAckNanos = nowNanos;
    }

    /** The stream of a sender, or null before the start is known and when there are too many senders. */
    private IncomingStream stream(SenderId sender, long nowNanos) {
        if (!is(SourceState.STARTED)) {
            if (!is(SourceState.EXCLUDED) && startAckNanos == Long.MAX_VALUE) {
                startAckNanos = Math.max(nowNanos, startAskedNanos + config.startIntervalNanos());
            }
            return null;
        }
        IncomingStream stream = streams.get(sender);
        if (stream == null && streams.size() < config.maxSenders()) {
            SenderStart start = startNumbers.getOrDefault(sender, new SenderStart(0, 0));
            stream = begin(sender, start.first(), nowNanos);
            stream.keptAtSource(start.kept());
        }
        return stream;
    }

    private IncomingStream begin(SenderId sender, long first, long nowNanos) {
        IncomingStream stream = new IncomingStream(sender, first, config, nowNanos);
        stream.keep(layer.keepsStable());
        streams.put(sender, stream);
        return stream;
    }

    /** Sets whether stable segments are kept too, for members that may return. */
    void keep(boolean value) {
        streams.values().forEach(stream -> stream.keep(value));
    }

    /** A member had received a sender up to this number before this delegate's term. */
    void heardBefore(SenderId sender, long next) {
        if (heardBefore.containsKey(sender) || heardBefore.size() < config.maxSenders()) {
            heardBefore.merge(sender, new HeardBefore(next, next), HeardBefore::and);
        }
    }

    /**
     * The site cannot announce the positions of its senders: the members have. Members that have received least get what other
     * sites hold; what some member has received and no site holds is lost to the others.
     */
    void openHeardBefore(long nowNanos) {
        heardBefore.forEach((sender, heard) -> open(sender, heard, nowNanos));
        heardBefore.clear();
    }

    private void open(SenderId sender, HeardBefore heard, long nowNanos) {
        IncomingStream known = streams.get(sender);
        long most = known == null ? heard.most : Math.max(heard.most, known.end());
        if (known == null ? streams.size() < config.maxSenders() : known.isUntouched() && known.next() > heard.least) {
            known = begin(sender, heard.least, nowNanos);
            known.presumed(true);
        }
        if (known != null) {
            known.knownElsewhere(most, nowNanos);
        }
    }

    /** The site holds so much of a sender for which it does not send: another part of it did, and this part is asked instead. */
    void heldBySource(SenderId sender, long next, long nowNanos) {
        HeardBefore heard = is(SourceState.STARTED) && !announces(sender) ? heardBefore.remove(sender) : null;
        if (heard != null) {
            open(sender, heard, nowNanos);
        }
        IncomingStream stream = streams.get(sender);
        if (stream != null) {
            stream.knownElsewhere(next, nowNanos);
        }
    }

    /** A sender is no longer received from this site; returns what was known of it, or null. */
    IncomingStream remove(SenderId sender) {
        return streams.remove(sender);
    }

    /** A sender that was received from another part of its site is now received from this one. */
    void take(IncomingStream stream, long nowNanos) {
        streams.put(stream.sender(), stream);
        stream.sourceChanged(nowNanos);
        SenderStart start = startNumbers.get(stream.sender());
        if (is(SourceState.STARTED) && start != null) {
            stream.presumed(false);
            adopt(stream.sender(), start, nowNanos);
        }
    }

    /** The stream of a sender if there is one. */
    IncomingStream known(SenderId sender) {
        return streams.get(sender);
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

    void resumeDelivery(long nowNanos) {
        for (IncomingStream stream : streams.values()) {
            stream.deliver(delivery, nowNanos);
        }
    }

    /** The site is no longer reached. */
    void vanished(long nowNanos) {
        streams.values().forEach(IncomingStream::forgetMissing);
        openHeardBefore(nowNanos);
        startAckNanos = Long.MAX_VALUE;
        incarnation = 0;
        lifecycle.to(SourceState.ORPHANED);
        restart();
    }

    /** The site is reached again, and has to announce its start numbers anew. */
    void returned() {
        lifecycle.to(SourceState.STARTING);
    }

    /** Segments of a sender that is received here, sent by another site. */
    void orphanSegment(SenderId sender, long number, Segment segment, long nowNanos) {
        IncomingStream stream = streams.get(sender);
        if (stream == null) {
            refused++;
        } else if (stream.arrived(number, segment, 0, nowNanos) == IncomingStream.Arrival.TAKEN) {
            stream.deliver(delivery, nowNanos);
        } else {
            duplicates++;
        }
    }

    /**
     * No site will send what is missing: reports it, and delivers what follows.
     *
     * @return whether all is reported and delivered; if not, the LAN has no room now
     */
    boolean giveUpMissing(long nowNanos) {
        boolean all = true;
        for (IncomingStream stream : streams.values()) {
            all &= giveUpMissing(stream, nowNanos);
        }
        return all;
    }

    private boolean giveUpMissing(IncomingStream stream, long nowNanos) {
        stream.deliver(delivery, nowNanos);
        while (stream.holeAtNext() && stream.heldBehindHole() >= 0) {
            long lost = stream.next();
            stream.startAt(stream.heldBehindHole());
            delivery.gap(stream.sender(), lost, stream.next());
            stream.deliver(delivery, nowNanos);
        }
        if (stream.heldBehindHole() >= 0) {
            return false;
        }
        if (stream.end() > stream.next()) {
            // Other sites have received it, and no site holds it.
            long lost = stream.next();
            stream.startAt(stream.end());
            delivery.gap(stream.sender(), lost, stream.next());
        }
        return true;
    }

    /** Nothing will be received from the source's senders any longer. */
    void forgetAll() {
        streams.keySet().forEach(delivery::forgotten);
        streams.clear();
        lifecycle.to(SourceState.FORGOTTEN);
    }

    /** Writes what is held of the senders: first kept number, number after the last without a hole, and after the last known. */
    void writeHeld(WireWriter out) {
        streams.forEach((sender, stream) -> {
            if (out.remaining() >= FrameType.HELD_ENTRY_LENGTH) {
                out.putSender(sender).putLong(stream.base())
                        .putLong(stream.next()).putLong(stream.end());
            }
        });
    }

    /**
     * Drops senders that are no longer members and have sent nothing for long. Segments that some site may lack are kept
     * longer: the sender's own site may request them. Missing ones are awaited for as long: no site has sent them.
     */
    void forget(TreeSet<MemberId> members, long silentSinceNanos, long nowNanos) {
        streams.entrySet().removeIf(entry -> {
            IncomingStream stream = entry.getValue();
            boolean settled = stream.missingCount() == 0 && stream.base() == stream.next();
            boolean quiet = !members.contains(entry.getKey().member())
                    && stream.arrivalNanos() - silentSinceNanos < (settled ? 0 : -config.partitionRetentionNanos())
                    && giveUpMissing(stream, nowNanos);
            if (quiet) {
                delivery.forgotten(entry.getKey());
            }
            return quiet;
        });
    }

    long reportDeadlineNanos() {
        long deadline = startAckNanos;
        for (IncomingStream stream : streams.values()) {
            deadline = Math.min(deadline, stream.reportDeadlineNanos());
        }
        return deadline;
    }

    /** When missing segments of these streams are to be requested; for an absent site there is nothing else to report. */
    long requestDeadlineNanos(Predicate<IncomingStream> asked) {
        long deadline = Long.MAX_VALUE;
        for (IncomingStream stream : streams.values()) {
            long due = stream.requestDeadlineNanos();
            if (due < deadline && asked.test(stream)) {
                deadline = due;
            }
        }
        return deadline;
    }

    void fillReport(WireWriter out, long nowNanos) {
        if (startAckNanos <= nowNanos && out.remaining() >= FrameType.HEADER_LENGTH + Long.BYTES) {
            int start = FrameType.begin(out, FrameType.START_ACK);
            out.putLong(is(SourceState.STARTED) || is(SourceState.EXCLUDED) ? startId : 0);
            FrameType.end(out, start);
            startAckNanos = Long.MAX_VALUE;
            startAskedNanos = nowNanos;
        }
        if (out.remaining() > FrameType.HEADER_LENGTH) {
            int start = FrameType.begin(out, FrameType.ACK);
            for (IncomingStream stream : streams.values()) {
                stream.writeAck(out, nowNanos);
            }
            FrameType.end(out, start);
        }
        writeRequests(out, stream -> true, layer.rttToSourceNanos(source), nowNanos);
    }

    /** Writes the missing segments of these streams whose request is due. */
    void writeRequests(WireWriter out, Predicate<IncomingStream> asked, long rttNanos, long nowNanos) {
        if (out.remaining() > FrameType.HEADER_LENGTH) {
            int start = FrameType.begin(out, FrameType.NAK);
            for (IncomingStream stream : streams.values()) {
                if (asked.test(stream)) {
                    requests += stream.writeRequests(out, rttNanos, nowNanos);
                }
            }
            FrameType.end(out, start);
        }
    }

    long missing() {
        long missing = 0;
        for (IncomingStream stream : streams.values()) {
            missing += stream.missingCount();
        }
        return missing;
    }

    long requests() {
        return requests;
    }

    long duplicates() {
        return duplicates;
    }

    /** Starts, exclusions and digests, or parts of them, that are implausible. */
    long implausible() {
        return implausible;
    }

    long refused() {
        return refused;
    }
}
