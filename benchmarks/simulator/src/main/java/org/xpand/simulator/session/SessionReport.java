package org.xpand.simulator.session;

import org.xpand.protocols.wire.WireReader;
import org.xpand.simulator.net.Packet;
import org.xpand.simulator.net.Port;

/** A packet with a receiver's report to the source. */
final class SessionReport extends Packet {
    private final long receiver;
    private final byte[] report;

    SessionReport(Port source, int size, long receiver, byte[] report) {
        super(source, size);
        this.receiver = receiver;
        this.report = report;
    }

    long receiver() {
        return receiver;
    }

    WireReader read(WireReader reader) {
        return reader.reset(report, 0, report.length);
    }
}
