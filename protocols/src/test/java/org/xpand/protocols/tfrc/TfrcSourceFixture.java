package org.xpand.protocols.tfrc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** A source, the packets it sends and the reports it gets, at times the test chooses. */
abstract class TfrcSourceFixture {
    static final long MS = 1_000_000;
    static final long RTT = 100 * MS;
    static final int SIZE = 1000;
    static final double NO_LOSS = Double.POSITIVE_INFINITY;

    final byte[] buffer = new byte[128];
    TfrcSource source = source(Map.of());
    long next;
    long now;
    int lossEvents;
    double lossEventRate = 0.01;

    /** X itself is looked at unless given, from a window of four packets. */
    static TfrcSource source(Map<String, String> settings) {
        Map<String, String> all = new HashMap<>(Map.of("damping", "false", "initialWindow", "4"));
        all.putAll(settings);
        return new TfrcSource(TfrcConfig.fromSettings(all));
    }

    final int send() {
        WireWriter writer = new WireWriter(buffer);
        int announced = source.headerLength(now);
        source.packetSent(next++, SIZE, writer, now);
        assertThat(writer.position()).isEqualTo(announced);
        return announced;
    }

    /** Sends ten packets one after the other, more than any burst: the source is not data-limited. */
    final void backlog() {
        for (int i = 0; i < 10; i++) {
            send();
        }
    }

    /** A report about the newest packet, which measures the time since it left. */
    final void report(long key, double acceptable, double received) {
        report(key, next - 1, 0, acceptable, received);
    }

    final void report(long key, long echo, long hold, double acceptable, double received) {
        TfrcReport report = new TfrcReport();
        report.set(echo, hold, acceptable, acceptable == NO_LOSS ? 0 : lossEventRate, received, lossEvents);
        WireWriter writer = new WireWriter(buffer);
        report.write(writer);
        source.reportReceived(key, new WireReader().reset(buffer, 0, writer.position()), now);
    }

    /** One RTT with a backlog, then reports that give these acceptable rates for receivers 1, 2, … */
    final void round(double received, double... acceptable) {
        backlog();
        now += RTT;
        for (int i = 0; i < acceptable.length; i++) {
            report(i + 1, acceptable[i], received);
        }
    }

    final double rate() {
        return source.allowedRate(now);
    }
}
