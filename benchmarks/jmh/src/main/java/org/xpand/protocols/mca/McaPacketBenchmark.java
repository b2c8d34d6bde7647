package org.xpand.protocols.mca;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/**
 * What do both roles together cost for each packet: the source's header and rate, the receiver's accumulation, and the
 * reports that this makes due, taken by the source? The queue of the path fills and drains, so that there is congestion.
 */
@State(Scope.Thread)
public class McaPacketBenchmark {
    private static final int SIZE = 1400;
    private static final long INTERVAL_NANOS = 100_000;
    private static final long DELAY_NANOS = 10_000_000;
    private static final int QUEUE_PACKETS = 32;

    private final McaSource source = new McaSource(McaConfig.recommended());
    private final McaReceiver receiver = new McaReceiver(McaConfig.recommended());
    private final byte[] buffer = new byte[128];
    private final WireWriter writer = new WireWriter(buffer);
    private final WireReader reader = new WireReader();
    private long number;

    /** One receiver, known to the source. */
    public McaPacketBenchmark() {
        receiver.identity(1);
        source.receiverJoined(1, 2 * DELAY_NANOS, 0);
    }

    /** A packet leaves and arrives, and a report, if one is due. */
    @Benchmark
    public double packet() {
        number++;
        long sent = number * INTERVAL_NANOS;
        long queue = Math.abs(number % (2L * QUEUE_PACKETS) - QUEUE_PACKETS) * INTERVAL_NANOS / 2;
        long arrives = sent + DELAY_NANOS + queue;
        writer.reset(0, buffer.length);
        source.headerLength(sent);
        source.packetSent(number, SIZE, writer, sent);
        receiver.packetReceived(number, SIZE, sent, reader.reset(buffer, 0, writer.position()), arrives);
        if (receiver.reportDue(arrives)) {
            writer.reset(0, buffer.length);
            receiver.writeReport(writer, arrives);
            source.reportReceived(1, reader.reset(buffer, 0, writer.position()), arrives + DELAY_NANOS);
        }
        return source.allowedRate(sent);
    }
}
