package org.xpand.protocols.reliability;

import java.util.BitSet;
import java.util.TreeMap;
import org.xpand.protocols.directory.SenderId;
import org.xpand.protocols.directory.SiteId;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** The receiver half of the reliability layer, for what one source sends. */
final class ReceiverSide {
    private final SiteId source;
    private final ReliabilityConfig config;
    private final ReliabilityLayer layer;
    private final Delivery delivery;
    private final TreeMap<SenderId, IncomingStream> streams = new TreeMap<>();
    private final TreeMap<SenderId, Long> startNumbers = new TreeMap<>();
    private final BitSet startParts = new BitSet();
    private boolean started;
    private long incarnation;
    private long startId;
    private long startAckNanos = Long.MAX_VALUE;
    private long requests;
    private long duplicates;
    private long refused;

    ReceiverSide(SiteId source, ReliabilityConfig config, ReliabilityLayer layer, Delivery delivery) {
        this.source = source;
        this.config = config;
        this.layer = layer;
        this.delivery = delivery;
    }

    /**
     * A packet of this incarnation of the source arrived. A new delegate of the source counts its starts anew; what is
     * known of its senders stays, since their numbers are their own.
     */
    void enter(long sourceIncarnation) {
        if (incarnation != sourceIncarnation) {
            incarnation = sourceIncarnation;
            started = false;
            startParts.clear();
            startId = 0;
        }
    }

    void start(WireReader in, long nowNanos) {
        long id = in.getLong();
        int part = in.getByte();
        int parts = in.getByte();
        if (id <= 0 || part >= parts || in.remaining() % FrameType.START_ENTRY_LENGTH != 0) {
            throw new MalformedPacketException("start " + id + ", part " + part + " of " + parts);
        }
        if (id < startId) {
            return;
        }
        if (id > startId) {
            if (startId > 0) {
                streams.clear();
            }
            startId = id;
            started = false;
            startParts.clear();
            startNumbers.clear();
        }
        if (!started) {
            while (in.remaining() > 0) {
                startNumbers.put(new SenderId(new SiteId(in.getLong()), in.getLong()), in.getLong());
            }
            startParts.set(part);
            started = startParts.cardinality() == parts;
        }
        if (started) {
            startAckNanos = nowNanos;
        }
    }

    void segment(SenderId sender, long number, Segment segment, long nowNanos) {
        IncomingStream stream = stream(sender);
        if (stream == null) {
            refused++;
            return;
        }
        switch (stream.arrived(number, segment, nowNanos)) {
            case TAKEN -> stream.deliver(delivery);
            case DUPLICATE -> duplicates++;
            case REFUSED -> refused++;
        }
    }

    void digest(WireReader in, long nowNanos) {
        while (in.remaining() > 0) {
            SenderId sender = new SenderId(new SiteId(in.getLong()), in.getLong());
            long sourceEnd = in.getLong();
            IncomingStream stream = stream(sender);
            if (stream != null) {
                stream.digested(sourceEnd, nowNanos);
            }
        }
    }

    /** The stream of a sender, or null before the start is known and when there are too many senders. */
    private IncomingStream stream(SenderId sender) {
        IncomingStream stream = streams.get(sender);
        if (stream == null && started && streams.size() < config.maxSenders()) {
            stream = new IncomingStream(sender, startNumbers.getOrDefault(sender, 0L), config);
            streams.put(sender, stream);
        }
        return stream;
    }

    void siteProgress(SenderId sender, long next, long limit, long nowNanos) {
        IncomingStream stream = streams.get(sender);
        if (stream != null) {
            stream.siteProgress(next, limit, nowNanos);
        }
    }

    void resumeDelivery() {
        for (IncomingStream stream : streams.values()) {
            stream.deliver(delivery);
        }
    }

    long reportDeadlineNanos() {
        long deadline = startAckNanos;
        for (IncomingStream stream : streams.values()) {
            deadline = Math.min(deadline, stream.reportDeadlineNanos());
        }
        return deadline;
    }

    void fillReport(WireWriter out, long nowNanos) {
        if (startAckNanos != Long.MAX_VALUE && out.remaining() >= FrameType.HEADER_LENGTH + Long.BYTES) {
            int start = FrameType.begin(out, FrameType.START_ACK);
            out.putLong(startId);
            FrameType.end(out, start);
            startAckNanos = Long.MAX_VALUE;
        }
        if (out.remaining() > FrameType.HEADER_LENGTH) {
            int start = FrameType.begin(out, FrameType.ACK);
            for (IncomingStream stream : streams.values()) {
                stream.writeAck(out);
            }
            FrameType.end(out, start);
        }
        if (out.remaining() > FrameType.HEADER_LENGTH) {
            int start = FrameType.begin(out, FrameType.NAK);
            long rttNanos = layer.rttToSourceNanos(source);
            for (IncomingStream stream : streams.values()) {
                requests += stream.writeRequests(out, rttNanos, nowNanos);
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

    long refused() {
        return refused;
    }
}
