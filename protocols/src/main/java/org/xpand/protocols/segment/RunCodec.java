package org.xpand.protocols.segment;

import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.directory.IdCache;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * Codec of a run: consecutive segments of one sender, with their sender and first number stated once. Layout: sender's
 * site (8), sender's member (8), first number (8), then per segment flags (1), length (2) and payload.
 */
public final class RunCodec {
    /** Bytes of a run before its first segment. */
    public static final int HEADER_LENGTH = 24;
    /** Bytes of a segment before its payload. */
    public static final int SEGMENT_HEADER_LENGTH = 3;

    private RunCodec() {
    }

    /** Receives the segments of runs that are read. */
    @FunctionalInterface
    public interface Sink {
        /**
         * Receives one segment. Called during the reading, in the order of the numbers.
         *
         * @param sender  the sender of the run
         * @param number  the segment's number, 0 or more
         * @param segment the segment, which the sink may keep
         */
        void segment(SenderId sender, long number, Segment segment);
    }

    /**
     * How much a segment adds to a run that has begun.
     *
     * @param segment the segment
     * @return bytes, its header included
     */
    public static int length(Segment segment) {
        return SEGMENT_HEADER_LENGTH + segment.length();
    }

    /**
     * Begins a run, with {@link #HEADER_LENGTH} bytes; its segments follow, without a gap in their numbers.
     *
     * @param out         receives the bytes; has room for them
     * @param sender      the sender of all segments of the run
     * @param firstNumber the number of the first segment, 0 or more
     */
    public static void writeHeader(WireWriter out, SenderId sender, long firstNumber) {
        out.putSender(sender).putLong(firstNumber);
    }

    /**
     * Continues a run with the next segment, {@link #length} bytes.
     *
     * @param out     receives the bytes; has room for them
     * @param segment the segment whose number follows that of the one before it
     */
    public static void writeSegment(WireWriter out, Segment segment) {
        out.putByte(segment.flags()).putShort(segment.length());
        out.putBytes(segment.array(), segment.offset(), segment.length());
    }

    /**
     * Reads one run, which fills the rest of {@code in}. Segments get copies of their bytes.
     *
     * @param in     the packet, at the beginning of the run; afterwards at its end
     * @param ids    the source of the sender's identity object
     * @param copies makes the copies
     * @param sink   receives the segments
     * @throws MalformedPacketException if it is no run; segments before the fault were passed to the sink
     */
    public static void read(WireReader in, IdCache ids, SharedCopies copies, Sink sink) {
        readWith(in, ids, copies, sink);
    }

    /**
     * Reads like {@link #read}, but the segments share the bytes of {@code in}, which nobody may change any more.
     *
     * @param in   the packet, at the beginning of the run; afterwards at its end
     * @param ids  the source of the sender's identity object
     * @param sink receives the segments
     * @throws MalformedPacketException if it is no run; segments before the fault were passed to the sink
     */
    public static void readShared(WireReader in, IdCache ids, Sink sink) {
        readWith(in, ids, null, sink);
    }

    private static void readWith(WireReader in, IdCache ids, SharedCopies copies, Sink sink) {
        SenderId sender = ids.sender(in.getLong(), in.getLong());
        long number = in.getNumber();
        while (in.remaining() > 0) {
            int flags = in.getByte();
            int length = in.getShort();
            if (!Segment.flagsAllowed(flags)) {
                throw new MalformedPacketException("segment flags " + flags);
            }
            if (length > Segment.MAX_PAYLOAD) {
                throw new MalformedPacketException("a segment of " + length + " bytes");
            }
            int start = in.position();
            in.skip(length);
            if ((flags & Segment.HEADED) != 0 && !MessageHeader.fits(in.buffer(), start, length)) {
                throw new MalformedPacketException("a segment of " + length + " bytes is too short for its header");
            }
            sink.segment(sender, number++, copies == null ? new Segment((byte) flags, in.buffer(), start, length)
                    : copies.segment((byte) flags, in.buffer(), start, length));
        }
    }
}
