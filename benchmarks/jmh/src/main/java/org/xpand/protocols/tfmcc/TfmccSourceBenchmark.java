package org.xpand.protocols.tfmcc;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** What do a packet that leaves and a report that arrives cost the source, in a small and in a very large group? */
@State(Scope.Thread)
public class TfmccSourceBenchmark {
    private static final long INTERVAL_NANOS = 100_000;
    private static final long RTT_NANOS = 40_000_000;
    private static final int SIZE = 1000;
    private static final double LIMITING_RATE = 1e6;
    private static final int STAMP_OFFSET = Byte.BYTES + Short.BYTES;
    /** Fewer than the source remembers. */
    private static final int REPORTING = 200;

    private final TfmccSource source = new TfmccSource(TfmccConfig.recommended());
    private final TfmccDataHeader reported = new TfmccDataHeader();
    private final WireReader reader = new WireReader();
    private final byte[] header = new byte[64];
    private final WireWriter headerWriter = new WireWriter(header);
    private final byte[] report = new byte[TfmccReport.LENGTH];
    private final WireWriter reportWriter = new WireWriter(report);
    private long number;
    private long now = RTT_NANOS;
    private long stamp;
    private int reporter;

    /** Members of the group. */
    @Param({"200", "10000"})
    public int receivers;

    /** The group joins, and the first member becomes the limiting one. */
    @Setup(Level.Trial)
    public void join() {
        for (int key = 1; key <= receivers; key++) {
            source.receiverJoined(key, RTT_NANOS, now);
        }
        packet();
        now += RTT_NANOS;
        write(LIMITING_RATE, true);
        take(1);
        write(2 * LIMITING_RATE, false);
        for (int i = 0; i < REPORTING; i++) {
            reportOfAnother();
        }
    }

    private void write(double rate, boolean asClr) {
        TfmccReport written = new TfmccReport();
        written.setSender(true, asClr, reported.round(), ++stamp, RTT_NANOS);
        written.setPath(number - 1, 0, rate, rate, 0.01, 1);
        reportWriter.reset(0, TfmccReport.LENGTH);
        written.write(reportWriter);
    }

    private void take(long key) {
        reportWriter.reset(STAMP_OFFSET, STAMP_OFFSET + Long.BYTES);
        reportWriter.putLong(++stamp);
        source.reportReceived(key, reader.reset(report, 0, TfmccReport.LENGTH), now);
    }

    /** A packet leaves. */
    @Benchmark
    public long packet() {
        now += INTERVAL_NANOS;
        int length = source.headerLength(now);
        headerWriter.reset(0, header.length);
        source.packetSent(number++, SIZE, headerWriter, now);
        reported.read(reader.reset(header, 0, length));
        return source.nextDeadlineNanos();
    }

    /** The limiting receiver reports. */
    @Benchmark
    public double reportOfTheLimiting() {
        take(1);
        return source.allowedRate(now);
    }

    /** One of two hundred others reports. */
    @Benchmark
    public double reportOfAnother() {
        reporter = reporter % (REPORTING - 1) + 1;
        take(1 + reporter);
        return source.allowedRate(now);
    }
}
