package org.xpand.protocols.tfmcc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** A source, the packets it sends and the reports it gets, at times the test chooses. */
abstract class TfmccSourceFixture {
    static final long MS = 1_000_000;
    static final long RTT = 100 * MS;
    static final int SIZE = 1000;

    final byte[] buffer = new byte[128];
    TfmccSource source = source(Map.of());
    long next;
    long now = 5_000 * MS;
    /** What the last packet told. */
    final TfmccDataHeader lastHeader = new TfmccDataHeader();

    /** What reports say of themselves. */
    boolean haveRtt = true;
    boolean asClr;
    long rttUsed = RTT;
    int roundOffset;
    double received = 1e9;
    double lossEventRate = 0.01;
    int lossEvents = 1;

    static TfmccSource source(Map<String, String> settings) {
        Map<String, String> all = new HashMap<>(settings);
        all.putIfAbsent("packetSize", "1000");
        all.putIfAbsent("granularity", "0ms");
        return new TfmccSource(TfmccConfig.fromSettings(all));
    }

    final void send() {
        WireWriter writer = new WireWriter(buffer);
        int announced = source.headerLength(now);
        source.packetSent(next++, SIZE, writer, now);
        assertThat(writer.position()).isEqualTo(announced);
        lastHeader.read(new WireReader().reset(buffer, 0, announced));
    }

    final void pass(long millis) {
        now += millis * MS;
    }

    /** A packet leaves and a report about it comes an RTT later. */
    final void answer(long key, double rate, boolean loss) {
        send();
        now += RTT;
        report(key, rate, loss);
    }

    final void report(long key, double rate, boolean loss) {
        report(key, next - 1, 0, rate, loss);
    }

    final void report(long key, long echo, long hold, double rate, boolean loss) {
        TfmccReport report = new TfmccReport();
        report.setSender(haveRtt, asClr, lastHeader.round() + roundOffset, stamp(), rttUsed);
        report.setPath(echo, hold, rate, received, loss ? lossEventRate : 0, loss ? lossEvents : 0);
        WireWriter writer = new WireWriter(buffer);
        report.write(writer);
        source.reportReceived(key, new WireReader().reset(buffer, 0, writer.position()), now);
    }

    /** The receivers' clock. */
    final long stamp() {
        return now + 777_000 * MS;
    }

    final double rate() {
        return source.allowedRate(now);
    }

    final long clr() {
        return source.stats(now).limitingReceiver().orElse(-1);
    }

    /** Lets the source act on every deadline until a time has passed. */
    final void silence(long millis) {
        long end = now + millis * MS;
        while (source.nextDeadlineNanos() <= end) {
            now = Math.max(now, source.nextDeadlineNanos());
            source.deadlineReached(now);
        }
        now = end;
    }
}
