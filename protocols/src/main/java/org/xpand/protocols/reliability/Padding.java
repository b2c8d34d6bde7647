package org.xpand.protocols.reliability;

import org.xpand.protocols.segment.MessageHeader;
import org.xpand.protocols.segment.RunCodec;
import org.xpand.protocols.wire.WireWriter;

/**
 * Gives packets of similar length the same length. Packets of one length are sent as one GSO batch, and the first
 * shorter one ends it: if others follow, a few bytes cost less.
 */
final class Padding {
    /** A packet stays so much shorter where not even the header of the next message fits. */
    static final int MOST = RunCodec.SEGMENT_HEADER_LENGTH + MessageHeader.MAX_LENGTH;

    private int lastLength;

    /** The packet is complete; {@code othersFollow} is whether there is more to send now. */
    void fill(WireWriter out, boolean othersFollow) {
        int missing = lastLength - out.position();
        // The rate control's header may have left more room in the previous packet than in this one.
        if (othersFollow && missing > 0 && missing <= Math.min(MOST, out.remaining())) {
            for (; missing > 0; missing--) {
                out.putByte(FrameType.PADDING);
            }
        }
        lastLength = out.position();
    }
}
