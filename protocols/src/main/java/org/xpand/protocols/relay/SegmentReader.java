package org.xpand.protocols.relay;

import org.xpand.protocols.directory.IdCache;
import org.xpand.protocols.segment.RunCodec;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;

/** Reads what {@link SegmentMessage#bytes} wrote. Not thread-safe. */
final class SegmentReader {
    private final WireReader run = new WireReader();
    private final IdCache ids = new IdCache();

    /**
     * Hands the segments of a message to the sink. They share its bytes, which nobody may change any more.
     *
     * @param in positioned after the group
     * @throws MalformedPacketException if it is malformed; segments before the fault were passed on
     */
    void read(WireReader in, RunCodec.Sink sink) {
        while (in.remaining() > 0) {
            RunCodec.readShared(run.resetTo(in, in.getShort()), ids, sink);
        }
    }
}
