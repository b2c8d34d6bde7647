package org.xpand.protocols.reliability;

import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.IdCache;
import org.xpand.protocols.segment.RunCodec;
import org.xpand.protocols.segment.SharedCopies;
import org.xpand.protocols.stack.InPacket;
import org.xpand.protocols.stack.PacketKind;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;

/** Reads the frames of arriving packets, and passes each to the part of the reliability layer that it concerns. Not thread-safe. */
final class FrameIntake {
    private final ReliabilityLayer layer;
    private final Delivery delivery;
    private final SourceSide source;
    private final SenderSides sides;
    private final VanishedSites vanishedSites;
    private final Recalls recalls;
    private final RecalledSegments recalled;
    private final WireReader frame = new WireReader();
    private final IdCache ids = new IdCache();
    private final SharedCopies copies = new SharedCopies();
    private long strayAcks;
    private long straySegments;

    FrameIntake(ReliabilityLayer layer, Delivery delivery, SourceSide source, SenderSides sides, VanishedSites vanishedSites, Recalls recalls,
                RecalledSegments recalled) {
        this.layer = layer;
        this.delivery = delivery;
        this.source = source;
        this.sides = sides;
        this.vanishedSites = vanishedSites;
        this.recalls = recalls;
        this.recalled = recalled;
    }

    /** Acknowledgements of senders that are not local. */
    long strayAcks() {
        return strayAcks;
    }

    /** Segments of senders that are not received from the site that sent them. */
    long straySegments() {
        return straySegments;
    }

    /**
     * A packet of a present site arrived; of other sites nothing is read.
     *
     * @throws MalformedPacketException if no site can have written it
     */
    void receive(InPacket packet, long nowNanos) {
        ReceiverSide receiver = sides.of(packet.site());
        if (receiver == null) {
            return;
        }
        boolean report = packet.kind() == PacketKind.REPORT;
        if (!report) {
            receiver.enter(packet.incarnation());
        }
        WireReader in = packet.reader();
        copies.receivedAt(nowNanos);
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
            case FrameType.RUN -> RunCodec.read(frame, ids, copies, (sender, number, segment) -> {
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
            case FrameType.DIGEST -> {
                receiver.digest(frame, nowNanos);
                receiver.dropKept();
            }
            case FrameType.START -> {
                receiver.start(frame, nowNanos);
                receiver.dropKept();
            }
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
                            && !delivery.receivedElsewhere(site, sender, next, nowNanos)) {
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
                    if (first + count > layer.end(sender) && delivery.isLocal(sender)) {
                        delivery.requestedElsewhere(sender, first + count, nowNanos);
                    }
                    if (layer.sendsFor(site, sender) || vanishedSites.sideWith(sender) != null) {
                        vanishedSites.requested(site, sender, first, count);
                    }
                }
            }
            case FrameType.START_ACK -> source.sites().startAcknowledged(site, frame.getLong(), nowNanos);
            case FrameType.HELD -> vanishedSites.held(site, frame, nowNanos);
            case FrameType.KEEP -> layer.keepForOthers(frame.getInt() & 0xFFFF_FFFFL, nowNanos);
            default -> {
                // A frame of a later version: skipped by its length.
            }
        }
    }

    private SenderId readSender() {
        return ids.sender(frame.getLong(), frame.getLong());
    }
}
