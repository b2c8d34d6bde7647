package org.xpand.simulator.session;

import org.xpand.protocols.wire.WireReader;
import org.xpand.simulator.net.MulticastGroup;
import org.xpand.simulator.net.Packet;
import org.xpand.simulator.net.Port;

/** A numbered packet of a session with the strategy's header. */
final class SessionData extends Packet {
    private final long number;
    private final long sentNanos;
    private final byte[] header;

    SessionData(MulticastGroup group, int size, long number, long sentNanos, byte[] header) {
        super(group, size);
        this.number = number;
        this.sentNanos = sentNanos;
        this.header = header;
    }

    SessionData(Port port, int size, long number, long sentNanos, byte[] header) {
        super(port, size);
        this.number = number;
        this.sentNanos = sentNanos;
        this.header = header;
    }

    long number() {
        return number;
    }

    long sentNanos() {
        return sentNanos;
    }

    WireReader readHeader(WireReader reader) {
        return reader.reset(header, 0, header.length);
    }
}
