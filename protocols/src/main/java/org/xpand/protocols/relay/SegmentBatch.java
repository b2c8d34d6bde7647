package org.xpand.protocols.relay;

import java.util.Arrays;
import org.xpand.protocols.directory.IdCache;
import org.xpand.protocols.directory.SenderId;
import org.xpand.protocols.segment.RunCodec;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** Packs segments of one group into LAN messages of at most {@link LanMessage#MAX_LENGTH} bytes. Not thread-safe. */
public final class SegmentBatch {
    private static final int HEADER_LENGTH = 2 + Long.BYTES;

    private final WireWriter out = new WireWriter(new byte[LanMessage.MAX_LENGTH]);
    private final WireReader reading = new WireReader();
    private final IdCache ids = new IdCache();
    private final int kind;
    private final long group;
    private SenderId sender;
    private long expected;
    private int runStart;

    /**
     * @param kind  {@link LanMessage#LOCAL_SEGMENTS} or {@link LanMessage#REMOTE_SEGMENTS}
     * @param group the group's identity
     */
    public SegmentBatch(int kind, long group) {
        this.kind = kind;
        this.group = group;
        clear();
    }

    private void clear() {
        LanMessage.begin(out, kind).putLong(group);
        sender = null;
    }

    /** Whether nothing is packed. */
    public boolean isEmpty() {
        return out.position() == HEADER_LENGTH;
    }

    /** Packs a segment; answers false, and has done nothing, if the message is full. */
    public boolean add(SenderId from, long number, Segment segment) {
        boolean continues = from.equals(sender) && number == expected;
        int needed = RunCodec.length(segment) + (continues ? 0 : Short.BYTES + RunCodec.HEADER_LENGTH);
        if (needed > out.remaining()) {
            return false;
        }
        if (!continues) {
            out.putShort(0);
            runStart = out.position();
            RunCodec.writeHeader(out, from, number);
            sender = from;
        }
        RunCodec.writeSegment(out, segment);
        out.setShort(runStart - Short.BYTES, out.position() - runStart);
        expected = number + 1;
        return true;
    }

    /** The message as bytes of its own; the batch is empty afterwards. */
    public byte[] take() {
        byte[] message = Arrays.copyOf(out.buffer(), out.position());
        clear();
        return message;
    }

    /** Hands the segments of a message, whose kind and group have been read, to the sink. */
    public void read(WireReader in, RunCodec.Sink sink) {
        while (in.remaining() > 0) {
            RunCodec.read(reading.resetTo(in, in.getShort()), ids, sink);
        }
    }
}
