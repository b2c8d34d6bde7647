package org.xpand.protocols.tfrc;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** Packets and reports cost no memory in the steady state. */
class TfrcAllocationTest {
    private static final long MS = 1_000_000;
    private static final int PACKETS = 20_000;

    private final TfrcSource source = new TfrcSource(TfrcConfig.recommended());
    private final TfrcReceiver receiver = new TfrcReceiver(TfrcConfig.recommended());
    private final WireWriter header = new WireWriter(new byte[64]);
    private final WireWriter report = new WireWriter(new byte[64]);
    private final WireReader reader = new WireReader();
    private long number;
    private long now;

    @Test
    void packetsAndReportsAllocateNothing() {
        var threads = (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
        source.receiverJoined(1, 20 * MS, now);
        receiver.identity(1);
        long thread = Thread.currentThread().getId();
        run();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            long before = threads.getThreadAllocatedBytes(thread);
            run();
            least = Math.min(least, threads.getThreadAllocatedBytes(thread) - before);
        }
        assertThat(receiver.stats(now).reports()).isGreaterThan(1000);
        assertThat(least).as("bytes for %d packets", PACKETS).isLessThan(PACKETS / 4);
    }

    private void run() {
        for (int i = 0; i < PACKETS; i++) {
            now += MS;
            header.reset(0, 64);
            source.headerLength(now);
            source.packetSent(number, 1000, header, now);
            if (number++ % 100 != 50) {
                reader.reset(header.buffer(), 0, header.position());
                receiver.packetReceived(number - 1, 1000, now, reader, now);
            }
            if (receiver.reportDue(now)) {
                report.reset(0, 64);
                receiver.writeReport(report, now);
                source.reportReceived(1, reader.reset(report.buffer(), 0, report.position()), now);
            }
        }
    }
}
