package org.xpand.protocols.reliability;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Map;
import java.util.TreeMap;
import org.xpand.protocols.api.ReliabilityConfig;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.segment.RunCodec;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.stack.OutPacket;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * Recovery of segments of sites that are no longer reached: the remaining sites announce to each other which segments they have of each
 * sender, and a site that lacks some requests them from one that has them. If the vanished site returns in time its own delegate
 * goes on; if not, segments that no site holds are given up, which is reported to the members.
 */
final class VanishedSites {
    private static final long MAX_INTERVAL_NANOS = 5_000_000_000L;
    private static final TreeMap<SiteId, Held> NOBODY = new TreeMap<>();
    /** Bound on waiting repairs for other sites; further ones are requested again. */
    private static final int MAX_WANTED = 256;

    private final ReliabilityConfig config;
    private final ReliabilityLayer layer;
    private final Delivery delivery;
    private final TreeMap<SiteId, Vanished> vanished = new TreeMap<>();
    private final ArrayDeque<Wanted> wanted = new ArrayDeque<>();
    private SiteId served;
    private long repaired;
    /** Whether the last packet was one without loss measurement. */
    private boolean unmeasured;

    /** A site that is not reachable. */
    private final class Vanished {
        private final ReceiverSide side;
        private final long sinceNanos;
        private final TreeMap<SiteId, Long> announceNanos = new TreeMap<>();
        private final TreeMap<SenderId, TreeMap<SiteId, Held>> held = new TreeMap<>();
        private long intervalNanos = config.heldIntervalNanos();

        private Vanished(ReceiverSide side, long sinceNanos) {
            this.side = side;
            this.sinceNanos = sinceNanos;
        }

        /** Whether this site is the one from which missing segments of a sender are requested. */
        private boolean asks(SiteId site, IncomingStream stream) {
            return site.equals(holder(stream));
        }

        /**
         * Of the sites that hold the next segment, the first that holds the most after it; if there is none, the one that holds the
         * least number after it. A new delegate may have acknowledged as much and hold nothing of it.
         */
        private SiteId holder(IncomingStream stream) {
            SiteId best = null;
            Held bestHeld = null;
            for (Map.Entry<SiteId, Held> entry : held.getOrDefault(stream.sender(), NOBODY).entrySet()) {
                Held each = entry.getValue();
                if (each.next > Math.max(each.first, stream.next())
                        && (bestHeld == null || each.isBetter(bestHeld, stream.next()))) {
                    best = entry.getKey();
                    bestHeld = each;
                }
            }
            return best;
        }
    }

    /** The segments of a sender that another site holds: everything from one number to before another. */
    private record Held(long first, long next) {
        private boolean isBetter(Held other, long wanted) {
            long from = Math.max(first, wanted);
            long otherFrom = Math.max(other.first, wanted);
            return from != otherFrom ? from < otherFrom : next > other.next;
        }
    }

    /** Segments that another site lacks. */
    private record Wanted(SiteId site, SenderId sender, long first, int count) {
    }

    VanishedSites(ReliabilityConfig config, ReliabilityLayer layer, Delivery delivery) {
        this.config = config;
        this.layer = layer;
        this.delivery = delivery;
    }

    void siteVanished(SiteId site, ReceiverSide side, long nowNanos) {
        side.vanished(nowNanos);
        vanished.put(site, new Vanished(side, nowNanos));
    }

    /** A member had received a sender of an absent site up to this number, before this delegate's term. */
    void receivedBefore(SenderId sender, long next, long nowNanos) {
        Vanished gone = with(sender);
        if (gone == null) {
            gone = new Vanished(new ReceiverSide(sender.site(), config, layer, delivery), nowNanos);
            gone.side.vanished(nowNanos);
            vanished.put(sender.site(), gone);
        }
        gone.side.receivedBefore(sender, next, nowNanos);
        gone.side.openReceivedBefore(nowNanos);
    }

    /** Sets whether stable segments are kept too, for members that may return. */
    void keep(boolean value) {
        vanished.values().forEach(gone -> gone.side.streams().keep(value));
    }

    /** Whether segments of absent sites are missing. */
    boolean lacks() {
        return vanished.values().stream().anyMatch(gone -> gone.side.streams().missing() > 0);
    }

    /** The site has returned or left; returns what is known of its senders, or null. */
    ReceiverSide siteReturned(SiteId site) {
        Vanished gone = vanished.remove(site);
        return gone == null ? null : gone.side;
    }

    /** The receiver side of a vanished site, or null if the site is not one. */
    ReceiverSide side(SiteId site) {
        Vanished gone = vanished.get(site);
        return gone == null ? null : gone.side;
    }

    /** The receiver side of the vanished site from which a sender was last received, or null if there is none. */
    ReceiverSide sideWith(SenderId sender) {
        Vanished gone = with(sender);
        return gone == null ? null : gone.side;
    }

    private Vanished with(SenderId sender) {
        Vanished home = vanished.get(sender.site());
        if (home != null && home.side.streams().get(sender) != null) {
            return home;
        }
        for (Vanished part : vanished.values()) {
            if (part.side.streams().get(sender) != null) {
                return part;
            }
        }
        return home;
    }

    /** Gives up what is missing of sites that have been absent for too long. */
    void expire(long nowNanos) {
        if (vanished.isEmpty()) {
            return;
        }
        vanished.values().removeIf(gone -> {
            boolean over = nowNanos - gone.sinceNanos >= config.partitionRetentionNanos()
                    && gone.side.streams().giveUpMissing(nowNanos);
            if (over) {
                gone.side.forgetAll();
            }
            return over;
        });
    }

    /** The LAN has room again. */
    void resumeDelivery(long nowNanos) {
        vanished.values().forEach(gone -> gone.side.streams().resumeDelivery(nowNanos));
    }

    /** When a report to {@code site} is needed. */
    long reportDeadlineNanos(SiteId site) {
        long deadline = Long.MAX_VALUE;
        for (Vanished gone : vanished.values()) {
            deadline = Math.min(deadline, gone.announceNanos.getOrDefault(site, gone.sinceNanos));
            deadline = Math.min(deadline, gone.side.streams().requestDeadlineNanos(stream -> gone.asks(site, stream)));
        }
        return deadline;
    }

    void fillReport(SiteId site, WireWriter out, long nowNanos) {
        for (Vanished gone : vanished.values()) {
            if (out.remaining() < FrameType.HEADER_LENGTH + FrameType.HELD_ENTRY_LENGTH) {
                return;
            }
            if (nowNanos - gone.announceNanos.getOrDefault(site, gone.sinceNanos) >= 0) {
                int start = FrameType.begin(out, FrameType.HELD);
                gone.side.streams().writeHeld(out);
                FrameType.end(out, start);
                gone.announceNanos.put(site, nowNanos + gone.intervalNanos);
                gone.intervalNanos = Math.min(2 * gone.intervalNanos, MAX_INTERVAL_NANOS);
            }
            gone.side.streams().writeRequests(out, stream -> gone.asks(site, stream), layer.rttToReceiverNanos(site), nowNanos);
        }
    }

    /** Another site announces which segments it holds of senders of absent sites. */
    void held(SiteId from, WireReader in, long nowNanos) {
        ReceiverSide there = layer.sides().of(from);
        while (in.remaining() > 0) {
            SenderId sender = in.getSender();
            long first = in.getNumber();
            long next = in.getNumber();
            long end = in.getNumber();
            Vanished gone = with(sender);
            IncomingStream stream = gone == null ? null : gone.side.streams().get(sender);
            if (stream != null) {
                gone.held.computeIfAbsent(sender, id -> new TreeMap<>()).put(from, new Held(first, next));
                stream.receivedElsewhere(Math.max(next, end), nowNanos);
            } else if (there != null) {
                there.heldBySource(sender, next, nowNanos);
            }
        }
    }

    /** Another site lacks segments of a sender whose site is absent, or of a departed sender of its own. */
    void requested(SiteId site, SenderId sender, long first, int count) {
        // Requested again before it was sent: the later request replaces the overlapping part.
        long end = first + count;
        long wantedEnd = end;
        for (Iterator<Wanted> entries = wanted.iterator(); entries.hasNext();) {
            Wanted each = entries.next();
            if (each.site.equals(site) && each.sender.equals(sender) && each.first < end && first < each.first + each.count) {
                wantedEnd = Math.max(wantedEnd, each.first + each.count);
                entries.remove();
            }
        }
        want(site, sender, first, end);
        want(site, sender, end, wantedEnd);
    }

    private void want(SiteId site, SenderId sender, long first, long end) {
        if (first < end && wanted.size() < MAX_WANTED) {
            wanted.add(new Wanted(site, sender, first, (int) (end - first)));
        }
    }

    /** A site is no longer reached, or has a new delegate: it wants nothing, and will announce what it holds. */
    void begunAnew(SiteId site) {
        wanted.removeIf(each -> each.site.equals(site));
        vanished.values().forEach(gone -> {
            gone.held.values().forEach(holders -> holders.remove(site));
            gone.announceNanos.remove(site);
        });
    }

    boolean hasRepairs() {
        return !wanted.isEmpty();
    }

    /** Sites take turns: one that lacks much does not delay one that lacks little, or is awaited. */
    private Wanted nextWanted() {
        if (wanted.isEmpty()) {
            return null;
        }
        Wanted next = wanted.stream().filter(each -> !each.site.equals(served)).findFirst().orElse(wanted.peek());
        wanted.remove(next);
        served = next.site;
        return next;
    }

    /** Packs segments that another site lacks; returns false if no site lacks any. */
    boolean pull(OutPacket packet) {
        for (Wanted next = nextWanted(); next != null; next = nextWanted()) {
            IncomingStream stream = layer.incoming(next.sender);
            long end = next.first + next.count;
            long first = next.first;
            while (stream != null && first < end && stream.get(first) == null) {
                first++;
            }
            if (stream != null && first < end) {
                begin(packet, next.site);
                pack(packet.writer(), stream, new Wanted(next.site, next.sender, first, (int) (end - first)));
                return true;
            }
        }
        return false;
    }

    /**
     * Every other packet goes down the tree: loss is measured there, and a site that sends many repairs to another and nothing of
     * its own would not notice that the path is full.
     */
    private void begin(OutPacket packet, SiteId site) {
        if (unmeasured) {
            packet.beginData();
        } else {
            packet.beginRepair(site);
        }
        unmeasured = !unmeasured;
    }

    private void pack(WireWriter out, IncomingStream stream, Wanted run) {
        int start = FrameType.begin(out, FrameType.RUN);
        RunCodec.writeHeader(out, run.sender, run.first);
        long number = run.first;
        long end = run.first + run.count;
        for (Segment segment = stream.get(number); number < end && segment != null; segment = stream.get(number)) {
            if (RunCodec.length(segment) > out.remaining()) {
                wanted.addFirst(new Wanted(run.site, run.sender, number, (int) (end - number)));
                break;
            }
            RunCodec.writeSegment(out, segment);
            repaired++;
            number++;
        }
        if (number < end && stream.get(number) == null) {
            wanted.addFirst(new Wanted(run.site, run.sender, number, (int) (end - number)));
        }
        FrameType.end(out, start);
    }

    long repaired() {
        return repaired;
    }
}
