package org.xpand.protocols.reliability;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.xpand.protocols.directory.SenderId;
import org.xpand.protocols.directory.SiteId;
import org.xpand.protocols.segment.RunCodec;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.stack.OutPacket;
import org.xpand.protocols.wire.WireWriter;

/** The source half of the reliability layer: chooses what leaves next and packs it: control, then repairs, then new. */
final class SourceSide {
    private final ReliabilityConfig config;
    private final ReliabilityLayer layer;
    private final Delivery delivery;
    private final TreeMap<SenderId, OutgoingStream> streams = new TreeMap<>();
    private final List<OutgoingStream> turns = new ArrayList<>();
    private final TreeMap<SiteId, Starting> starting = new TreeMap<>();
    private final TreeMap<SiteId, Long> receivers = new TreeMap<>();
    private int turn;
    private long startCount;
    private long lastSentNanos;
    private long digestIntervalNanos;
    private long refusedSegments;
    private long repairSegments;
    private long newSegments;
    private long digests;

    SourceSide(ReliabilityConfig config, ReliabilityLayer layer, Delivery delivery) {
        this.config = config;
        this.layer = layer;
        this.delivery = delivery;
        this.digestIntervalNanos = config.minDigestNanos();
    }

    boolean offer(SenderId sender, long number, Segment segment) {
        OutgoingStream stream = streams.get(sender);
        if (stream == null) {
            if (streams.size() >= config.maxSenders()) {
                refusedSegments++;
                return false;
            }
            stream = new OutgoingStream(sender, number, config.windowSegments());
            receivers.keySet().forEach(stream::addReceiver);
            streams.put(sender, stream);
            turns.add(stream);
        }
        if (!stream.accept(number, segment)) {
            refusedSegments++;
            return false;
        }
        if (receivers.isEmpty()) {
            stream.skipUnsent();
        }
        return true;
    }

    void localProgress(SenderId sender, long next, long limit) {
        OutgoingStream stream = streams.get(sender);
        if (stream != null) {
            stream.localProgress(next, limit);
            publish(stream);
            forgetDone(stream);
        }
    }

    /** A sender will send nothing more; what it sent is kept until it is stable. */
    void retire(SenderId sender) {
        OutgoingStream stream = streams.get(sender);
        if (stream != null) {
            stream.retire();
            forgetRetired();
        }
    }

    private void forgetRetired() {
        turns.removeIf(OutgoingStream::done);
        streams.values().removeIf(OutgoingStream::done);
    }

    void siteJoined(SiteId site, long nowNanos) {
        long startId = ++startCount;
        TreeMap<SenderId, Long> numbers = new TreeMap<>();
        streams.forEach((sender, stream) -> numbers.put(sender, stream.addReceiver(site)));
        receivers.put(site, startId);
        starting.put(site, new Starting(startId, numbers, nowNanos));
    }

    /** The site's new delegate gets everything from what the site's members are known to have. */
    void siteRestarted(SiteId site, long nowNanos) {
        long startId = ++startCount;
        TreeMap<SenderId, Long> numbers = new TreeMap<>();
        streams.forEach((sender, stream) -> numbers.put(sender, stream.restartReceiver(site)));
        receivers.put(site, startId);
        starting.put(site, new Starting(startId, numbers, nowNanos));
    }

    void siteLeft(SiteId site) {
        receivers.remove(site);
        starting.remove(site);
        for (OutgoingStream stream : turns) {
            stream.removeReceiver(site);
            if (receivers.isEmpty()) {
                stream.skipUnsent();
            }
            publish(stream);
        }
        forgetRetired();
    }

    void startAcknowledged(SiteId site, long startId) {
        Starting start = starting.get(site);
        if (start != null && start.id == startId) {
            starting.remove(site);
        }
    }

    boolean acknowledged(SiteId site, SenderId sender, long next, long limit) {
        OutgoingStream stream = streams.get(sender);
        if (stream == null || !stream.acknowledged(site, next, limit)) {
            return false;
        }
        publish(stream);
        forgetDone(stream);
        return true;
    }

    void requested(SiteId site, SenderId sender, long first, int count, long nowNanos) {
        OutgoingStream stream = streams.get(sender);
        if (stream == null) {
            return;
        }
        long hold = layer.rttToReceiverNanos(site);
        long end = Math.min(first + count, stream.nextToSend());
        for (long number = Math.max(first, stream.stable()); number < end; number++) {
            stream.requested(site, number, hold, nowNanos);
        }
    }

    private void forgetDone(OutgoingStream stream) {
        if (stream.done()) {
            forgetRetired();
        }
    }

    private void publish(OutgoingStream stream) {
        stream.release();
        delivery.progress(stream.sender(), stream.stable(), stream.limit());
    }

    boolean pull(OutPacket packet, long nowNanos) {
        return pullStart(packet, nowNanos) || pullRepair(packet, nowNanos) || pullNew(packet, nowNanos)
                || pullDigest(packet, nowNanos);
    }

    private boolean pullStart(OutPacket packet, long nowNanos) {
        for (Map.Entry<SiteId, Starting> entry : starting.entrySet()) {
            Starting start = entry.getValue();
            if (start.nextNanos <= nowNanos) {
                packet.beginRepair(entry.getKey());
                start.writePart(packet.writer(), nowNanos + config.startIntervalNanos(), nowNanos);
                return true;
            }
        }
        return false;
    }

    private boolean pullNew(OutPacket packet, long nowNanos) {
        boolean begun = false;
        for (int looked = 0; looked < turns.size(); looked++) {
            OutgoingStream stream = turns.get((turn + looked) % turns.size());
            if (!stream.hasNew()) {
                continue;
            }
            if (!begun) {
                packet.beginData();
                begun = true;
                turn = (turn + looked + 1) % turns.size();
            }
            if (!packNew(packet.writer(), stream)) {
                break;
            }
        }
        if (begun) {
            lastSentNanos = nowNanos;
            digestIntervalNanos = firstDigestInterval();
        }
        return begun;
    }

    /** Answers whether there may be room for another sender's segments. */
    private boolean packNew(WireWriter out, OutgoingStream stream) {
        int needed = FrameType.HEADER_LENGTH + RunCodec.HEADER_LENGTH
                + RunCodec.length(stream.get(stream.nextToSend()));
        if (needed > out.remaining()) {
            return false;
        }
        int start = FrameType.begin(out, FrameType.RUN);
        RunCodec.writeHeader(out, stream.sender(), stream.nextToSend());
        while (stream.hasNew()) {
            Segment segment = stream.get(stream.nextToSend());
            if (RunCodec.length(segment) > out.remaining()) {
                break;
            }
            RunCodec.writeSegment(out, segment);
            stream.sent();
            newSegments++;
        }
        FrameType.end(out, start);
        return true;
    }

    private boolean pullRepair(OutPacket packet, long nowNanos) {
        for (OutgoingStream stream : turns) {
            if (!stream.hasRepairs()) {
                continue;
            }
            for (OutgoingStream.Repair repair : stream.repairs().values()) {
                if (repair.pending()) {
                    packRepairs(packet, wantedByFew(repair) ? repair.wanting().first() : null, nowNanos);
                    return true;
                }
            }
        }
        return false;
    }

    private boolean wantedByFew(OutgoingStream.Repair repair) {
        return repair.wanting().size() < config.unicastBelow() * receivers.size();
    }

    /** Packs what {@code site} wants and few others do or, if {@code site} is null, what many want. */
    private void packRepairs(OutPacket packet, SiteId site, long nowNanos) {
        if (site == null) {
            packet.beginData();
            lastSentNanos = nowNanos;
        } else {
            packet.beginRepair(site);
        }
        WireWriter out = packet.writer();
        for (OutgoingStream stream : turns) {
            if (stream.hasRepairs() && !packRepairs(out, stream, site, nowNanos)) {
                return;
            }
        }
    }

    /** Answers false when the packet is full. */
    private boolean packRepairs(WireWriter out, OutgoingStream stream, SiteId site, long nowNanos) {
        int start = -1;
        long expected = -1;
        for (Map.Entry<Long, OutgoingStream.Repair> entry : stream.repairs().entrySet()) {
            OutgoingStream.Repair repair = entry.getValue();
            if (!repair.pending() || (site == null ? wantedByFew(repair)
                    : !wantedByFew(repair) || !repair.wanting().contains(site))) {
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
            repairSegments++;
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

    private boolean pullDigest(OutPacket packet, long nowNanos) {
        if (nowNanos - lastSentNanos < digestIntervalNanos || !anyUnstable()) {
            return false;
        }
        packet.beginData();
        WireWriter out = packet.writer();
        int start = FrameType.begin(out, FrameType.DIGEST);
        for (OutgoingStream stream : turns) {
            if (stream.unstable() && out.remaining() >= FrameType.DIGEST_ENTRY_LENGTH) {
                out.putLong(stream.sender().site().value()).putLong(stream.sender().process())
                        .putLong(stream.nextToSend());
            }
        }
        FrameType.end(out, start);
        digests++;
        lastSentNanos = nowNanos;
        digestIntervalNanos = Math.min(2 * digestIntervalNanos, config.maxDigestNanos());
        return true;
    }

    private boolean anyUnstable() {
        if (receivers.isEmpty()) {
            return false;
        }
        for (OutgoingStream stream : turns) {
            if (stream.unstable()) {
                return true;
            }
        }
        return false;
    }

    /** A digest sooner than an acknowledgement can be back would be in vain. */
    private long firstDigestInterval() {
        long longest = config.minDigestNanos();
        for (SiteId site : receivers.keySet()) {
            longest = Math.max(longest, layer.rttToReceiverNanos(site) + 2 * config.ackDelayNanos());
        }
        return Math.min(longest, config.maxDigestNanos());
    }

    long nextDeadlineNanos(long nowNanos) {
        for (OutgoingStream stream : turns) {
            if (stream.hasNew() || stream.hasRepairs()) {
                return nowNanos;
            }
        }
        long deadline = anyUnstable() ? lastSentNanos + digestIntervalNanos : Long.MAX_VALUE;
        for (Starting start : starting.values()) {
            deadline = Math.min(deadline, start.nextNanos);
        }
        return deadline;
    }

    /** Segments accepted and not yet sent. */
    long backlogSegments() {
        long backlog = 0;
        for (OutgoingStream stream : turns) {
            backlog += stream.end() - stream.nextToSend();
        }
        return backlog;
    }

    long unstableSegments() {
        long unstable = 0;
        for (OutgoingStream stream : turns) {
            unstable += stream.end() - stream.stable();
        }
        return unstable;
    }

    int senders() {
        return streams.size();
    }

    long refusedSegments() {
        return refusedSegments;
    }

    long repairSegments() {
        return repairSegments;
    }

    long newSegments() {
        return newSegments;
    }

    long digests() {
        return digests;
    }

    /** A site that must still be told from which numbers on it gets what. */
    private static final class Starting {
        private static final int ENTRIES_PER_PART = 48;

        private final long id;
        private final List<Map.Entry<SenderId, Long>> numbers;
        private final int parts;
        private int nextPart;
        private long nextNanos;

        private Starting(long id, TreeMap<SenderId, Long> numbers, long nowNanos) {
            this.id = id;
            this.numbers = List.copyOf(numbers.entrySet());
            this.parts = Math.max(1, (numbers.size() + ENTRIES_PER_PART - 1) / ENTRIES_PER_PART);
            this.nextNanos = nowNanos;
        }

        private void writePart(WireWriter out, long repeatNanos, long nowNanos) {
            int start = FrameType.begin(out, FrameType.START);
            out.putLong(id).putByte(nextPart).putByte(parts);
            int from = nextPart * ENTRIES_PER_PART;
            for (Map.Entry<SenderId, Long> entry
                    : numbers.subList(from, Math.min(numbers.size(), from + ENTRIES_PER_PART))) {
                out.putLong(entry.getKey().site().value()).putLong(entry.getKey().process()).putLong(entry.getValue());
            }
            FrameType.end(out, start);
            nextPart = (nextPart + 1) % parts;
            nextNanos = nextPart == 0 ? repeatNanos : nowNanos;
        }
    }
}
