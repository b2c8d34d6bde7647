package org.xpand.protocols.reliability;

import java.util.Collection;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.ReliabilityConfig;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.GroupParts;
import org.xpand.protocols.segment.Segment;

/**
 * Which site each remote sender is heard from: the one whose name it bears, or while that is split the part that has it, or
 * one of those that are not there any more.
 */
final class SenderSides {
    /** A sender that is no member any more may still have something under way for this long. */
    private static final long FORGET_NANOS = 30_000_000_000L;

    private final ReliabilityConfig config;
    private final ReliabilityLayer layer;
    private final Supplier<GroupParts> parts;
    private final Delivery delivery;
    private final Orphans orphans;
    private final TreeMap<SiteId, ReceiverSide> receivers = new TreeMap<>();

    /**
     * @param parts which sites are parts of one that has split, as of now
     */
    SenderSides(ReliabilityConfig config, ReliabilityLayer layer, Supplier<GroupParts> parts, Delivery delivery,
                Orphans orphans) {
        this.config = config;
        this.layer = layer;
        this.parts = parts;
        this.delivery = delivery;
        this.orphans = orphans;
    }

    /** The receiver side of a site that is there, or null. */
    ReceiverSide of(SiteId site) {
        return receivers.get(site);
    }

    /** The receiver sides of the sites that are there. */
    Collection<ReceiverSide> present() {
        return receivers.values();
    }

    /** The receiver side of a site, there or not, or null. */
    ReceiverSide any(SiteId site) {
        ReceiverSide side = receivers.get(site);
        return side == null ? orphans.side(site) : side;
    }

    /** The sites that are there. */
    Set<SiteId> sites() {
        return receivers.keySet();
    }

    /** Whether what is stable is kept, too, for members that may come back. */
    void keep(boolean value) {
        receivers.values().forEach(side -> side.keep(value));
        orphans.keep(value);
    }

    private boolean isThere(ReceiverSide side) {
        return receivers.get(side.source()) == side;
    }

    /** The receiver side of the site, there or not, that a sender is heard from; null if it is not heard. */
    ReceiverSide with(SenderId sender) {
        ReceiverSide home = receivers.get(sender.site());
        if (home != null && home.known(sender) != null) {
            return home;
        }
        if (layer.divided()) {
            for (ReceiverSide part : receivers.values()) {
                if (part.known(sender) != null) {
                    return part;
                }
            }
        }
        ReceiverSide gone = orphans.sideWith(sender);
        return gone == null || gone.known(sender) == null ? null : gone;
    }

    /** What is known of a remote sender, whether its site is there or not, or null. */
    IncomingStream incoming(SenderId sender) {
        ReceiverSide side = with(sender);
        return side == null ? null : side.known(sender);
    }

    /** A sender is a local one now: nothing is taken from elsewhere. */
    void withdraw(SenderId sender) {
        ReceiverSide side = with(sender);
        if (side != null) {
            side.remove(sender);
        }
    }

    /**
     * Whether a sender may be heard from this site from now on.
     *
     * @param asSource whether the site is known to send for it, and not to bring only what it has heard itself
     */
    boolean opens(SiteId site, SenderId sender, boolean asSource, long nowNanos) {
        if (!layer.sendsFor(site, sender) || delivery.isLocal(sender)) {
            return false;
        }
        if (!layer.divided()) {
            return true;
        }
        ReceiverSide heardFrom = with(sender);
        ReceiverSide receiver = receivers.get(site);
        if (heardFrom == receiver) {
            return true;
        }
        boolean gone = heardFrom == null || !isThere(heardFrom);
        if (!gone || heardFrom != null && !asSource || parts.get().listsBesides(site, sender.member())) {
            return false;
        }
        if (heardFrom != null) {
            // The part that had it is not there, and another one brings what is left of it.
            receiver.take(heardFrom.remove(sender), nowNanos);
        }
        return true;
    }

    /**
     * A segment that does not come from the site its sender is heard from: taken if that is gone, or is a part as this is.
     *
     * @return whether it was taken
     */
    boolean brought(SiteId from, SenderId sender, long number, Segment segment, long nowNanos) {
        ReceiverSide side = with(sender);
        boolean wanted = side != null && (layer.sendsFor(from, sender) || !isThere(side)) && !delivery.isLocal(sender);
        if (wanted) {
            side.orphanSegment(sender, number, segment, nowNanos);
        }
        return wanted;
    }

    /** A member has heard a sender up to {@code next}, before this delegate's time or elsewhere. */
    void heardBefore(SenderId sender, long next, long nowNanos) {
        ReceiverSide with = with(sender);
        ReceiverSide side = with == null ? receivers.get(sender.site()) : with;
        if (side == null || !isThere(side)) {
            orphans.heardBefore(sender, next, nowNanos);
        } else if (with == null || with.known(sender).isUntouched()) {
            side.heardBefore(sender, next);
        }
    }

    /** These processes of a site are members now; what the others sent is let go when it is old. */
    void members(SiteId site, Set<MemberId> members, long nowNanos) {
        ReceiverSide receiver = receivers.get(site);
        if (receiver != null) {
            receiver.forget(new TreeSet<>(members), nowNanos - FORGET_NANOS, nowNanos);
            if (layer.divided()) {
                members.forEach(member -> moveTo(receiver, new SenderId(layer.home(site), member), nowNanos));
            }
        }
    }

    /** A sender is heard from the part of its site that has it as a member, once the part it was heard from has it no more. */
    private void moveTo(ReceiverSide receiver, SenderId sender, long nowNanos) {
        ReceiverSide before = with(sender);
        boolean stays = before == null || before == receiver
                || isThere(before) && parts.get().lists(before.source(), sender.member());
        if (!stays) {
            receiver.take(before.remove(sender), nowNanos);
        }
    }

    /** The LAN takes segments again. */
    void resumeDelivery(long nowNanos) {
        receivers.values().forEach(side -> side.resumeDelivery(nowNanos));
        orphans.resumeDelivery(nowNanos);
    }

    void siteJoined(SiteId site) {
        // A part that was let go since its members were elsewhere may be back.
        if (!returned(site)) {
            receivers.put(site, new ReceiverSide(site, config, layer, delivery));
        }
    }

    void siteResumed(SiteId site, boolean restarted) {
        if (restarted) {
            orphans.begunAnew(site);
        }
        if (!returned(site)) {
            receivers.computeIfAbsent(site, id -> new ReceiverSide(id, config, layer, delivery));
        }
    }

    /** Goes on with what is known of the senders of a site that was not reached; answers whether there is anything. */
    private boolean returned(SiteId site) {
        ReceiverSide side = orphans.siteReturned(site);
        if (side != null) {
            side.returned();
            receivers.put(site, side);
        }
        return side != null;
    }

    void siteUnreachable(SiteId site, long nowNanos) {
        ReceiverSide side = receivers.remove(site);
        if (side != null) {
            orphans.siteVanished(site, side, nowNanos);
        }
        orphans.begunAnew(site);
    }

    void siteLeft(SiteId site, long nowNanos) {
        orphans.begunAnew(site);
        if (orphans.side(site) != null && parts.get().handedOver(site)) {
            // What the other sites hold of its senders that are gone is brought to all, as if it might come back.
            return;
        }
        ReceiverSide side = receivers.remove(site);
        if (side == null) {
            side = orphans.siteReturned(site);
        }
        if (side != null) {
            side.giveUpMissing(nowNanos);
            side.forgetAll();
        }
    }
}
