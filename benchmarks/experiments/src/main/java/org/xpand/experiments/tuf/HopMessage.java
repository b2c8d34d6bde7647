package org.xpand.experiments.tuf;

import org.xpand.protocols.wire.WireReader;
import org.xpand.simulator.net.Packet;
import org.xpand.simulator.net.Port;

/** What the hops at the two ends of a link report to each other. */
final class HopMessage extends Packet {
    private final byte[] content;

    HopMessage(Port port, int size, byte[] content) {
        super(port, size);
        this.content = content;
    }

    WireReader read(WireReader reader) {
        return reader.reset(content, 0, content.length);
    }
}
