package org.xpand.protocols.tuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** The receiver reports seldom, while packets arrive, and controls nothing. */
class TufReceiverTest {
    private static final long MS = 1_000_000;
    private final TufReceiver receiver = new TufReceiver(TufConfig.recommended(), 1000 * MS);
    private final byte[] buffer = new byte[64];
    private final WireWriter writer = new WireWriter(buffer);

    @BeforeEach
    void name() {
        receiver.identity(5);
    }

    private void packet(long number, long now) {
        receiver.packetReceived(number, 1000, 0, HopScene.header(1), now);
    }

    private void announce(long number, long rtt, long now) {
        writer.reset(0, 64);
        TufDataHeader.writeTag(writer, 1);
        TufDataHeader.writeRtt(writer, 5, rtt);
        receiver.packetReceived(number, 1000, 0, new WireReader().reset(buffer, 0, writer.position()), now);
    }

    private TufReport report(long now) {
        writer.reset(0, 64);
        receiver.writeReport(writer, now);
        TufReport report = new TufReport();
        report.read(new WireReader().reset(buffer, 0, writer.position()));
        return report;
    }

    @Test
    void firstPacketIsReportedAtOnceAndThenOncePerInterval() {
        assertThat(receiver.nextDeadlineNanos()).isEqualTo(Long.MAX_VALUE);
        packet(0, 10 * MS);
        assertThat(receiver.reportDue(10 * MS)).isTrue();
        report(10 * MS);
        announce(1, 40 * MS, 20 * MS);
        assertThat(receiver.nextDeadlineNanos()).isEqualTo(1010 * MS);
        assertThat(receiver.reportDue(1009 * MS)).isFalse();
        assertThat(receiver.reportDue(1010 * MS)).isTrue();
        report(1010 * MS);
        assertThat(receiver.reportDue(5000 * MS)).as("nothing arrived").isFalse();
    }

    @Test
    void untilItKnowsTheRoundTripTimeItReportsSooner() {
        packet(0, 0);
        report(0);
        packet(1, MS);
        assertThat(receiver.nextDeadlineNanos()).isEqualTo(500 * MS);
    }

    @Test
    void theReportEchoesTheNewestPacketAndReportsWhatArrived() {
        for (int i = 0; i < 100; i++) {
            if (i % 4 != 3) {
                packet(i, i * 10 * MS);
            }
        }
        TufReport report = report(1000 * MS);
        assertThat(report.echoNumber()).isEqualTo(98);
        assertThat(report.holdNanos()).isEqualTo(20 * MS);
        assertThat(report.missing()).isCloseTo(0.25, within(0.01));
        assertThat(report.receiveRate()).isCloseTo(75_000, within(5000.0));
    }

    @Test
    void latePacketsAreNotMissing() {
        packet(10, 0);
        packet(12, 1);
        assertThat(receiver.stats(1).lost()).isEqualTo(1);
        packet(11, 2);
        packet(9, 3);
        assertThat(receiver.stats(3).lost()).isZero();
        assertThat(receiver.stats(3).received()).isEqualTo(4);
    }

    @Test
    void newNumbersBeginANewCount() {
        packet(10, 0);
        packet(12, 1);
        receiver.numbersRestarted(2);
        assertThat(receiver.nextDeadlineNanos()).isEqualTo(Long.MAX_VALUE);
        packet(5, 3);
        packet(7, 4);
        assertThat(receiver.stats(4).lost()).isEqualTo(2);
        assertThat(receiver.stats(4).received()).isEqualTo(4);
    }

    @Test
    void theRoundTripTimeIsLearntFromItsOwnHeadersOnly() {
        assertThat(receiver.rttNanos()).isEqualTo(500 * MS);
        receiver.identity(6);
        announce(0, 40 * MS, 0);
        assertThat(receiver.rttNanos()).isEqualTo(500 * MS);
        receiver.identity(5);
        announce(1, 40 * MS, 0);
        assertThat(receiver.rttNanos()).isEqualTo(40 * MS);
    }

    @Test
    void aMalformedHeaderChangesNothing() {
        assertThatThrownBy(() -> receiver.packetReceived(0, 1000, 0, new WireReader(new byte[3]), 0))
                .isInstanceOf(MalformedPacketException.class);
        assertThat(receiver.stats(0).received()).isZero();
        assertThatThrownBy(() -> receiver.writeReport(writer, 0)).isInstanceOf(IllegalStateException.class);
    }

    private void tagged(long number, long tag) {
        receiver.packetReceived(number, 1000, 0, HopScene.header(tag), number * MS);
    }

    @Test
    void theHighestTagSinceTheLastReportIsReported() {
        tagged(0, 5);
        tagged(1, 900);
        tagged(2, Tag.NONE);
        tagged(3, 7);
        assertThat(report(10 * MS).highestTag()).isEqualTo(900);
        tagged(4, 7);
        assertThat(report(20 * MS).highestTag()).isEqualTo(7);
        tagged(5, Tag.NONE);
        assertThat(report(30 * MS).highestTag()).as("none came").isEqualTo(Tag.NONE);
        tagged(6, 900);
        receiver.numbersRestarted(40 * MS);
        tagged(0, 3);
        assertThat(report(50 * MS).highestTag()).as("of this source's").isEqualTo(3);
    }

    @Test
    void thereIsNoMoreThanOneReportInARoundTripTime() {
        packet(0, 0);
        report(0);
        announce(1, 3000 * MS, 0);
        assertThat(receiver.nextDeadlineNanos()).isEqualTo(3000 * MS);
        TufReceiver quick = new TufReceiver(TufConfig.recommended(), 250 * MS);
        quick.packetReceived(0, 1000, 0, HopScene.header(1), 0);
        writer.reset(0, 64);
        quick.writeReport(writer, 0);
        quick.packetReceived(1, 1000, 0, HopScene.header(1), 0);
        assertThat(quick.nextDeadlineNanos()).as("sooner than the assumed round-trip time").isEqualTo(250 * MS);
    }
}
