package org.xpand.protocols.relay;

import java.util.ArrayList;
import java.util.List;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.segment.RunCodec;
import org.xpand.protocols.segment.Segment;

/** Packs segments of one group into LAN messages as long as the LAN takes them now, or of a single segment. Not thread-safe. */
public final class SegmentBatch {
    private final int kind;
    private final GroupId group;
    private final LanOut lan;
    private final List<SegmentMessage.Run> runs = new ArrayList<>();
    private final List<Segment> segments = new ArrayList<>();
    private SenderId sender;
    private long firstNumber;
    private int runStart;
    private int length;

    /**
     * @param kind  {@link LanMessage#LOCAL_SEGMENTS} or {@link LanMessage#RELAYED_SEGMENTS}
     * @param group the group's identity
     * @param lan   says how long a message may be
     */
    public SegmentBatch(int kind, GroupId group, LanOut lan) {
        this.kind = kind;
        this.group = group;
        this.lan = lan;
        clear();
    }

    private void clear() {
        runs.clear();
        segments.clear();
        sender = null;
        runStart = 0;
        length = LanMessage.GROUP_HEADER_LENGTH;
    }

    /** Whether nothing is packed. */
    boolean isEmpty() {
        return segments.isEmpty();
    }

    /**
     * Packs a segment. Segments of one sender with consecutive numbers share a header.
     *
     * @param from    its sender
     * @param number  its number
     * @param segment the segment, which is not copied
     * @return false if the message is full: the segment is not packed, and {@link #take} has to be called before it is added again
     */
    public boolean add(SenderId from, long number, Segment segment) {
        boolean continues = from.equals(sender) && number == firstNumber + segments.size() - runStart;
        int needed = RunCodec.length(segment) + (continues ? 0 : Short.BYTES + RunCodec.HEADER_LENGTH);
        if (!segments.isEmpty() && needed > lan.mostLength() - length) {
            return false;
        }
        if (!continues) {
            endRun();
            sender = from;
            firstNumber = number;
        }
        segments.add(segment);
        length += needed;
        return true;
    }

    private void endRun() {
        if (sender != null) {
            runs.add(new SegmentMessage.Run(sender, firstNumber, runStart, segments.size()));
        }
        runStart = segments.size();
    }

    /** {@return the message of what was packed; the batch is empty afterwards} */
    public SegmentMessage take() {
        endRun();
        SegmentMessage message = new SegmentMessage(kind, group, List.copyOf(runs), segments.toArray(Segment[]::new), length);
        clear();
        return message;
    }
}
