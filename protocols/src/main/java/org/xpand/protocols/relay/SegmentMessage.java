package org.xpand.protocols.relay;

import java.util.List;
import org.xpand.protocols.api.GroupId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.lan.LanContent;
import org.xpand.protocols.segment.RunCodec;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.wire.WireWriter;

/**
 * A LAN message of segments ({@link LanMessage#LOCAL_SEGMENTS} or {@link LanMessage#RELAYED_SEGMENTS}): the sending process
 * takes the segments as objects, the others get bytes. Immutable.
 */
public final class SegmentMessage implements LanContent {
    private final int kind;
    private final GroupId group;
    private final List<Run> runs;
    private final Segment[] segments;
    private final int length;

    /** Consecutive segments of one sender, those from the index {@code start} to before {@code end}. */
    record Run(SenderId sender, long firstNumber, int start, int end) {
    }

    SegmentMessage(int kind, GroupId group, List<Run> runs, Segment[] segments, int length) {
        this.kind = kind;
        this.group = group;
        this.runs = runs;
        this.segments = segments;
        this.length = length;
    }

    /** The message's kind. */
    int kind() {
        return kind;
    }

    /** {@return the length of {@link #bytes}} */
    @Override
    public int length() {
        return length;
    }

    /** {@return the group's identity} */
    public GroupId group() {
        return group;
    }

    /** Passes the segments on in their order; the payloads are shared. */
    void forEach(RunCodec.Sink sink) {
        for (Run run : runs) {
            long number = run.firstNumber;
            for (int i = run.start; i < run.end; i++) {
                sink.segment(run.sender, number++, segments[i]);
            }
        }
    }

    /** {@return a new encoding of the message, for processes other than the sending one; any thread} */
    public byte[] bytes() {
        WireWriter out = new WireWriter(new byte[length]);
        writeTo(out);
        return out.buffer();
    }

    @Override
    public void writeTo(WireWriter out) {
        LanMessage.append(out, kind, group);
        for (Run run : runs) {
            int lengthAt = out.position();
            out.putShort(0);
            RunCodec.writeHeader(out, run.sender, run.firstNumber);
            for (int i = run.start; i < run.end; i++) {
                RunCodec.writeSegment(out, segments[i]);
            }
            out.setShort(lengthAt, out.position() - lengthAt - Short.BYTES);
        }
    }
}
