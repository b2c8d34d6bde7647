package org.xpand.protocols.reliability;

import java.util.List;
import java.util.Map;
import org.xpand.protocols.directory.SiteId;
import org.xpand.protocols.segment.RunCodec;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.stack.OutPacket;
import org.xpand.protocols.wire.WireWriter;

/** Packs repairs: what few sites want by unicast, what many want down the tree. */
final class RepairPacker {
    private final ReliabilityConfig config;
    private final List<OutgoingStream> streams;
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
     * Packs the oldest repair wanted and what can go with it.
     *
     * @param sites how many sites are sent to
     * @return false if none is wanted
     */
    boolean pull(OutPacket packet, int sites, long nowNanos) {
        for (OutgoingStream stream : streams) {
            if (!stream.hasRepairs()) {
                continue;
            }
            for (OutgoingStream.Repair repair : stream.repairs().values()) {
                if (repair.pending()) {
                    pack(packet, byFew(repair, sites) ? repair.wanting().first() : null, sites, nowNanos);
                    return true;
                }
            }
        }
        return false;
    }

    private boolean byFew(OutgoingStream.Repair repair, int sites) {
        return repair.wanting().size() < config.unicastBelow() * sites;
    }

    /** Packs what {@code site} wants and few others do or, if {@code site} is null, what many want. */
    private void pack(OutPacket packet, SiteId site, int sites, long nowNanos) {
        if (site == null) {
            packet.beginData();
        } else {
            packet.beginRepair(site);
        }
        WireWriter out = packet.writer();
        for (OutgoingStream stream : streams) {
            if (stream.hasRepairs() && !pack(out, stream, site, sites, nowNanos)) {
                return;
            }
        }
    }

    /** Answers false when the packet is full. */
    private boolean pack(WireWriter out, OutgoingStream stream, SiteId site, int sites, long nowNanos) {
        int start = -1;
        long expected = -1;
        for (Map.Entry<Long, OutgoingStream.Repair> entry : stream.repairs().entrySet()) {
            OutgoingStream.Repair repair = entry.getValue();
            if (!repair.pending() || (site == null ? byFew(repair, sites)
                    : !byFew(repair, sites) || !repair.wanting().contains(site))) {
                continue;
            }
            long number = entry.getKey();
            Segment segment = stream.get(number);
            boolean newRun = number != expected;
            int needed = RunCodec.length(segment)
                    + (newRun ? FrameType.HEADER_LENGTH + RunCodec.HEADER_LENGTH : 0);
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
            stream.repaired(repair, site, nowNanos);
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
