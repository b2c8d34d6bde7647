package org.xpand.protocols.mca;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** A source whose packets of 1000 bytes leave one per millisecond, and reports made by hand. */
abstract class McaSourceFixture {
    static final long MS = 1_000_000;
    static final int SIZE = 1000;
    static final long RTT = 20 * MS;

    final byte[] buffer = new byte[128];
    final WireWriter writer = new WireWriter(buffer);
    final McaDataHeader header = new McaDataHeader();
    McaSource source = source();
    long now = 1_000_000 * MS;
    long number;

    /** The paper's increase from the start, every packet's size known before the first. */
    static McaSource source(String... settings) {
        Map<String, String> map = new TreeMap<>(Map.of("preset", "paper"));
        for (int i = 0; i < settings.length; i += 2) {
            map.put(settings[i], settings[i + 1]);
        }
        return new McaSource(McaConfig.fromSettings(map));
    }

    /** Packets leave, a millisecond apart. */
    void send(int count) {
        for (int i = 0; i < count; i++) {
            now += MS;
            int length = source.headerLength(now);
            writer.reset(0, buffer.length);
            source.packetSent(number++, SIZE, writer, now);
            assertThat(writer.position()).isEqualTo(length);
            if (length > 0) {
                header.read(new WireReader().reset(buffer, 0, length));
            }
        }
    }

    static McaGtrac gtrac(double average, double second) {
        McaGtrac made = new McaGtrac(0.5);
        made.periodStarts(-1_000_000_000_000L);
        made.indicated(average, 0);
        if (second != average) {
            made.indicated(second, 0);
        }
        return made;
    }

    void report(long receiver, boolean accumulation, boolean loss, McaGtrac gtrac, double receiveRate) {
        reportOf(receiver, number - 1 - RTT / MS, 0, accumulation, loss, gtrac, receiveRate);
    }

    /** A report about a packet, which measures the time since it left. */
    void reportOf(long receiver, long echo, long hold, boolean accumulation, boolean loss, McaGtrac gtrac,
                          double receiveRate) {
        McaReport report = new McaReport();
        report.set(accumulation, loss, echo, hold, 0, receiveRate, gtrac, 0);
        writer.reset(0, buffer.length);
        report.write(writer);
        source.reportReceived(receiver, new WireReader().reset(buffer, 0, writer.position()), now);
    }

    void accumulation(long receiver, double average) {
        report(receiver, true, false, gtrac(average, average), 1e6);
    }

    double rate() {
        return source.allowedRate(now);
    }

    /** A receiver, its round-trip time known, that is the representative at 1 MB/s. */
    void start() {
        source.receiverJoined(1, RTT, now);
        send(30);
        accumulation(1, 1e6);
        send(30);
    }
}
