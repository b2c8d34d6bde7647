package org.xpand.protocols.reliability;

import java.util.List;
import org.xpand.protocols.segment.RunCodec;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.stack.OutPacket;
import org.xpand.protocols.wire.WireWriter;

/** Packs segments that are sent for the first time; the senders take turns. */
final class NewSegments {
    private final List<OutgoingStream> streams;
    private final StartAnnouncements starting;
    private int turn;
    private long segments;
    private long segmentBytes;

    /**
     * @param streams  all local senders' streams; a live list
     * @param starting announcements that must arrive before segments of a sender that does not begin at 0 are sent
     */
    NewSegments(List<OutgoingStream> streams, StartAnnouncements starting) {
        this.streams = streams;
        this.starting = starting;
    }

    /** Makes a packet of new segments; returns false if none may be sent. */
    boolean pull(OutPacket packet) {
        boolean begun = false;
        for (int looked = 0; looked < streams.size(); looked++) {
            OutgoingStream stream = streams.get((turn + looked) % streams.size());
            if (!maySend(stream)) {
                continue;
            }
            if (!begun) {
                packet.beginData();
                begun = true;
                turn = (turn + looked + 1) % streams.size();
            }
            if (!pack(packet, stream)) {
                break;
            }
        }
        return begun;
    }

    /** Whether there is more to send now. */
    boolean follow() {
        for (int i = 0; i < streams.size(); i++) {
            if (streams.get(i).hasNew()) {
                return true;
            }
        }
        return false;
    }

    /** Whether a segment of this stream may be sent for the first time. */
    boolean maySend(OutgoingStream stream) {
        return stream.hasNew() && !mustAwaitStarts(stream);
    }

    /** A site that does not know a sender's start number would treat its first segment as one after a loss. */
    private boolean mustAwaitStarts(OutgoingStream stream) {
        if (stream.awaitsStarts() && starting.isEmpty()) {
            stream.awaitsStarts(false);
        }
        return stream.awaitsStarts();
    }

    /** Returns whether there may be room for another sender's segments. */
    private boolean pack(OutPacket packet, OutgoingStream stream) {
        WireWriter out = packet.writer();
        int needed = FrameType.HEADER_LENGTH + RunCodec.HEADER_LENGTH
                + RunCodec.length(stream.get(stream.nextToSend()));
        packet.makeRoom(needed);
        if (needed > out.remaining()) {
            return false;
        }
        int start = FrameType.begin(out, FrameType.RUN);
        long first = stream.nextToSend();
        RunCodec.writeHeader(out, stream.sender(), first);
        while (stream.hasNew()) {
            Segment segment = stream.get(stream.nextToSend());
            // A short packet now, if segments no longer match the packet length for which they were cut; full ones afterwards.
            if (RunCodec.length(segment) > out.remaining() || segment.opens() && stream.nextToSend() != first) {
                break;
            }
            RunCodec.writeSegment(out, segment);
            stream.sent();
            segments++;
            segmentBytes += RunCodec.length(segment);
        }
        FrameType.end(out, start);
        return true;
    }

    /** Segments sent. */
    long segments() {
        return segments;
    }

    /** Their bytes, with their headers in runs. */
    long segmentBytes() {
        return segmentBytes;
    }
}
