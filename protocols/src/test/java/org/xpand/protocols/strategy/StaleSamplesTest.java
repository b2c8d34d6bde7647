package org.xpand.protocols.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** Every strategy counts what it does not use because its process had slept, at the source and at the receiver. */
class StaleSamplesTest {
    private static final long MS = 1_000_000;
    private static final long RECEIVER = 7;
    private static final int SIZE = 1000;
    private static final long DELAY = 20 * MS;
    private static final long INTERVAL = 50 * MS;
    private static final int PACKETS = 15;

    private final byte[] buffer = new byte[SIZE];
    private long number;
    private long now;

    /** A packet every 50 ms, each of which arrives 20 ms later, and whatever reports are due, which take as long. */
    private void exchange(RateSource source, RateReceiver receiver) {
        for (int i = 0; i < PACKETS; i++) {
            now += INTERVAL;
            int length = source.headerLength(now);
            source.packetSent(number, SIZE, new WireWriter(buffer), now);
            long arrival = now + DELAY;
            receiver.packetReceived(number++, SIZE, now, new WireReader().reset(buffer, 0, length), arrival);
            if (receiver.nextDeadlineNanos() <= arrival) {
                receiver.deadlineReached(arrival);
            }
            if (receiver.reportDue(arrival)) {
                WireWriter report = new WireWriter(buffer);
                receiver.writeReport(report, arrival);
                source.reportReceived(RECEIVER, new WireReader().reset(buffer, 0, report.position()), arrival + DELAY);
            }
        }
    }

    /** tuf's rates follow no round-trip times of groups: its links, which measure them, take the usual one instead. */
    @ParameterizedTest
    @CsvSource({"tfrc,true", "tfmcc,true", "mca,true", "tuf,false"})
    void areCountedSinceTheFirstPause(String name, boolean drops) {
        // By default a receiver of mca without congestion reports so rarely that each of its round-trip times is used.
        RateStrategy strategy = RateStrategies.create(name, name.equals("mca") ? Map.of("statusInterval", "100ms") : Map.of());
        RateSource source = strategy.newSource(new SplittableRandom(1));
        RateReceiver receiver = strategy.newReceiver(new SplittableRandom(2));
        receiver.identity(RECEIVER);
        source.receiverJoined(RECEIVER, 2 * DELAY, now);
        exchange(source, receiver);
        assertThat(source.staleSamples()).isZero();
        assertThat(receiver.staleSamples()).isZero();
        long over = now + PACKETS * INTERVAL + 2 * DELAY;
        source.paused(MS, over, now);
        exchange(source, receiver);
        long dropped = source.staleSamples();
        assertThat(dropped > 0).as("%s of the source", dropped).isEqualTo(drops);
        now = over;
        receiver.paused(MS, over + PACKETS * INTERVAL + 2 * DELAY, now);
        exchange(source, receiver);
        assertThat(receiver.staleSamples()).as("of the receiver: each packet").isEqualTo(drops ? PACKETS : 0);
        exchange(source, receiver);
        assertThat(source.staleSamples()).as("what is read later is used").isEqualTo(dropped);
        assertThat(receiver.staleSamples()).isEqualTo(drops ? PACKETS : 0);
    }
}
