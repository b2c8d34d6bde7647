package org.xpand.protocols.reliability;

import org.xpand.protocols.wire.WireWriter;

/**
 * Makes packets that differ by little one length. Those of one length go through the system together, and the first that is
 * shorter ends their row: if others follow, a few bytes cost less.
 */
final class Padding {
    private static final int MOST = 8;

    private int lastLength;

    /** The packet is complete; {@code othersFollow} says whether there is more to send now. */
    void fill(WireWriter out, boolean othersFollow) {
        int missing = lastLength - out.position();
        // What the rate control's header left of the packet before may be more than it leaves of this one.
        if (othersFollow && missing > 0 && missing <= Math.min(MOST, out.remaining())) {
            for (; missing > 0; missing--) {
                out.putByte(FrameType.PADDING);
            }
        }
        lastLength = out.position();
    }
}
