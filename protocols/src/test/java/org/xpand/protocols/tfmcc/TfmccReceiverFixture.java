package org.xpand.protocols.tfmcc;

import java.util.Map;
import java.util.SplittableRandom;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** A receiver, the packets it gets and the reports it writes, at times the test chooses. */
abstract class TfmccReceiverFixture {
    static final long MS = 1_000_000;
    static final int SIZE = 1000;
    static final long KEY = 5;
    static final long OTHER = 6;
    /** The source's clock is so far behind the receiver's. */
    static final long SKEW = 123_456_789_000L;
    static final double NOTHING_SUPPRESSED = Double.POSITIVE_INFINITY;

    final byte[] buffer = new byte[128];
    /** Timers do not wait for packets unless a test wants them to. */
    TfmccReceiver receiver = receiver(Map.of("slowDownTimers", "false"));
    long next;
    long now = 1_000_000 * MS;

    /** What the packets tell. */
    boolean slowStart;
    int round;
    int groupSize = 64;
    double rate = 100_000;
    double suppression = NOTHING_SUPPRESSED;
    boolean byLoss;
    long maxRtt = 100 * MS;
    long clr = OTHER;
    boolean quickReports;
    /** Whose stamp they echo, if any. */
    long echoed = KEY;

    static TfmccReceiver receiver(Map<String, String> settings) {
        TfmccReceiver made = new TfmccReceiver(TfmccConfig.fromSettings(settings), new SplittableRandom(1));
        made.identity(KEY);
        return made;
    }

    /** A packet that was in flight for a time, echoing a time stamp if there is one. */
    final void packet(long delayMillis, Long stamp) {
        TfmccDataHeader header = new TfmccDataHeader();
        header.set(slowStart, round, groupSize, rate, suppression, byLoss, maxRtt);
        if (clr != 0) {
            header.setClr(clr);
        }
        if (quickReports) {
            header.requestQuickReports();
        }
        if (stamp != null) {
            header.setEcho(echoed, stamp);
        }
        WireWriter writer = new WireWriter(buffer);
        header.write(writer);
        receiver.packetReceived(next++, SIZE, now - delayMillis * MS - SKEW,
                new WireReader().reset(buffer, 0, writer.position()), now);
    }

    final void packet() {
        packet(20, null);
    }

    /** Packets at the rate the header tells. */
    final void packets(int count) {
        for (int i = 0; i < count; i++) {
            now += Math.round(SIZE / rate * 1e9);
            packet();
        }
    }

    final void lose(int count) {
        next += count;
        now += Math.round(count * SIZE / rate * 1e9);
    }

    /** Lets the timer expire if it does before a time; answers whether a report is due. */
    final boolean dueWithin(long millis) {
        long deadline = receiver.nextDeadlineNanos();
        if (deadline == Long.MAX_VALUE || deadline - now > millis * MS) {
            return false;
        }
        now = Math.max(now, deadline);
        receiver.deadlineReached(now);
        return receiver.reportDue(now);
    }

    final TfmccReport report() {
        WireWriter writer = new WireWriter(buffer);
        receiver.writeReport(writer, now);
        TfmccReport report = new TfmccReport();
        report.read(new WireReader().reset(buffer, 0, writer.position()));
        return report;
    }

    /** Makes the receiver measure an RTT: 20 ms there, the rest back. */
    final void measure(long rttMillis) {
        TfmccReport report = report();
        now += rttMillis * MS;
        packet(20, report.stampNanos());
    }
}
