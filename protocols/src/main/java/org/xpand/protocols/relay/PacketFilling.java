package org.xpand.protocols.relay;

import java.util.ArrayList;
import java.util.List;
import org.xpand.protocols.segment.MessageHeader;
import org.xpand.protocols.segment.RunCodec;
import org.xpand.protocols.segment.Segment;

/**
 * Cuts messages that wait behind others at packet boundaries, so that the packets are full: the end of a message shares its
 * packet with the beginning of the next one. Where losses do not depend on packet length, the rate that a rate control allows
 * grows with it. Not thread-safe.
 */
final class PacketFilling {
    /** A longer message is not cut again, which would take long: its pieces of similar length nearly fill packets anyway. */
    static final int LONGEST_MESSAGE = 65_536;

    /** Room left in the packet of the last segment, including segment headers. */
    private int room;

    /** Segments follow that are not cut again; none waits that could share packets with them. */
    void follow(List<Segment> segments, int segmentBytes) {
        room = room(segmentBytes) - RunCodec.length(segments.get(segments.size() - 1));
    }

    /**
     * Cuts a message that waits behind others.
     *
     * @param segments     the segments of one message
     * @param segmentBytes payload that fills a packet with one segment
     */
    List<Segment> cut(List<Segment> segments, int segmentBytes) {
        int length = 0;
        for (int i = 0; i < segments.size(); i++) {
            length += segments.get(i).length();
        }
        if (length > LONGEST_MESSAGE) {
            List<Segment> same = new ArrayList<>(segments);
            same.set(0, opening(segments.get(0)));
            follow(segments, segmentBytes);
            return same;
        }
        if (segments.size() == 1 && RunCodec.length(segments.get(0)) <= room) {
            room -= RunCodec.length(segments.get(0));
            return segments;
        }
        Segment first = segments.get(0);
        return inOneArray(segments) ? cut(first, first.array(), first.offset(), length, segmentBytes)
                : cut(first, WholeMessage.of(segments).headed(), 0, length, segmentBytes);
    }

    private List<Segment> cut(Segment first, byte[] message, int start, int total, int segmentBytes) {
        int firstFlags = first.flags() & (Segment.FIRST | Segment.HEADED);
        // Readers of a header expect all of it in the first segment. Otherwise a single byte is worth a segment: a packet that is as long
        // as the others leaves with them in one GSO batch.
        int leastFirst = 1 + (first.headed() ? MessageHeader.length(first) : 0);
        List<Segment> pieces = new ArrayList<>(2 + total / segmentBytes);
        int offset = 0;
        do {
            int left = total - offset;
            int flags = offset == 0 ? firstFlags : 0;
            if (room - RunCodec.SEGMENT_HEADER_LENGTH < Math.min(left, offset == 0 ? leastFirst : 1)) {
                room = room(segmentBytes);
                flags |= Segment.OPENS;
            }
            int length = Math.min(left, room - RunCodec.SEGMENT_HEADER_LENGTH);
            flags |= length == left ? Segment.LAST : 0;
            Segment piece = new Segment((byte) flags, message, start + offset, length);
            pieces.add(piece);
            offset += length;
            room -= RunCodec.length(piece);
        } while (offset < total);
        return pieces;
    }

    private static boolean inOneArray(List<Segment> segments) {
        for (int i = 1; i < segments.size(); i++) {
            if (!segments.get(i - 1).isFollowedBy(segments.get(i))) {
                return false;
            }
        }
        return true;
    }

    private static Segment opening(Segment segment) {
        return segment.withFlags(segment.flags() | Segment.OPENS);
    }

    private static int room(int segmentBytes) {
        return RunCodec.SEGMENT_HEADER_LENGTH + segmentBytes;
    }
}
