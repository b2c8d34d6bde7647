package org.xpand.protocols.tfmcc;

import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** What does a packet cost its receiver, reports included: header, RTT, loss history, receive rate, round, timer? */
@State(Scope.Thread)
public class TfmccReceiverBenchmark {
    private static final long INTERVAL_NANOS = 100_000;
    private static final long RTT_NANOS = 40_000_000;
    private static final int SIZE = 1000;
    private static final double RATE = 1e7;
    private static final int LOST_EVERY = 1000;
    private static final int PACKETS_PER_ROUND = 2400;
    private static final long KEY = 1;
    private static final int STAMP_OFFSET = TfmccDataHeader.BASE_LENGTH + Long.BYTES;

    private final TfmccReceiver receiver = new TfmccReceiver(TfmccConfig.recommended(), new SplittableRandom(1));
    private final TfmccDataHeader header = new TfmccDataHeader();
    private final WireReader reader = new WireReader();
    private final byte[] packet = new byte[64];
    private final WireWriter packetWriter = new WireWriter(packet);
    private final WireWriter reportWriter = new WireWriter(new byte[TfmccReport.LENGTH]);
    private long number;
    private long now = RTT_NANOS;
    private int round;

    /** Whether it is the limiting receiver, which reports every RTT and is echoed in every packet. */
    @Param({"true", "false"})
    public boolean limiting;

    /** A receiver that knows its key. */
    public TfmccReceiverBenchmark() {
        receiver.identity(KEY);
    }

    /** A packet arrives, and a report leaves if one is due. */
    @Benchmark
    public boolean packet() {
        number += number % LOST_EVERY == 0 ? 2 : 1;
        now += INTERVAL_NANOS;
        if (round == 0 || number % PACKETS_PER_ROUND <= 1) {
            newRound();
        }
        int length = STAMP_OFFSET - Long.BYTES;
        if (limiting) {
            packetWriter.reset(STAMP_OFFSET, STAMP_OFFSET + Long.BYTES);
            packetWriter.putLong(now - RTT_NANOS);
            length = STAMP_OFFSET + Long.BYTES;
        }
        receiver.packetReceived(number, SIZE, now - RTT_NANOS / 2, reader.reset(packet, 0, length), now);
        if (receiver.nextDeadlineNanos() <= now) {
            receiver.deadlineReached(now);
        }
        boolean due = receiver.reportDue(now);
        if (due) {
            reportWriter.reset(0, TfmccReport.LENGTH);
            receiver.writeReport(reportWriter, now);
        }
        return due;
    }

    private void newRound() {
        header.set(false, round++, 64, RATE, Double.POSITIVE_INFINITY, false, RTT_NANOS);
        if (limiting) {
            header.setClr(KEY);
            header.setEcho(KEY, 0);
        }
        packetWriter.reset(0, packet.length);
        header.write(packetWriter);
    }
}
