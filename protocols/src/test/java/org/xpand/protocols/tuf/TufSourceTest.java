package org.xpand.protocols.tuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.rate.RateLimits;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** The source sends at what its best link lets pass, tags what leaves, and measures round-trip times. */
class TufSourceTest {
    private static final long MS = 1_000_000;
    private final TufSource source = new TufSource(TufConfig.recommended(), new TagLayers(), 0);
    private final byte[] buffer = new byte[64];
    private final WireWriter writer = new WireWriter(buffer);

    private TufDataHeader send(TufSource from, long number, int size, long now) {
        return send(from, number, 0, size, now);
    }

    private TufDataHeader send(TufSource from, long number, int precedence, int size, long now) {
        int length = from.headerLength(now);
        writer.reset(0, 64);
        from.packetSent(number, size, precedence, writer, now);
        assertThat(writer.position()).isEqualTo(length);
        TufDataHeader header = new TufDataHeader();
        header.read(new WireReader().reset(buffer, 0, length));
        return header;
    }

    private void report(long receiver, long echo, long hold, double rate, long now) {
        writer.reset(0, 64);
        TufReport.write(writer, echo, hold, rate, 0.25, 1);
        source.reportReceived(receiver, new WireReader().reset(buffer, 0, writer.position()), now);
    }

    @Test
    void theRateIsWhatTheBestLinkLetsPass() {
        assertThat(source.allowedRate(0)).as("nobody listens").isEqualTo(125_000_000);
        source.receiverJoined(1, 0, 0);
        assertThat(source.allowedRate(0)).as("a link's first rate").isCloseTo(40 * 1400, within(1e-6));
        source.linkRates(1000, 1000, 0);
        assertThat(source.allowedRate(0)).isCloseTo(1000 * 1400, within(1e-6));
        source.linkRates(1000, 10, 0);
        assertThat(source.allowedRate(0)).as("the best of the links, not the least").isCloseTo(1000 * 1400, within(1e-6));
        source.linkRates(1e9, 1e9, 0);
        assertThat(source.allowedRate(0)).as("the highest ever").isEqualTo(125_000_000);
        assertThatThrownBy(() -> source.linkRates(0, 0, 0)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theRateInBytesFollowsThePacketsLength() {
        source.receiverJoined(1, 0, 0);
        source.linkRates(1000, 1000, 0);
        for (int i = 0; i < 1000; i++) {
            send(source, i, 700, i * MS);
        }
        assertThat(source.allowedRate(0)).isCloseTo(700_000, within(1.0));
        TufSource paper = new TufSource(TufConfig.paper(), new TagLayers(), 0);
        paper.receiverJoined(1, 0, 0);
        paper.linkRates(1000, 1000, 0);
        for (int i = 0; i < 1000; i++) {
            send(paper, i, 1000, i * MS);
        }
        assertThat(paper.allowedRate(0)).as("1000 bytes are two parts of 536").isCloseTo(500_000, within(1.0));
    }

    @Test
    void packetsAreTaggedByTheirPartsWhenTheyLeave() {
        TufSource paper = new TufSource(TufConfig.fromSettings(Map.of("preset", "paper", "b0", "1")), new TagLayers(), 0);
        assertThat(send(paper, 0, 500, 0).tag()).isZero();
        assertThat(send(paper, 1, 500, 500 * MS).tag()).isEqualTo(1);
        assertThat(send(paper, 2, 1000, 1000 * MS).tag()).as("the second of 0, 3, ...").isEqualTo(3);
        assertThat(send(paper, 3, 500, 1000 * MS).tag()).as("no turn since").isEqualTo(Tag.NONE);
    }

    @Test
    void eachPrecedenceHasTheTagsOfItsLayerAndTheRestWhatIsLeft() {
        TufConfig config = TufConfig.fromSettings(Map.of("b0", "1", "layerHeadroom", "1", "tolerance", "0s"));
        TufSource layered = (TufSource) new TufStrategy(config).layered(List.of(8 * 1400.0)).newSource(new SplittableRandom(1));
        for (int i = 0; i < 64; i++) {
            long now = i * 1000 * MS;
            assertThat(send(layered, 3 * i, 0, 1400, now).tag()).as("words").isLessThan(10);
            assertThat(send(layered, 3 * i + 1, 1, 1400, now).tag()).as("the most important").isBetween(10L, 17L);
            assertThat(send(layered, 3 * i + 2, 2, 1400, now).tag()).as("the rest").isGreaterThanOrEqualTo(18);
        }
        assertThat(send(layered, 192, 1, 1400, 63_000 * MS).tag()).as("overflow goes into the rest").isEqualTo(Tag.NONE);
        assertThatThrownBy(() -> new TufStrategy(config).layered(Collections.nCopies(16, 1.0)))
                .hasMessage("layered group with 16 reserved rates: accepted are up to 15");
    }

    @Test
    void packetsThatLeaveLateTogetherAreTaggedAsOfTheirTimes() {
        source.receiverJoined(1, 0, 0);
        source.linkRates(1000, 1000, 0);
        send(source, 0, 1400, 0);
        long highest = 0;
        for (int i = 1; i <= 10; i++) {
            highest = Math.max(highest, send(source, i, 1400, 10 * MS).tag());
        }
        assertThat(highest * 1e-4).as("packets per second").isLessThan(2000);
    }

    @Test
    void roundTripTimesComeFromEchoesAndAreAnnouncedInTurn() {
        source.receiverJoined(1, 0, 0);
        source.receiverJoined(2, 30 * MS, 0);
        assertThat(source.rttNanos(1)).isEqualTo(500 * MS);
        assertThat(source.rttNanos(2)).isEqualTo(30 * MS);
        TufDataHeader first = send(source, 0, 1400, 0);
        assertThat(first.isFor(2)).isTrue();
        assertThat(first.rttNanos()).isEqualTo(30 * MS);
        assertThat(send(source, 1, 1400, MS).isFor(2)).as("reported once").isFalse();
        report(1, 0, 20 * MS, 1000, 100 * MS);
        report(1, 1, 0, 1000, 101 * MS);
        assertThat(source.rttNanos(1)).isEqualTo(82 * MS);
        assertThat(source.rttNanos()).as("the longest").isEqualTo(82 * MS);
        assertThat(send(source, 2, 1400, 110 * MS).isFor(1)).isTrue();
        assertThat(source.headerLength(0)).isEqualTo(TufDataHeader.SHORT_LENGTH);
        source.receiverLeft(1, 0);
        assertThat(source.rttNanos()).isEqualTo(30 * MS);
    }

    @Test
    void aReceiverThatLeftIsNotNotified() {
        source.receiverJoined(1, 30 * MS, 0);
        source.receiverLeft(1, 0);
        assertThat(source.headerLength(0)).isEqualTo(TufDataHeader.SHORT_LENGTH);
    }

    @Test
    void reportsOfThingsThatNeverWereAreRefused() {
        source.receiverJoined(1, 0, 0);
        send(source, 0, 1400, 0);
        assertThatThrownBy(() -> report(1, 1, 0, 1, 50 * MS)).isInstanceOf(MalformedPacketException.class);
        assertThatThrownBy(() -> report(1, 0, 60 * MS, 1, 50 * MS)).isInstanceOf(MalformedPacketException.class);
        report(9, 0, 0, 1, 50 * MS);
        assertThat(source.stats(0).receivers()).hasSize(1);
        assertThat(source.rttNanos(1)).isEqualTo(500 * MS);
        assertThat(source.stats(0).receivers().get(0).reports()).isZero();
    }

    @Test
    void theSlowestReceiverIsShownAndLimitsNothing() {
        source.receiverJoined(1, 0, 0);
        source.receiverJoined(2, 0, 0);
        source.linkRates(1000, 1000, 0);
        send(source, 0, 1400, 0);
        report(1, 0, 0, 900_000, 50 * MS);
        report(2, 0, 0, 100_000, 50 * MS);
        assertThat(source.stats(0).limitingReceiver()).hasValue(2);
        assertThat(source.stats(0).receivers().get(1).lossEventRate()).isEqualTo(0.25);
        assertThat(source.allowedRate(0)).isCloseTo(1_400_000, within(1e-6));
    }

    @Test
    void aReportOlderThanOneTakenOrOfAForgottenPacketChangesNothing() {
        source.receiverJoined(1, 0, 0);
        for (int i = 0; i < 3; i++) {
            send(source, i, 1400, i * MS);
        }
        report(1, 1, 0, 5000, 101 * MS);
        report(1, 0, 0, 9, 200 * MS);
        assertThat(source.rttNanos(1)).isEqualTo(100 * MS);
        assertThat(source.stats(0).receivers().get(0).receiveRate()).isEqualTo(5000);
        for (int i = 3; i < 3 + TufConfig.recommended().sentPackets(); i++) {
            send(source, i, 1400, i * MS);
        }
        report(1, 2, 0, 9, 100_000 * MS);
        assertThat(source.rttNanos(1)).isEqualTo(100 * MS);
    }

    @Test
    void aReceiverThatJoinsAgainIsMeasuredAnew() {
        source.receiverJoined(1, 30 * MS, 0);
        send(source, 0, 1400, 0);
        report(1, 0, 0, 1000, 70 * MS);
        assertThat(source.rttNanos(1)).isEqualTo(70 * MS);
        source.receiverJoined(1, 20 * MS, 0);
        assertThat(source.rttNanos(1)).isEqualTo(20 * MS);
        assertThat(source.rttNanos()).as("and of the source").isEqualTo(20 * MS);
        assertThat(send(source, 1, 1400, MS).isFor(1)).isTrue();
        assertThat(send(source, 2, 1400, 2 * MS).isFor(1)).as("once").isFalse();
        source.receiverSuspended(1, 0);
        source.receiverSuspended(1, 0);
        assertThat(source.allowedRate(0)).isEqualTo(125_000_000);
    }

    @Test
    void thereIsALeastRate() {
        source.receiverJoined(1, 0, 0);
        source.linkRates(1e-9, 1e-9, 0);
        assertThat(source.allowedRate(0)).isEqualTo(RateLimits.MIN_RATE);
    }

    @Test
    void withoutAPrecedenceAPacketIsOfTheLeastImportant() {
        TufConfig config = TufConfig.fromSettings(Map.of("b0", "1", "layerHeadroom", "1", "tolerance", "0s"));
        TufSource layered = (TufSource) new TufStrategy(config).layered(List.of(8 * 1400.0)).newSource(new SplittableRandom(1));
        layered.packetSent(0, 1400, writer, 60_000 * MS);
        TufDataHeader header = new TufDataHeader();
        header.read(new WireReader().reset(buffer, 0, writer.position()));
        assertThat(header.tag()).isGreaterThanOrEqualTo(18);
        assertThat(send(layered, 1, 9, 1400, 120_000 * MS).tag()).as("beyond the last").isGreaterThanOrEqualTo(18);
    }
}
