package org.xpand.protocols.tfrc;

import java.util.Map;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** A receiver and the packets that it gets. */
abstract class TfrcReceiverFixture {
    static final long MS = 1_000_000;
    static final long KEY = 77;
    static final int SIZE = 1000;

    private final byte[] buffer = new byte[128];
    TfrcReceiver receiver = receiver(Map.of("ndupack", "1"));
    long next;
    long now;
    int bytes = SIZE;

    static TfrcReceiver receiver(Map<String, String> settings) {
        TfrcReceiver receiver = new TfrcReceiver(TfrcConfig.fromSettings(settings));
        receiver.identity(KEY);
        return receiver;
    }

    final void receive() {
        receive(10 * MS);
    }

    final void receive(long delayNanos) {
        receiver.packetReceived(next++, bytes, now - delayNanos, new WireReader(), now);
    }

    /** Packets a millisecond apart, with a report whenever one is due. */
    final void stream(int packets) {
        for (int i = 0; i < packets; i++) {
            now += MS;
            receive();
            if (receiver.reportDue(now)) {
                report();
            }
        }
    }

    final void announce(long key, long rttNanos) {
        announce(key, rttNanos, 10 * MS);
    }

    final void announce(long key, long rttNanos, long delayNanos) {
        WireWriter writer = new WireWriter(buffer);
        TfrcDataHeader.write(writer, key, rttNanos);
        receiver.packetReceived(next++, SIZE, now - delayNanos, new WireReader().reset(buffer, 0, writer.position()), now);
    }

    final TfrcReport report() {
        WireWriter writer = new WireWriter(buffer);
        receiver.writeReport(writer, now);
        TfrcReport report = new TfrcReport();
        report.read(new WireReader().reset(buffer, 0, writer.position()));
        return report;
    }
}
