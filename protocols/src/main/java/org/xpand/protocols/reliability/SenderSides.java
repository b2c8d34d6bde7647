package org.xpand.protocols.reliability;

import java.util.Collection;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.ReliabilityConfig;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.GroupParts;
import org.xpand.protocols.directory.RecentMap;
import org.xpand.protocols.segment.Segment;

/**
 * The site from which each remote sender is received: the one in its identity, or while that is split the part that has it, or
 * an absent one.
 */
final class SenderSides {
    /** Packets of a sender that is no longer a member may still be in flight for this long. */
    private static final long FORGET_NANOS = 30_000_000_000L;

    private final ReliabilityConfig config;
    private final ReliabilityLayer layer;
    private final Supplier<GroupParts> parts;
    private final Delivery delivery;
    private final VanishedSites vanishedSites;
    private final RecentMap<SiteId, ReceiverSide> receivers = new RecentMap<>();

    /**
     * @param parts which sites are currently parts of a split one
     */
    SenderSides(ReliabilityConfig config, ReliabilityLayer layer, Supplier<GroupParts> parts, Delivery delivery,
                VanishedSites vanishedSites) {
        this.config = config;
        this.layer = layer;
        this.parts = parts;
        this.delivery = delivery;
        this.vanishedSites = vanishedSites;
    }

    /** The receiver side of a present site, or null. */
    ReceiverSide of(SiteId site) {
        return receivers.get(site);
    }

    /** The receiver sides of the present sites. */
    Collection<ReceiverSide> present() {
        return receivers.values();
    }

    /** The receiver side of a site, present or not, or null. */
    ReceiverSide any(SiteId site) {
        ReceiverSide side = receivers.get(site);
        return side == null ? vanishedSites.side(site) : side;
    }

    /** The present sites. */
    Set<SiteId> sites() {
        return receivers.keySet();
    }

    /** Sets whether stable segments are kept too, for members that may return. */
    void keep(boolean value) {
        receivers.values().forEach(side -> side.streams().keep(value));
        vanishedSites.keep(value);
    }

    private boolean isThere(ReceiverSide side) {
        return receivers.get(side.source()) == side;
    }

    /** The receiver side of the site, present or not, from which a sender is received; null if there is none. */
    ReceiverSide with(SenderId sender) {
        ReceiverSide home = receivers.get(sender.site());
        if (home != null && home.streams().get(sender) != null) {
            return home;
        }
        if (layer.divided()) {
            for (ReceiverSide part : receivers.values()) {
                if (part.streams().get(sender) != null) {
                    return part;
                }
            }
        }
        ReceiverSide gone = vanishedSites.sideWith(sender);
        return gone == null || gone.streams().get(sender) == null ? null : gone;
    }

    /** The stream of a remote sender, whether its site is present or not, or null. */
    IncomingStream incoming(SenderId sender) {
        ReceiverSide side = with(sender);
        return side == null ? null : side.streams().get(sender);
    }

    /** A sender is local now: segments of it from elsewhere are ignored. */
    void withdraw(SenderId sender) {
        ReceiverSide side = with(sender);
        if (side != null) {
            side.streams().remove(sender);
        }
    }

    /**
     * Whether a sender may be received from this site from now on.
     *
     * @param asSource whether the site is known to send for it, and does not only send segments that it has received itself
     */
    boolean opens(SiteId site, SenderId sender, boolean asSource, long nowNanos) {
        if (!layer.sendsFor(site, sender) || delivery.isLocal(sender)) {
            return false;
        }
        if (!layer.divided()) {
            return true;
        }
        ReceiverSide receivedFrom = with(sender);
        ReceiverSide receiver = receivers.get(site);
        if (receivedFrom == receiver) {
            return true;
        }
        boolean gone = receivedFrom == null || !isThere(receivedFrom);
        if (!gone || receivedFrom != null && !asSource || parts.get().listsBesides(site, sender.member())) {
            return false;
        }
        if (receivedFrom != null) {
            // The part that had it is absent, and another one sends the rest of it.
            receiver.take(receivedFrom.streams().remove(sender), nowNanos);
        }
        return true;
    }

    /**
     * A segment that is not from the site of its sender: accepted if that site is absent, or is a part like this one.
     *
     * @return whether it was accepted
     */
    boolean brought(SiteId from, SenderId sender, long number, Segment segment, long nowNanos) {
        ReceiverSide side = with(sender);
        boolean wanted = side != null && (layer.sendsFor(from, sender) || !isThere(side)) && !delivery.isLocal(sender);
        if (wanted) {
            side.recoveredSegment(sender, number, segment, nowNanos);
        }
        return wanted;
    }

    /** A member has received a sender up to {@code next}, before this delegate's term or elsewhere. */
    void receivedBefore(SenderId sender, long next, long nowNanos) {
        ReceiverSide with = with(sender);
        ReceiverSide side = with == null ? receivers.get(sender.site()) : with;
        if (side == null || !isThere(side)) {
            vanishedSites.receivedBefore(sender, next, nowNanos);
        } else if (with == null || with.streams().get(sender).isUntouched()) {
            side.receivedBefore(sender, next, nowNanos);
        }
    }

    /** These processes of a site are members now; old segments of its other senders are released. */
    void members(SiteId site, Set<MemberId> members, long nowNanos) {
        ReceiverSide receiver = receivers.get(site);
        if (receiver != null) {
            receiver.streams().forget(new TreeSet<>(members), nowNanos - FORGET_NANOS, nowNanos);
            if (layer.divided()) {
                members.forEach(member -> moveTo(receiver, new SenderId(layer.home(site), member), nowNanos));
            }
        }
    }

    /** A sender is received from the part of its site that has it as a member, once the former part no longer has it. */
    private void moveTo(ReceiverSide receiver, SenderId sender, long nowNanos) {
        ReceiverSide before = with(sender);
        boolean stays = before == null || before == receiver
                || isThere(before) && parts.get().lists(before.source(), sender.member());
        if (!stays) {
            receiver.take(before.streams().remove(sender), nowNanos);
        }
    }

    /** The LAN has room again. */
    void resumeDelivery(long nowNanos) {
        receivers.values().forEach(side -> side.streams().resumeDelivery(nowNanos));
        vanishedSites.resumeDelivery(nowNanos);
    }

    void siteJoined(SiteId site) {
        // A part that was released because its members were elsewhere may have returned.
        if (!returned(site)) {
            receivers.put(site, new ReceiverSide(site, config, layer, delivery));
        }
    }

    void siteResumed(SiteId site, boolean restarted) {
        if (restarted) {
            vanishedSites.begunAnew(site);
        }
        if (!returned(site)) {
            receivers.computeIfAbsent(site, id -> new ReceiverSide(id, config, layer, delivery));
        }
    }

    /** Continues with the senders of a site that was not reached; returns whether there are any. */
    private boolean returned(SiteId site) {
        ReceiverSide side = vanishedSites.siteReturned(site);
        if (side != null) {
            side.returned();
            receivers.put(site, side);
        }
        return side != null;
    }

    void siteUnreachable(SiteId site, long nowNanos) {
        ReceiverSide side = receivers.remove(site);
        if (side != null) {
            vanishedSites.siteVanished(site, side, nowNanos);
        }
        vanishedSites.begunAnew(site);
    }

    void siteLeft(SiteId site, long nowNanos) {
        vanishedSites.begunAnew(site);
        if (vanishedSites.side(site) != null && parts.get().handedOver(site)) {
            // The segments of its departed senders that other sites hold are sent to all, as if it might return.
            return;
        }
        ReceiverSide side = receivers.remove(site);
        if (side == null) {
            side = vanishedSites.siteReturned(site);
        }
        if (side != null) {
            side.streams().giveUpMissing(nowNanos);
            side.forgetAll();
        }
    }
}
