package org.xpand.protocols.tuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** The source of a reliable group stays below the worst capacity, and tags redundancy above it (TUF §4.2). */
class ReliableSourceTest {
    private static final long MS = 1_000_000;
    private static final TufConfig CONFIG = TufConfig.fromSettings(Map.of("b0", "1"));
    /** 0.8 of the capacity, a quarter of redundancy, in packets of 1400 bytes. */
    private static final double FACTOR = 0.8 * 1.25 * 1400;

    /** Without redundancy. */
    private static final double SINGLE_RATE = 0.97 * 1400;

    private final TufSource source = TufSource.reliable(CONFIG, 0);
    private final byte[] buffer = new byte[64];
    private long number;
    private long now;
    private long spacing = 10 * MS;

    private long send(int precedence) {
        now += spacing;
        WireWriter writer = new WireWriter(buffer);
        source.packetSent(number++, 1400, precedence, writer, now);
        TufDataHeader header = new TufDataHeader();
        header.read(new WireReader().reset(buffer, 0, writer.position()));
        return header.tag();
    }

    /** Packets leave, and a receiver tells the highest tag of those that a path lets pass. */
    private void interval(long receiver, long threshold) {
        long highest = -1;
        for (int i = 0; i < 25; i++) {
            long tag = send(i % 5 == 4 ? 1 : 0);
            highest = tag <= threshold ? Math.max(highest, tag) : highest;
        }
        report(receiver, highest);
    }

    private void report(long receiver, long highest) {
        WireWriter writer = new WireWriter(buffer);
        TufReport.write(writer, number - 1, 0, 1000, 0, highest);
        source.reportReceived(receiver, new WireReader().reset(buffer, 0, writer.position()), now + 30 * MS);
    }

    @Test
    void theRateIsOfTheWorstCapacityTheLinkNextToItIncluded() {
        source.receiverJoined(1, 0, 0);
        assertThat(source.allowedRate(0)).as("nothing is known").isCloseTo(40 * SINGLE_RATE, within(1e-6));
        source.linkRates(500, 30, 0);
        assertThat(source.allowedRate(0)).as("the least link").isCloseTo(30 * FACTOR, within(1e-6));
        source.linkRates(500, 400, 0);
        assertThat(source.allowedRate(0)).as("nothing is known of the path").isCloseTo(40 * FACTOR, within(1e-6));
    }

    @Test
    void whatComesRaisesItAndAThresholdOnThePathIsFound() {
        source.receiverJoined(1, 0, 0);
        source.linkRates(10_000, 10_000, 0);
        interval(1, 1000);
        interval(1, 1000);
        assertThat(source.allowedRate(0)).as("twice").isCloseTo(80 * FACTOR, within(1e-6));
        assertThat(source.stats(now).receivers().get(0).acceptableRate()).isInfinite();
        interval(1, 40);
        assertThat(source.allowedRate(0)).as("tags above 40 are missing").isBetween(40 * FACTOR, 48 * FACTOR);
        assertThat(source.stats(now).receivers().get(0).acceptableRate()).isEqualTo(source.allowedRate(0));
        assertThat(source.stats(now).limitingReceiver()).hasValue(1);
    }

    /** What is tagged above the threshold next door would be dropped there, and says nothing of the path. */
    @Test
    void belowTheThresholdNextDoorThereIsNoRedundancyAndEveryPacketHasATag() {
        source.receiverJoined(1, 0, 0);
        source.linkRates(100, 97, 0);
        assertThat(source.wantsRedundancy()).as("the path is searched for").isTrue();
        interval(1, 1000);
        interval(1, 1000);
        interval(1, 1000);
        assertThat(source.wantsRedundancy()).isFalse();
        assertThat(source.allowedRate(0)).isCloseTo(97 * SINGLE_RATE, within(1e-6));
        spacing = Math.round(1e9 / 0.97 / 97);
        for (int i = 0; i < 1000; i++) {
            assertThat(send(0)).isLessThan(97);
        }
        source.linkRates(200, 97, 0);
        assertThat(source.wantsRedundancy()).as("another link lets more pass").isTrue();
        source.linkRates(97, 97, 0);
        interval(1, 40);
        assertThat(source.wantsRedundancy()).as("a link further on lets less pass").isTrue();
        assertThat(source.allowedRate(0)).isLessThan(60 * FACTOR);
    }

    @Test
    void onlyReceiversThatAreReachableCount() {
        source.receiverJoined(1, 0, 0);
        source.receiverJoined(2, 0, 0);
        source.linkRates(10_000, 10_000, 0);
        interval(1, 1000);
        interval(1, 20);
        double slow = source.allowedRate(0);
        assertThat(slow).isLessThan(30 * FACTOR);
        source.receiverSuspended(1, 0);
        assertThat(source.allowedRate(0)).isCloseTo(40 * FACTOR, within(1e-6));
        source.receiverJoined(1, 0, 0);
        assertThat(source.allowedRate(0)).as("the same path").isEqualTo(slow);
        source.receiverLeft(1, 0);
        source.receiverJoined(1, 0, 0);
        assertThat(source.allowedRate(0)).as("found out anew").isCloseTo(40 * FACTOR, within(1e-6));
    }

    @Test
    void redundancyHasTheTagsAboveTheBaseLayers() {
        source.receiverJoined(1, 0, 0);
        source.linkRates(10_000, 10_000, 0);
        spacing = 40 * MS;
        for (int i = 0; i < 50; i++) {
            assertThat(send(0)).as("25 packets per second, of 32").isLessThan(40);
        }
        for (int i = 0; i < 20; i++) {
            assertThat(send(1)).as("redundancy, while the layer has 12 packets per second of 15").isBetween(15L, 100L);
            send(0);
        }
    }

    @Test
    void itBeginsAtThePredecessorsRate() {
        source.receiverJoined(1, 0, 0);
        source.linkRates(10_000, 10_000, 0);
        source.predecessorRate(300 * FACTOR, 0);
        assertThat(source.allowedRate(0)).isCloseTo(300 * FACTOR, within(1e-6));
        send(0);
        source.predecessorRate(900 * FACTOR, 0);
        assertThat(source.allowedRate(0)).as("too late: it has begun").isCloseTo(300 * FACTOR, within(1e-6));
        TufSource other = TufSource.reliable(CONFIG, 0);
        other.receiverJoined(1, 0, 0);
        other.linkRates(10_000, 10_000, 0);
        other.predecessorRate(Double.POSITIVE_INFINITY, 0);
        other.predecessorRate(-1, 0);
        assertThat(other.allowedRate(0)).isCloseTo(40 * FACTOR, within(1e-6));
    }
}
