package org.xpand.protocols.reliability;

import java.util.List;
import org.xpand.protocols.api.ReliabilityConfig;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.segment.RunCodec;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.stack.OutPacket;
import org.xpand.protocols.wire.WireWriter;

/** Packs repairs: those that few sites want by unicast, those that many want down the tree. */
final class RepairPacker {
    private final ReliabilityConfig config;
    private final List<OutgoingStream> streams;
    private SiteId served;
    private long repaired;

    /**
     * @param streams the streams in the order of their turns; not changed here
     */
    RepairPacker(ReliabilityConfig config, List<OutgoingStream> streams) {
        this.config = config;
        this.streams = streams;
    }

    /** Segments sent again so far. */
    long repaired() {
        return repaired;
    }

    /**
     * Packs what one site wants, with suitable other repairs; the sites take turns, so that one that lacks much does not
     * delay one that lacks little.
     *
     * @param sites    how many sites receive
     * @param measured whether the packet goes down the tree in any case: loss is measured there, and a site that sends only
     *                 repairs to few sites would not notice that the path is full
     * @return false if nothing is wanted
     */
    boolean pull(OutPacket packet, int sites, boolean measured, long nowNanos) {
        SiteId site = nextSite();
        if (site == null) {
            return false;
        }
        served = site;
        boolean few = oldestIsWantedByFew(site, sites);
        boolean alone = few && !measured;
        if (alone) {
            packet.beginRepair(site);
        } else {
            packet.beginData();
        }
        for (OutgoingStream stream : streams) {
            if (!pack(packet, stream, site, few, sites, nowNanos)) {
                break;
            }
        }
        return true;
    }

    private SiteId nextSite() {
        SiteId first = null;
        SiteId after = null;
        // By index: an iterator would be allocated for each packet.
        for (int i = 0; i < streams.size(); i++) {
            PendingRepairs repairs = streams.get(i).repairs();
            first = lower(first, repairs.firstSite());
            after = lower(after, served == null ? null : repairs.siteAfter(served));
        }
        return after == null ? first : after;
    }

    private static SiteId lower(SiteId one, SiteId other) {
        return one == null || other != null && other.compareTo(one) < 0 ? other : one;
    }

    private boolean oldestIsWantedByFew(SiteId site, int sites) {
        for (OutgoingStream stream : streams) {
            long number = stream.repairs().next(site, 0);
            if (number >= 0) {
                return byFew(stream.repairs().wanting(number), sites);
            }
        }
        throw new IllegalStateException("site " + site + " wants nothing");
    }

    private boolean byFew(int wanting, int sites) {
        return wanting < config.unicastBelow() * sites;
    }

    /** Packs what {@code site} wants, either what few others do or what many do; returns false when the packet is full. */
    private boolean pack(OutPacket packet, OutgoingStream stream, SiteId site, boolean few, int sites, long nowNanos) {
        WireWriter out = packet.writer();
        PendingRepairs wanted = stream.repairs();
        int start = -1;
        long expected = -1;
        for (long number = wanted.next(site, 0); number >= 0; number = wanted.next(site, number + 1)) {
            if (few != byFew(wanted.wanting(number), sites)) {
                continue;
            }
            Segment segment = stream.get(number);
            boolean newRun = number != expected;
            int needed = RunCodec.length(segment)
                    + (newRun ? FrameType.HEADER_LENGTH + RunCodec.HEADER_LENGTH : 0);
            packet.makeRoom(needed);
            if (needed > out.remaining()) {
                endRun(out, start);
                return false;
            }
            if (newRun) {
                endRun(out, start);
                start = FrameType.begin(out, FrameType.RUN);
                RunCodec.writeHeader(out, stream.sender(), number);
            }
            RunCodec.writeSegment(out, segment);
            wanted.sent(number, packet.destination(), nowNanos);
            repaired++;
            expected = number + 1;
        }
        endRun(out, start);
        return true;
    }

    private static void endRun(WireWriter out, int start) {
        if (start >= 0) {
            FrameType.end(out, start);
        }
    }
}
