package org.xpand.protocols.reliability;

import org.xpand.protocols.wire.WireWriter;

/** Types of the frames in packets and reports, and how a frame is begun and ended. */
final class FrameType {
    /** Padding: a single byte, without a length. */
    static final int PADDING = 0;
    /** Segments of one sender: {@link org.xpand.protocols.segment.RunCodec}. */
    static final int RUN = 1;
    /** Per sender: site (8), process (8), number after its last segment (8), number below which it is stable (8). */
    static final int DIGEST = 2;
    /** Start id (8), part (1), parts (1), then per sender: site (8), process (8), first number (8). */
    static final int START = 3;
    /** Per sender: site (8), process (8), next number the site needs (8), number below which segments are accepted (8). */
    static final int ACK = 4;
    /** Per range: site (8), process (8), first number (8), count (2). */
    static final int NAK = 5;
    /** Start id (8), or 0: segments arrived, but the start numbers for this site are not known. */
    static final int START_ACK = 6;
    /** Of an unreachable site, per sender: site (8), process (8), first number held (8), next (8), end of what is known (8). */
    static final int HELD = 7;
    /** Start id (8): the source no longer waits for this site. */
    static final int EXCLUDED = 8;
    /** Duration, ms (4): processes of the reporting site are disconnected from it, and may lack what it has acknowledged. */
    static final int KEEP = 13;
    /**
     * Precedes a digest or start, for senders in it with retention beyond what is not stable: site (8), process (8), first number
     * kept (8).
     */
    static final int KEPT = 14;

    // 9 and 10 belong to layered groups, 11 to redundancy and 12 to bytes in flight, whose layers are below this one.

    /** Type and length. */
    static final int HEADER_LENGTH = 3;
    static final int DIGEST_ENTRY_LENGTH = 32;
    static final int START_HEADER_LENGTH = 10;
    static final int START_ENTRY_LENGTH = 24;
    static final int KEPT_ENTRY_LENGTH = 24;
    static final int ACK_ENTRY_LENGTH = 32;
    static final int NAK_ENTRY_LENGTH = 26;
    static final int HELD_ENTRY_LENGTH = 40;

    private FrameType() {
    }

    /** Writes a frame's header; returns where its content starts, for {@link #end}. */
    static int begin(WireWriter out, int type) {
        out.putByte(type).putShort(0);
        return out.position();
    }

    /** Fills in the length of the frame whose content started at {@code start}, or takes the frame back if it has none. */
    static void end(WireWriter out, int start) {
        if (out.position() == start) {
            out.position(start - HEADER_LENGTH);
            return;
        }
        out.setShort(start - 2, out.position() - start);
    }
}
