package org.xpand.protocols.reliability;

import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.ReliabilityConfig;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.IdCache;
import org.xpand.protocols.segment.RunCodec;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.stack.InPacket;
import org.xpand.protocols.stack.OutPacket;
import org.xpand.protocols.stack.PacketKind;
import org.xpand.protocols.stack.TopLayer;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * The top layer of a group's WAN stack: takes segments of local senders, and hands over those of remote senders in
 * order and once. Everything is bounded by {@link ReliabilityConfig}.
 */
public final class ReliabilityLayer extends TopLayer {
    private static final long NANOS_PER_MILLI = 1_000_000;

    private final ReliabilityConfig config;
    private final Delivery delivery;
    private final SourceSide source;
    private final Orphans orphans;
    private final Recalls recalls = new Recalls();
    private final RecalledSegments recalled;
    private final SenderSides sides;
    private final WireReader frame = new WireReader();
    private final IdCache ids = new IdCache();
    private boolean keepsStable;
    /** While processes of this site are out of touch with it. */
    private long keepsUntilNanos;
    private boolean asksToKeep;
    /** While those of another one are. */
    private long keepsForOthersUntilNanos;
    private boolean broughtOthers;
    private long strayAcks;
    private long straySegments;

    /**
     * @param config   settings
     * @param delivery where segments and progress go
     */
    public ReliabilityLayer(ReliabilityConfig config, Delivery delivery) {
        this.config = config;
        this.delivery = delivery;
        this.recalled = new RecalledSegments(config, recalls);
        this.source = new SourceSide(config, this, delivery);
        this.orphans = new Orphans(config, this, delivery);
        this.sides = new SenderSides(config, this, this::parts, delivery, orphans);
    }

    /**
     * Opens a local sender's stream. One that was retired and is open still goes on where it is, unless the sender is
     * beyond its end.
     *
     * @param first number of the first segment that will be offered: everything below is stable
     * @return false if it is open already or there are too many
     */
    public boolean open(SenderId sender, long first, long nowNanos) {
        sides.withdraw(sender);
        return source.open(sender, first, nowNanos);
    }

    /** A local sender is sent for by another part of its site now. */
    public void drop(SenderId sender) {
        recalled.forget(sender);
        source.drop(sender);
    }

    /** Below this number every member of the group has everything of a local or remote sender, as far as its source has told. */
    public long stable(SenderId sender) {
        OutgoingStream outgoing = source.stream(sender);
        if (outgoing != null) {
            return outgoing.stable();
        }
        IncomingStream stream = incoming(sender);
        return stream == null ? 0 : stream.stable();
    }

    /** The site whose senders a site sends for. */
    public SiteId home(SiteId site) {
        return parts().home(site);
    }

    /** Which site each remote sender is heard from. */
    SenderSides sides() {
        return sides;
    }

    /** What a site that is waited for is, or null. */
    AwaitedSite receiver(SiteId site) {
        return source.receiver(site);
    }

    boolean divided() {
        return parts().divided();
    }

    /** Whether a site may send for this sender: it bears the site's name, or that of the site of which it is a part. */
    boolean sendsFor(SiteId site, SenderId sender) {
        return home(site).equals(sender.site());
    }

    @Override
    public void elsewhere(SortedSet<MemberId> members, long nowNanos) {
        delivery.elsewhere(members, nowNanos);
    }

    /** Sites that an earlier delegate of this site waited for: what they may lack is kept for them. */
    @Override
    public void expect(Iterable<SiteId> sites, long nowNanos) {
        source.expect(sites, nowNanos);
    }

    /** The sites that are waited for, heard or not. */
    @Override
    public Set<SiteId> receivers() {
        return source.receivers();
    }

    /** Changes whenever {@link #receivers} does. */
    public int receiverChanges() {
        return source.receiverChanges();
    }

    /**
     * Takes the next segment of a local sender.
     *
     * @return false if it is not the sender's next one or there is no room
     */
    public boolean offer(SenderId sender, long number, Segment segment) {
        return source.offer(sender, number, segment);
    }

    /** The number that {@link #offer} wants next of a local sender, or -1 if its stream is not open. */
    public long end(SenderId sender) {
        OutgoingStream stream = source.stream(sender);
        return stream == null ? -1 : stream.end();
    }

    /** The number that {@link Delivery#deliver} hands over next of a remote sender, or -1 if it is not heard. */
    public long delivered(SenderId sender) {
        IncomingStream stream = incoming(sender);
        return stream == null ? -1 : stream.next();
    }

    /**
     * Whether the source of a remote sender has not told this delegate from where on the sender is heard: then that is where
     * a member was before, and a member that comes now may be past it.
     */
    public boolean presumes(SenderId sender) {
        IncomingStream stream = incoming(sender);
        return stream != null && stream.isPresumed();
    }

    /** A segment of a local or remote sender, or null if it is not kept any more. */
    public Segment segment(SenderId sender, long number) {
        OutgoingStream outgoing = source.stream(sender);
        if (outgoing != null) {
            return number < outgoing.keptFrom() ? recalled.get(sender, number) : outgoing.get(number);
        }
        IncomingStream incoming = incoming(sender);
        return incoming == null || number >= incoming.next() ? null : incoming.get(number);
    }

    /** Every segment of a local or remote sender is kept from this number on, as far as there are any. */
    public long keptFrom(SenderId sender) {
        OutgoingStream outgoing = source.stream(sender);
        IncomingStream incoming = outgoing == null ? incoming(sender) : null;
        return outgoing != null ? outgoing.keptFrom() : incoming == null ? 0 : incoming.base();
    }

    /**
     * A member lacks a local or remote sender from a number on, and nothing with this number is here: the sender's source is asked for
     * it, or of a local sender the other sites.
     *
     * @return the number from which on everything is here, asked for, or may be soon
     */
    public long want(SenderId sender, long number, long nowNanos) {
        OutgoingStream outgoing = source.stream(sender);
        if (outgoing != null) {
            return recalled.want(sender, number, outgoing.keptFrom(), sides.sites(), nowNanos);
        }
        ReceiverSide side = sides.with(sender);
        return side == null ? keptFrom(sender) : side.want(sender, number, nowNanos);
    }

    /**
     * Who has vanished from this site may come back, or be heard of as another part of it, and lack what everybody has by then: from now
     * on that is kept for so long, and as much of it, as for a site that is not heard, here and at the other sites.
     */
    public void keepStable(long nowNanos) {
        keepsUntilNanos = nowNanos + config.partitionRetentionNanos();
        asksToKeep = true;
        keepStable(true);
    }

    private void keepForOthers(long nanos, long nowNanos) {
        keepsForOthersUntilNanos = nowNanos + Math.min(nanos, config.partitionRetentionNanos());
        keepStable(true);
    }

    private void keepStable(boolean value) {
        if (keepsStable != value) {
            keepsStable = value;
            source.keep(value ? config.partitionRetentionBytes() : 0);
            sides.keep(value);
        }
    }

    boolean keepsStable() {
        return keepsStable;
    }

    /** What is known of a remote sender, whether its site is there or not, or null. */
    IncomingStream incoming(SenderId sender) {
        return sides.incoming(sender);
    }

    /** The site's own members have everything below {@code next} of a local sender, and take what is below {@code limit}. */
    public void localProgress(SenderId sender, long next, long limit) {
        recalled.have(sender, next);
        source.localProgress(sender, next, limit);
    }

    /** A local sender will send nothing more. */
    public void retire(SenderId sender) {
        source.retire(sender);
    }

    /**
     * Asks the other sites to give back segments of a local sender that is gone, which {@link Delivery#returned} takes.
     *
     * @param holes number of the first segment of each row of them, with the number after its last
     */
    public void recall(SenderId sender, SortedMap<Long, Long> holes, long nowNanos) {
        recalls.ask(sender, holes, sides.sites(), nowNanos);
    }

    /** Takes nothing back of this sender any more. */
    public void endRecall(SenderId sender) {
        recalls.stop(sender);
    }

    /**
     * A member has heard a remote sender up to {@code next}, which this delegate has not. If the sender's site is not there
     * to tell how far it is, others are told of it, who may lack that or have more.
     */
    public void heardBefore(SenderId sender, long next, long nowNanos) {
        sides.heardBefore(sender, next, nowNanos);
    }

    /** Whether something is missing of a site that is not there: it is brought by another, or given up when its time is up. */
    public boolean lacksOfVanished() {
        return orphans.lacks();
    }

    /** The site's members have everything below {@code next} of a remote sender, and take what is below {@code limit}. */
    public void siteProgress(SenderId sender, long next, long limit, long nowNanos) {
        ReceiverSide side = sides.with(sender);
        if (side != null) {
            side.siteProgress(sender, next, limit, nowNanos);
        }
    }

    /** These processes of another site are members now; what the others sent is let go when it is old. */
    @Override
    public void members(SiteId site, Set<MemberId> members, long nowNanos) {
        sides.members(site, members, nowNanos);
    }

    /** The LAN takes segments again. */
    public void resumeDelivery(long nowNanos) {
        sides.resumeDelivery(nowNanos);
    }

    /** A site that is heard is not waited for any more; it is told, and so is the relay. */
    @Override
    public void exclude(SiteId site, String reason, long nowNanos) {
        source.exclude(site, reason, nowNanos);
    }

    /** Whether the source waits for a site that is not heard, and so keeps more than usual. */
    @Override
    public boolean waitsForUnreachable() {
        return source.waitsForUnreachable();
    }

    @Override
    public boolean keepsMuch() {
        return source.keepsMuch();
    }

    /** The sites, heard or not, that lack the oldest segment of a local sender that is not stable. */
    public List<SiteId> sitesThatLackTheOldest(SenderId sender) {
        return source.sitesThatLackTheOldest(sender);
    }

    /** How many other sites are sent to now. */
    @Override
    public int reachableSites() {
        return source.reachableSites();
    }

    @Override
    public void siteJoined(SiteId site, long pathRttNanos, long nowNanos) {
        sides.siteJoined(site);
        source.siteJoined(site, nowNanos);
    }

    @Override
    public void siteUnreachable(SiteId site, long nowNanos) {
        sides.siteUnreachable(site, nowNanos);
        source.siteUnreachable(site, nowNanos);
    }

    @Override
    public void siteResumed(SiteId site, boolean restarted, long pathRttNanos, long nowNanos) {
        sides.siteResumed(site, restarted);
        source.siteResumed(site, nowNanos);
    }

    @Override
    public void siteLeft(SiteId site, long nowNanos) {
        sides.siteLeft(site, nowNanos);
        source.siteLeft(site, nowNanos);
    }

    /** Lets go of what has been waited for long enough; to be called now and then, also when nothing leaves. */
    @Override
    public void maintain(long nowNanos) {
        asksToKeep &= nowNanos - keepsUntilNanos < 0;
        if (keepsStable && !asksToKeep && nowNanos - keepsForOthersUntilNanos >= 0) {
            keepStable(false);
        }
        orphans.expire(nowNanos);
        source.dropSitesSilentForTooLong(nowNanos);
    }

    @Override
    public boolean pull(OutPacket packet, long nowNanos) {
        // Repairs of what another site sent leave half of the rate to what is this site's own.
        if (!broughtOthers && orphans.pull(packet)) {
            broughtOthers = true;
            return true;
        }
        broughtOthers = false;
        return source.pull(packet, nowNanos) || orphans.pull(packet);
    }

    @Override
    public void receive(InPacket packet, long nowNanos) {
        ReceiverSide receiver = sides.of(packet.site());
        if (receiver == null) {
            return;
        }
        boolean report = packet.kind() == PacketKind.REPORT;
        if (!report) {
            receiver.enter(packet.incarnation());
        }
        WireReader in = packet.reader();
        while (in.remaining() > 0) {
            int type = in.getByte();
            if (type == FrameType.PADDING) {
                continue;
            }
            frame.resetTo(in, in.getShort());
            if (report) {
                receiveReportFrame(packet.site(), type, nowNanos);
            } else {
                receiveFrame(receiver, packet.site(), type, nowNanos);
            }
        }
    }

    private void receiveFrame(ReceiverSide receiver, SiteId from, int type, long nowNanos) {
        switch (type) {
            case FrameType.RUN -> RunCodec.read(frame, ids, (sender, number, segment) -> {
                if (recalls.takes(sender, number, from)) {
                    if (!recalled.returned(sender, number, segment, nowNanos)) {
                        delivery.returned(sender, number, segment, nowNanos);
                    }
                } else if (sides.opens(from, sender, receiver.announces(sender), nowNanos)) {
                    receiver.segment(sender, number, segment, nowNanos);
                } else if (!sides.brought(from, sender, number, segment, nowNanos)) {
                    straySegments++;
                }
            });
            case FrameType.DIGEST -> receiver.digest(frame, nowNanos);
            case FrameType.START -> receiver.start(frame, nowNanos);
            case FrameType.KEPT -> receiver.kept(frame);
            case FrameType.EXCLUDED -> receiver.excluded(frame, nowNanos);
            default -> {
                // A frame of a later version: skipped by its length.
            }
        }
    }

    private void receiveReportFrame(SiteId site, int type, long nowNanos) {
        switch (type) {
            case FrameType.ACK -> {
                while (frame.remaining() > 0) {
                    SenderId sender = readSender();
                    long next = frame.getLong();
                    if (!source.acknowledged(site, sender, next, frame.getLong())
                            && !delivery.heardElsewhere(site, sender, next, nowNanos)) {
                        strayAcks++;
                    }
                }
            }
            case FrameType.NAK -> {
                while (frame.remaining() > 0) {
                    SenderId sender = readSender();
                    long first = frame.getLong();
                    int count = frame.getShort();
                    if (first < 0 || count == 0) {
                        throw new MalformedPacketException("a request for " + count + " segments from " + first);
                    }
                    source.requested(site, sender, first, count, nowNanos);
                    if (first + count > end(sender) && delivery.isLocal(sender)) {
                        delivery.askedElsewhere(sender, first + count, nowNanos);
                    }
                    if (sendsFor(site, sender) || orphans.sideWith(sender) != null) {
                        orphans.requested(site, sender, first, count);
                    }
                }
            }
            case FrameType.START_ACK -> source.startAcknowledged(site, frame.getLong(), nowNanos);
            case FrameType.HELD -> orphans.held(site, frame, nowNanos);
            case FrameType.KEEP -> keepForOthers((frame.getInt() & 0xFFFF_FFFFL) * NANOS_PER_MILLI, nowNanos);
            default -> {
                // A frame of a later version: skipped by its length.
            }
        }
    }

    private SenderId readSender() {
        return ids.sender(frame.getLong(), frame.getLong());
    }

    @Override
    public long reportDeadlineNanos(SiteId site) {
        ReceiverSide receiver = sides.of(site);
        return receiver == null ? Long.MAX_VALUE
                : Math.min(Math.min(receiver.reportDeadlineNanos(), orphans.reportDeadlineNanos(site)),
                        recalls.reportDeadlineNanos(site));
    }

    @Override
    public void fillReport(SiteId site, OutPacket packet, long nowNanos) {
        if (asksToKeep && keepsUntilNanos - nowNanos > 0) {
            // Before what it acknowledges: that may be more than all its members had.
            WireWriter out = packet.writer();
            int start = FrameType.begin(out, FrameType.KEEP);
            out.putInt((int) Math.max(0, (keepsUntilNanos - nowNanos) / NANOS_PER_MILLI));
            FrameType.end(out, start);
        }
        sides.of(site).fillReport(packet.writer(), nowNanos);
        orphans.fillReport(site, packet.writer(), nowNanos);
        recalls.fillReport(site, packet.writer());
    }

    @Override
    public long nextDeadlineNanos(long nowNanos) {
        return orphans.hasRepairs() ? nowNanos : source.nextDeadlineNanos(nowNanos);
    }

    /** Bytes of segments accepted from local senders and not yet sent. */
    @Override
    public long backlogBytes() {
        return source.backlogBytes();
    }

    /** Bytes of segments sent for the first time, with their headers in runs. */
    @Override
    public long newSegmentBytes() {
        return source.newSegmentBytes();
    }

    /** What the layer has counted so far. */
    public ReliabilityStats stats() {
        long requests = 0;
        long missing = 0;
        long duplicates = 0;
        long refused = straySegments;
        long implausible = 0;
        for (ReceiverSide receiver : sides.present()) {
            requests += receiver.requests();
            missing += receiver.missing();
            duplicates += receiver.duplicates();
            refused += receiver.refused();
            implausible += receiver.implausible();
        }
        return new ReliabilityStats(source.senders(), source.newSegments(), source.repairSegments() + orphans.repaired(),
                source.digests(), source.backlogSegments(), source.unstableSegments(), source.refusedSegments(), requests,
                missing, duplicates, refused, strayAcks, implausible);
    }
}
