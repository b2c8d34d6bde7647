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
     * Hands the segments of a message to the sink.
     *
     * @param in at what follows the group
     * @throws MalformedPacketException if it is none; segments before the fault were handed over
     */
    void read(WireReader in, RunCodec.Sink sink) {
        while (in.remaining() > 0) {
            RunCodec.read(run.resetTo(in, in.getShort()), ids, sink);
        }
    }
}
