package org.xpand.protocols.reliability;

import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.ReliabilityConfig;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.stack.InPacket;
import org.xpand.protocols.stack.OutPacket;
import org.xpand.protocols.stack.TopLayer;

/**
 * The top layer of a group's WAN stack: takes segments of local senders, and delivers those of remote senders in
 * order and once. Everything is bounded by {@link ReliabilityConfig}.
 */
public final class ReliabilityLayer extends TopLayer {
    private final ReliabilityConfig config;
    private final Delivery delivery;
    private final SourceSide source;
    private final VanishedSites vanishedSites;
    private final Recalls recalls = new Recalls();
    private final RecalledSegments recalled;
    private final SenderSides sides;
    private final FrameIntake intake;
    private final KeptForReturn kept;
    private boolean broughtOthers;

    /**
     * @param config   settings
     * @param delivery receives segments and progress
     */
    public ReliabilityLayer(ReliabilityConfig config, Delivery delivery) {
        this.config = config;
        this.delivery = delivery;
        this.recalled = new RecalledSegments(config, recalls);
        this.source = new SourceSide(config, this, delivery);
        this.vanishedSites = new VanishedSites(config, this, delivery);
        this.sides = new SenderSides(config, this, this::parts, delivery, vanishedSites);
        this.intake = new FrameIntake(this, delivery, source, sides, vanishedSites, recalls, recalled);
        this.kept = new KeptForReturn(config.partitionRetentionNanos());
    }

    /**
     * Opens a local sender's stream. A retired one that is still open continues, unless the sender is beyond its end.
     *
     * @param sender   a sender for which this site sends
     * @param first    number of the first segment that will be offered: everything below is stable
     * @param nowNanos the time, nanoseconds of the stack's monotonic clock
     * @return false if it is open already or there are too many
     */
    public boolean open(SenderId sender, long first, long nowNanos) {
        sides.withdraw(sender);
        return source.open(sender, first, nowNanos);
    }

    /**
     * It is not known yet which other sites there are: until {@link #sitesKnown} nothing of a sender that begins becomes stable, since
     * sites that become known meanwhile get it from its first segment on. To be called before any sender is opened.
     */
    public void awaitSites() {
        source.awaitSites();
    }

    /** All other sites that there are have been announced. */
    public void sitesKnown() {
        source.sitesKnown();
    }

    /**
     * A local sender is sent for by another part of its site now.
     *
     * @param sender the sender; its segments are dropped, and nothing of it is sent any more
     */
    public void drop(SenderId sender) {
        recalled.forget(sender);
        source.streams().drop(sender);
    }

    /**
     * {@return the number below which all members of the group have everything of a sender, as far as its source has announced; 0 for an
     * unknown sender}
     *
     * @param sender a local or remote sender
     */
    public long stable(SenderId sender) {
        OutgoingStream outgoing = source.streams().get(sender);
        if (outgoing != null) {
            return outgoing.stable();
        }
        IncomingStream stream = incoming(sender);
        return stream == null ? 0 : stream.stable();
    }

    /**
     * The site for whose senders a site sends.
     *
     * @param site a site, or a part of a split one
     * @return the site of which {@code site} is a part; {@code site} itself if it has not split
     */
    public SiteId home(SiteId site) {
        return parts().home(site);
    }

    /** The sites from which remote senders are received. */
    SenderSides sides() {
        return sides;
    }

    /** The state of a site that is waited for, or null. */
    AwaitedSite receiver(SiteId site) {
        return source.sites().get(site);
    }

    boolean divided() {
        return parts().divided();
    }

    /** Whether a site may send for this sender: the sender has the site's name, or that of the site of which it is a part. */
    boolean sendsFor(SiteId site, SenderId sender) {
        return home(site).equals(sender.site());
    }

    @Override
    public void elsewhere(SortedSet<MemberId> members, long nowNanos) {
        delivery.elsewhere(members, nowNanos);
    }

    /** Sites that an earlier delegate of this site awaited: what they may lack is kept for them. */
    @Override
    public void expect(Iterable<SiteId> sites, long nowNanos) {
        source.sites().expect(sites, nowNanos);
    }

    /** The sites that are waited for, reachable or not. */
    @Override
    public Set<SiteId> receivers() {
        return source.sites().all();
    }

    /** {@return a counter of the changes of {@link #receivers}} */
    public int receiverChanges() {
        return source.sites().changes();
    }

    /**
     * Takes the next segment of a local sender.
     *
     * @param sender  a local sender whose stream is open
     * @param number  the segment's number
     * @param segment the segment, kept until it is stable
     * @return false if it is not the sender's next one or there is no room
     */
    public boolean offer(SenderId sender, long number, Segment segment) {
        return source.offer(sender, number, segment);
    }

    /**
     * {@return the number of a local sender that {@link #offer} accepts next, or -1 if its stream is not open}
     *
     * @param sender a local sender
     */
    public long end(SenderId sender) {
        OutgoingStream stream = source.streams().get(sender);
        return stream == null ? -1 : stream.end();
    }

    /**
     * {@return the number of a remote sender that {@link Delivery#deliver} gets next, or -1 if the sender is unknown}
     *
     * @param sender a remote sender
     */
    public long delivered(SenderId sender) {
        IncomingStream stream = incoming(sender);
        return stream == null ? -1 : stream.next();
    }

    /**
     * {@return whether the source of a remote sender has not announced a start number to this delegate: then the start is a member's
     * earlier position, and a member that joins now may be past it}
     *
     * @param sender a remote sender
     */
    public boolean presumes(SenderId sender) {
        IncomingStream stream = incoming(sender);
        return stream != null && stream.isPresumed();
    }

    /**
     * {@return whether the source still keeps everything that a remote sender has sent, from its first segment on}
     *
     * @param sender a remote sender
     */
    public boolean allIsKept(SenderId sender) {
        IncomingStream stream = incoming(sender);
        return stream != null && !stream.isPresumed() && stream.keptAtSource() == 0;
    }

    /**
     * {@return a segment of a local or remote sender, or null if it is no longer kept}
     *
     * @param sender a local or remote sender
     * @param number the segment's number
     */
    public Segment segment(SenderId sender, long number) {
        OutgoingStream outgoing = source.streams().get(sender);
        if (outgoing != null) {
            return number < outgoing.keptFrom() ? recalled.get(sender, number) : outgoing.get(number);
        }
        IncomingStream incoming = incoming(sender);
        return incoming == null || number >= incoming.next() ? null : incoming.get(number);
    }

    /**
     * Every segment of a local or remote sender is kept from this number on, as far as they exist.
     *
     * @param sender a local or remote sender
     * @return number of the first segment that is kept with all later ones; 0 for an unknown sender
     */
    public long keptFrom(SenderId sender) {
        OutgoingStream outgoing = source.streams().get(sender);
        IncomingStream incoming = outgoing == null ? incoming(sender) : null;
        return outgoing != null ? outgoing.keptFrom() : incoming == null ? 0 : incoming.base();
    }

    /**
     * A member lacks a local or remote sender from a number on, and the segment with this number is not held: it is requested from the
     * sender's source, or for a local sender from the other sites.
     *
     * @param sender   a local or remote sender
     * @param number   number of the first segment that the member lacks
     * @param nowNanos the time, nanoseconds of the stack's monotonic clock
     * @return the number from which on everything is held or requested, or may be soon
     */
    public long want(SenderId sender, long number, long nowNanos) {
        OutgoingStream outgoing = source.streams().get(sender);
        if (outgoing != null) {
            return recalled.want(sender, number, outgoing.keptFrom(), sides.sites(), nowNanos);
        }
        ReceiverSide side = sides.with(sender);
        return side == null ? keptFrom(sender) : side.want(sender, number, nowNanos);
    }

    /**
     * Processes that have vanished from this site may return, or appear in another part of it, and lack what is stable by then: from now
     * on stable segments are kept as long, and as many bytes of them, as for an awaited site, here and at the other sites.
     *
     * @param nowNanos the time, nanoseconds of the stack's monotonic clock
     */
    public void keepStable(long nowNanos) {
        if (kept.keep(nowNanos)) {
            keepStable(true);
        }
    }

    /** The same for processes of another site, for so many milliseconds. */
    void keepForOthers(long millis, long nowNanos) {
        if (kept.keepForOthers(millis, nowNanos)) {
            keepStable(true);
        }
    }

    private void keepStable(boolean value) {
        source.streams().keep(value ? config.partitionRetentionBytes() : 0);
        sides.keep(value);
    }

    boolean keepsStable() {
        return kept.keeps();
    }

    /** The stream of a remote sender, whether its site is present or not, or null. */
    IncomingStream incoming(SenderId sender) {
        return sides.incoming(sender);
    }

    /**
     * The site's own members have everything below {@code next} of a local sender, and accept what is below {@code limit}.
     *
     * @param sender the local sender
     * @param next   number after the last segment that all members of the site have
     * @param limit  number below which they accept segments
     */
    public void localProgress(SenderId sender, long next, long limit) {
        recalled.have(sender, next);
        source.localProgress(sender, next, limit);
    }

    /**
     * A local sender will send no more.
     *
     * @param sender the local sender; {@link Delivery#done} follows when all members have everything of it
     */
    public void retire(SenderId sender) {
        source.streams().retire(sender);
    }

    /**
     * Asks the other sites to return segments of a departed local sender, which {@link Delivery#returned} receives.
     *
     * @param sender   the departed local sender
     * @param holes    first number of each row, with the number after its last
     * @param nowNanos the time, nanoseconds of the stack's monotonic clock
     */
    public void recall(SenderId sender, SortedMap<Long, Long> holes, long nowNanos) {
        recalls.ask(sender, holes, sides.sites(), nowNanos);
    }

    /**
     * Accepts no more returned segments of this sender.
     *
     * @param sender the departed local sender
     */
    public void endRecall(SenderId sender) {
        recalls.stop(sender);
    }

    /**
     * A member has received a remote sender up to {@code next}, which this delegate has not. If the sender's site is absent, the position
     * is announced to other sites, which may lack that or have more; if that site announces no such sender, to that site.
     *
     * @param sender   the remote sender
     * @param next     number after the last segment that the member has received
     * @param nowNanos the time, nanoseconds of the stack's monotonic clock
     */
    public void receivedBefore(SenderId sender, long next, long nowNanos) {
        sides.receivedBefore(sender, next, nowNanos);
    }

    /** {@return whether segments of an absent site are missing: another site sends them, or they are given up after a while} */
    public boolean lacksOfVanished() {
        return vanishedSites.lacks();
    }

    /**
     * The site's members have everything below {@code next} of a remote sender, and accept what is below {@code limit}.
     *
     * @param sender   the remote sender
     * @param next     number after the last segment that all members of the site have
     * @param limit    number below which they accept segments
     * @param nowNanos the time, nanoseconds of the stack's monotonic clock
     */
    public void siteProgress(SenderId sender, long next, long limit, long nowNanos) {
        ReceiverSide side = sides.with(sender);
        if (side != null) {
            side.siteProgress(sender, next, limit, nowNanos);
        }
    }

    /** These processes of another site are members now; old segments of its other senders are released. */
    @Override
    public void members(SiteId site, Set<MemberId> members, long nowNanos) {
        sides.members(site, members, nowNanos);
    }

    /**
     * The LAN has room again.
     *
     * @param nowNanos the time, nanoseconds of the stack's monotonic clock
     */
    public void resumeDelivery(long nowNanos) {
        sides.resumeDelivery(nowNanos);
    }

    /** Stops waiting for a reachable site; the site and the relay are notified. */
    @Override
    public void exclude(SiteId site, String reason, long nowNanos) {
        source.sites().exclude(site, reason, nowNanos);
    }

    /** Whether the source waits for a site that is not reachable, and so keeps more than usual. */
    @Override
    public boolean waitsForUnreachable() {
        return source.sites().anyUnreachable();
    }

    @Override
    public boolean isRetentionHigh() {
        return source.isRetentionHigh();
    }

    /**
     * {@return the sites, reachable or not, that lack the oldest segment of a local sender that is not stable}
     *
     * @param sender the local sender
     */
    public List<SiteId> sitesThatLackTheOldest(SenderId sender) {
        return source.sites().lackTheOldest(sender);
    }

    /** How many other sites receive now. */
    @Override
    public int reachableSites() {
        return source.sites().reachable();
    }

    @Override
    public void siteJoined(SiteId site, long pathRttNanos, long nowNanos) {
        sides.siteJoined(site);
        source.sites().joined(site, nowNanos);
    }

    @Override
    public void siteUnreachable(SiteId site, long nowNanos) {
        sides.siteUnreachable(site, nowNanos);
        source.sites().unreachable(site, nowNanos);
    }

    @Override
    public void siteResumed(SiteId site, boolean restarted, long pathRttNanos, long nowNanos) {
        sides.siteResumed(site, restarted);
        source.sites().resumed(site, nowNanos);
    }

    @Override
    public void siteLeft(SiteId site, long nowNanos) {
        sides.siteLeft(site, nowNanos);
        source.sites().left(site, nowNanos);
    }

    /** Releases what has been kept for long enough; has to be called periodically, also when nothing is sent. */
    @Override
    public void maintain(long nowNanos) {
        if (kept.expire(nowNanos)) {
            keepStable(false);
        }
        vanishedSites.expire(nowNanos);
        source.sites().dropSilentForTooLong(nowNanos);
    }

    @Override
    public boolean pull(OutPacket packet, long nowNanos) {
        // Repairs of other sites' segments leave half of the rate to this site's own.
        if (!broughtOthers && vanishedSites.pull(packet)) {
            broughtOthers = true;
            return true;
        }
        broughtOthers = false;
        return source.pull(packet, nowNanos) || vanishedSites.pull(packet);
    }

    @Override
    public void receive(InPacket packet, long nowNanos) {
        intake.receive(packet, nowNanos);
    }

    @Override
    public long reportDeadlineNanos(SiteId site) {
        ReceiverSide receiver = sides.of(site);
        return receiver == null ? Long.MAX_VALUE
                : Math.min(Math.min(receiver.reportDeadlineNanos(), vanishedSites.reportDeadlineNanos(site)),
                        recalls.reportDeadlineNanos(site));
    }

    @Override
    public void fillReport(SiteId site, OutPacket packet, long nowNanos) {
        // Before the acknowledgements: these may cover more than all its members had.
        kept.writeRequest(packet.writer(), nowNanos);
        sides.of(site).fillReport(packet.writer(), nowNanos);
        vanishedSites.fillReport(site, packet.writer(), nowNanos);
        recalls.fillReport(site, packet.writer());
    }

    @Override
    public long nextDeadlineNanos(long nowNanos) {
        return vanishedSites.hasRepairs() ? nowNanos : source.nextDeadlineNanos(nowNanos);
    }

    /** Bytes of segments accepted from local senders and not yet sent. */
    @Override
    public long backlogBytes() {
        return source.streams().backlogBytes();
    }

    /** Bytes of segments sent for the first time, with their headers in runs. */
    @Override
    public long newSegmentBytes() {
        return source.newSegmentBytes();
    }

    /** {@return the layer's counters} */
    public ReliabilityStats stats() {
        long requests = 0;
        long missing = 0;
        long duplicates = 0;
        long refused = intake.straySegments();
        long implausible = 0;
        for (ReceiverSide receiver : sides.present()) {
            requests += receiver.streams().requests();
            missing += receiver.streams().missing();
            duplicates += receiver.streams().duplicates();
            refused += receiver.streams().refused();
            implausible += receiver.implausible();
        }
        return new ReliabilityStats(source.streams().size(), source.newSegments(), source.repairSegments() + vanishedSites.repaired(),
                source.digests(), source.streams().backlogSegments(), source.streams().unstableSegments(), source.refusedSegments(), requests,
                missing, duplicates, refused, intake.strayAcks(), implausible);
    }
}
