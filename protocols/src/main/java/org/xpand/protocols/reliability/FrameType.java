package org.xpand.protocols.reliability;

import org.xpand.protocols.wire.WireWriter;

/** Types of the frames in packets and reports, and how a frame is begun and ended. */
final class FrameType {
    /** Nothing: a single byte, without a length. */
    static final int PADDING = 0;
    /** Segments of one sender: {@link org.xpand.protocols.segment.RunCodec}. */
    static final int RUN = 1;
    /** Per sender: site (8), process (8), number after its last segment (8), number below which it is stable (8). */
    static final int DIGEST = 2;
    /** Start id (8), part (1), parts (1), then per sender: site (8), process (8), first number (8). */
    static final int START = 3;
    /** Per sender: site (8), process (8), next number the site needs (8), number before which segments may come (8). */
    static final int ACK = 4;
    /** Per range: site (8), process (8), first number (8), count (2). */
    static final int NAK = 5;
    /** Start id (8), or 0: segments came, but not from which numbers on this site gets what. */
    static final int START_ACK = 6;
    /** Of a site that is gone, per sender: site (8), process (8), first number held (8), next (8), end of what is known (8). */
    static final int HELD = 7;
    /** Start id (8): the source excludes this site from its send window. */
    static final int EXCLUDED = 8;
    /** For how long, ms (4): processes of the reporting site are out of touch with it, and may lack what it has acknowledged. */
    static final int KEEP = 13;
    /**
     * Before a digest or start, of senders in it of whom more is kept than what is not stable: site (8), process (8), first number
     * kept (8).
     */
    static final int KEPT = 14;

    // 9 and 10 belong to layered groups, 11 to redundancy and 12 to what is under way, which stand below this layer.

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

    /** Writes a frame's header; answers where its content starts, for {@link #end}. */
    static int begin(WireWriter out, int type) {
        out.putByte(type).putShort(0);
        return out.position();
    }

    /** Fills in the length of the frame whose content started at {@code start}. */
    static void end(WireWriter out, int start) {
        out.setShort(start - 2, out.position() - start);
    }
}
