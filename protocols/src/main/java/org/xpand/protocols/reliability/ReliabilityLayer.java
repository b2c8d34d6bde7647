package org.xpand.protocols.reliability;

import java.util.TreeMap;
import org.xpand.protocols.directory.SenderId;
import org.xpand.protocols.directory.SiteId;
import org.xpand.protocols.segment.RunCodec;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.stack.InPacket;
import org.xpand.protocols.stack.Layer;
import org.xpand.protocols.stack.OutPacket;
import org.xpand.protocols.stack.PacketKind;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;

/**
 * The top layer of a group's WAN stack: takes segments of local senders, and hands over those of remote senders in
 * order and once. Everything is bounded by {@link ReliabilityConfig}.
 */
public final class ReliabilityLayer extends Layer {
    private final ReliabilityConfig config;
    private final Delivery delivery;
    private final SourceSide source;
    private final TreeMap<SiteId, ReceiverSide> receivers = new TreeMap<>();
    private final WireReader frame = new WireReader();
    private long strayAcks;

    /**
     * @param config   settings
     * @param delivery where segments and progress go
     */
    public ReliabilityLayer(ReliabilityConfig config, Delivery delivery) {
        this.config = config;
        this.delivery = delivery;
        this.source = new SourceSide(config, this, delivery);
    }

    /**
     * Takes the next segment of a local sender. A sender's first segment may have any number.
     *
     * @return false if it is not the sender's next one or there is no room
     */
    public boolean offer(SenderId sender, long number, Segment segment) {
        return source.offer(sender, number, segment);
    }

    /** The site's own members have everything below {@code next} of a local sender, and take what is below {@code limit}. */
    public void localProgress(SenderId sender, long next, long limit) {
        source.localProgress(sender, next, limit);
    }

    /** A local sender will send nothing more. */
    public void retire(SenderId sender) {
        source.retire(sender);
    }

    /** The site's members have everything below {@code next} of a remote sender, and take what is below {@code limit}. */
    public void siteProgress(SenderId sender, long next, long limit, long nowNanos) {
        for (ReceiverSide receiver : receivers.values()) {
            receiver.siteProgress(sender, next, limit, nowNanos);
        }
    }

    /** The LAN takes segments again. */
    public void resumeDelivery() {
        receivers.values().forEach(ReceiverSide::resumeDelivery);
    }

    @Override
    public void siteJoined(SiteId site, long pathRttNanos, long nowNanos) {
        receivers.put(site, new ReceiverSide(site, config, this, delivery));
        source.siteJoined(site, nowNanos);
    }

    @Override
    public void siteRestarted(SiteId site, long nowNanos) {
        source.siteRestarted(site, nowNanos);
    }

    @Override
    public void siteLeft(SiteId site, long nowNanos) {
        receivers.remove(site);
        source.siteLeft(site);
    }

    @Override
    public boolean pull(OutPacket packet, long nowNanos) {
        return source.pull(packet, nowNanos);
    }

    @Override
    public void receive(InPacket packet, long nowNanos) {
        ReceiverSide receiver = receivers.get(packet.site());
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
            frame.resetTo(in, in.getShort());
            if (report) {
                receiveReportFrame(packet.site(), type, nowNanos);
            } else {
                receiveFrame(receiver, type, nowNanos);
            }
        }
    }

    private void receiveFrame(ReceiverSide receiver, int type, long nowNanos) {
        switch (type) {
            case FrameType.RUN -> RunCodec.read(frame,
                    (sender, number, segment) -> receiver.segment(sender, number, segment, nowNanos));
            case FrameType.DIGEST -> receiver.digest(frame, nowNanos);
            case FrameType.START -> receiver.start(frame, nowNanos);
            default -> {
                // A frame of a later version: skipped by its length.
            }
        }
    }

    private void receiveReportFrame(SiteId site, int type, long nowNanos) {
        switch (type) {
            case FrameType.ACK -> {
                while (frame.remaining() > 0) {
                    if (!source.acknowledged(site, readSender(), frame.getLong(), frame.getLong())) {
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
                }
            }
            case FrameType.START_ACK -> source.startAcknowledged(site, frame.getLong());
            default -> {
                // A frame of a later version: skipped by its length.
            }
        }
    }

    private SenderId readSender() {
        return new SenderId(new SiteId(frame.getLong()), frame.getLong());
    }

    @Override
    public long reportDeadlineNanos(SiteId site) {
        ReceiverSide receiver = receivers.get(site);
        return receiver == null ? Long.MAX_VALUE : receiver.reportDeadlineNanos();
    }

    @Override
    public void fillReport(SiteId site, OutPacket packet, long nowNanos) {
        receivers.get(site).fillReport(packet.writer(), nowNanos);
    }

    @Override
    public long nextDeadlineNanos(long nowNanos) {
        return source.nextDeadlineNanos(nowNanos);
    }

    /** What the layer has counted so far. */
    public ReliabilityStats stats() {
        long requests = 0;
        long missing = 0;
        long duplicates = 0;
        long refused = 0;
        for (ReceiverSide receiver : receivers.values()) {
            requests += receiver.requests();
            missing += receiver.missing();
            duplicates += receiver.duplicates();
            refused += receiver.refused();
        }
        return new ReliabilityStats(source.senders(), source.newSegments(), source.repairSegments(), source.digests(),
                source.backlogSegments(), source.unstableSegments(), source.refusedSegments(), requests, missing,
                duplicates, refused, strayAcks);
    }
}
