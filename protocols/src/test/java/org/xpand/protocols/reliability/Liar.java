package org.xpand.protocols.reliability;

import static org.xpand.protocols.reliability.TestSite.MS;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.xpand.protocols.api.ReliabilityConfig;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.segment.RunCodec;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.stack.PacketKind;
import org.xpand.protocols.wire.WireWriter;

/** A site whose frames are written by hand, and the one that receives them, with the least of windows. */
final class Liar {
    /** Most numbers that are kept of a sender. */
    static final int KEPT = 16;
    static final ReliabilityConfig CONFIG = config(2);
    /** How long something is to be said over. */
    static final long OVER = CONFIG.startIntervalNanos();

    final TestSite site = new TestSite(1, CONFIG);
    final TestSite receiver = new TestSite(2, CONFIG);
    final SenderId sender = site.sender;

    Liar() {
        receiver.layer.siteJoined(site.id, TestSite.RTT, 0);
    }

    private static ReliabilityConfig config(int maxSenders) {
        ReliabilityConfig all = ReliabilityConfig.defaults();
        return new ReliabilityConfig(KEPT, maxSenders, all.reorderDelayNanos(), all.requestIntervalRtts(),
                all.minRequestNanos(), all.maxRequestNanos(), all.ackDelayNanos(), all.minDigestNanos(), all.maxDigestNanos(),
                all.startIntervalNanos(), all.partitionRetentionNanos(), KEPT * Segment.LEAST_COST, all.heldIntervalNanos(),
                all.unicastBelow());
    }

    /** Sends one frame. */
    void sends(PacketKind kind, int type, Consumer<WireWriter> content, long nowNanos) {
        WireWriter out = new WireWriter(new byte[1200]);
        int start = FrameType.begin(out, type);
        content.accept(out);
        FrameType.end(out, start);
        byte[] body = Arrays.copyOf(out.buffer(), out.position());
        receiver.receive(List.of(new TestSite.Sent(site, kind, receiver.id, body, body.length)), nowNanos);
    }

    void starts(long id, long nowNanos) {
        startsPart(id, 0, 1, nowNanos);
    }

    void startsPart(long id, int part, int parts, long nowNanos) {
        sends(PacketKind.REPAIR, FrameType.START, out -> out.putLong(id).putByte(part).putByte(parts), nowNanos);
    }

    /** Begins, and says that the sender is received from this number on. */
    void starts(long id, long first, long nowNanos) {
        sends(PacketKind.REPAIR, FrameType.START, out -> out.putLong(id).putByte(0).putByte(1).putSender(sender).putLong(first), nowNanos);
    }

    void excludes(long id, long nowNanos) {
        sends(PacketKind.REPAIR, FrameType.EXCLUDED, out -> out.putLong(id), nowNanos);
    }

    void digests(long end, long stable, long nowNanos) {
        sends(PacketKind.DATA, FrameType.DIGEST, out -> out.putSender(sender).putLong(end)
                .putLong(stable), nowNanos);
    }

    void sends(long first, int count, long nowNanos) {
        sends(sender, first, count, nowNanos);
    }

    void sends(SenderId of, long first, int count, long nowNanos) {
        sends(PacketKind.DATA, FrameType.RUN, out -> {
            RunCodec.writeHeader(out, of, first);
            for (int i = 0; i < count; i++) {
                RunCodec.writeSegment(out, new Segment((byte) (Segment.FIRST | Segment.LAST), new byte[1]));
            }
        }, nowNanos);
    }

    /** The start that the other site acknowledges now: 0 if it asks for one, -1 if it says nothing of it. */
    long acknowledged(long nowNanos) {
        for (TestSite.Sent report : receiver.report(site, nowNanos)) {
            byte[] body = report.body();
            if (body[0] == FrameType.START_ACK) {
                long id = 0;
                for (int i = 0; i < Long.BYTES; i++) {
                    id = id << 8 | body[FrameType.HEADER_LENGTH + i] & 0xFF;
                }
                return id;
            }
        }
        return -1;
    }

    long implausible() {
        return receiver.layer.stats().implausible();
    }

    /** When something that is said now for the {@code time}-th time is said, so that the third one convinces. */
    static long time(int time) {
        return (100 + time * 100L) * MS;
    }
}
