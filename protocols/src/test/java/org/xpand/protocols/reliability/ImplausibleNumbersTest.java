package org.xpand.protocols.reliability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.xpand.protocols.reliability.Liar.KEPT;
import static org.xpand.protocols.reliability.Liar.time;
import static org.xpand.protocols.reliability.TestSite.MS;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.xpand.protocols.segment.Segment;
import org.xpand.protocols.stack.PacketKind;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;

/** What is believed of a stream's numbers, where it is heard and, of acknowledgements and requests, where it is sent. */
class ImplausibleNumbersTest {
    private static final Segment SEGMENT = new Segment((byte) (Segment.FIRST | Segment.LAST), new byte[1]);

    private final Liar liar = new Liar();
    private final IncomingStream stream = new IncomingStream(liar.sender, 0, Liar.CONFIG, 0);

    /** The receiver sends, too: segments 0 to 7, of which the other site acknowledges none. */
    @BeforeEach
    void eightAreSent() {
        liar.receiver.layer.open(liar.receiver.sender, 0, 0);
        liar.receiver.pull(0);
        acknowledgesStart(1);
        liar.receiver.layer.localProgress(liar.receiver.sender, 0, 100);
        liar.receiver.offer(0, 8);
        liar.receiver.pull(0);
        liar.receiver.layer.localProgress(liar.receiver.sender, 8, 100);
    }

    private void acknowledgesStart(long id) {
        liar.sends(PacketKind.REPORT, FrameType.START_ACK, out -> out.putLong(id), 0);
    }

    private void acknowledges(long next, long limit) {
        liar.sends(PacketKind.REPORT, FrameType.ACK, out -> putSender(out).putLong(next).putLong(limit), 0);
    }

    private void asks(long first, int count) {
        liar.sends(PacketKind.REPORT, FrameType.NAK, out -> putSender(out).putLong(first).putShort(count), 0);
    }

    private WireWriter putSender(WireWriter out) {
        return out.putSender(liar.receiver.sender);
    }

    private long unstable() {
        return liar.receiver.layer.stats().unstableSegments();
    }

    private long repaired() {
        liar.receiver.pull(100 * MS);
        return liar.receiver.layer.stats().repairSegments();
    }

    @Test
    void anAcknowledgementIsBelievedUpToWhatThereIs() {
        assertThat(unstable()).isEqualTo(8);
        acknowledges(9, 100);
        assertThat(unstable()).isEqualTo(8);
        assertThat(liar.receiver.layer.stats().strayAcks()).isEqualTo(1);
        acknowledges(8, 100);
        assertThat(unstable()).isZero();
        assertThat(liar.receiver.layer.stats().strayAcks()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"4,3", "4,-1", "9223372036854775807,9223372036854775807"})
    void anAcknowledgementWithALimitBelowItIsNone(long next, long limit) {
        acknowledges(next, limit);
        assertThat(unstable()).isEqualTo(8);
        assertThat(liar.receiver.layer.stats().strayAcks()).isEqualTo(1);
    }

    @Test
    void aLimitIsBelievedUpToTheWindow() {
        OutgoingStream sent = new OutgoingStream(liar.sender, 0, KEPT, 4 * KEPT);
        sent.addReceiver(liar.receiver.id);
        sent.localProgress(0, 4 * KEPT);
        sent.acknowledged(liar.receiver.id, 0, Long.MAX_VALUE);
        assertThat(sent.limit()).isEqualTo(KEPT);
    }

    @Test
    void ownMembersHaveNoMoreThanThereIs() {
        OutgoingStream sent = new OutgoingStream(liar.sender, 0, KEPT, KEPT);
        sent.accept(0, SEGMENT);
        sent.localProgress(5, 100);
        sent.release();
        assertThat(sent.stable()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"-1,1", "-9223372036854775808,65535", "0,0"})
    void aRequestForWhatCannotBeIsRefused(long first, int count) {
        assertThatThrownBy(() -> asks(first, count)).isInstanceOf(MalformedPacketException.class)
                .hasMessage("a request for " + count + " segments from " + first);
    }

    @Test
    void whatWasNotSentOrIsStableIsNotSentAgain() {
        acknowledges(6, 100);
        asks(0, 65_535);
        assertThat(repaired()).as("6 and 7").isEqualTo(2);
        asks(8, 65_535);
        asks(Long.MAX_VALUE - 3, 65_535);
        assertThat(repaired()).isEqualTo(2);
    }

    @Test
    void whoAcknowledgesAStartThatItWasNotNotifiedIsNotifiedAnew() {
        assertThat(liar.receiver.pull(MS)).isEmpty();
        acknowledgesStart(2);
        assertThat(liar.receiver.pull(MS)).as("a start").hasSize(1);
        acknowledgesStart(3);
        assertThat(liar.receiver.pull(2 * MS)).as("another one is on its way").isEmpty();
        acknowledgesStart(1);
        assertThat(liar.receiver.pull(time(4))).as("it is not acknowledged by that").filteredOn(each -> each.body()[0] == FrameType.START)
                .hasSize(1);
    }

    @Test
    void aNumberIsPossibleUpToWhatTheTimeAllows() {
        assertThat(stream.mayBegin(WireReader.MAX_NUMBER, 0)).as("nothing was received").isTrue();
        assertThat(stream.mayBegin(WireReader.MAX_NUMBER + 1, 0)).isFalse();
        assertThat(stream.mayBegin(WireReader.MAX_NUMBER + 1, Long.MAX_VALUE)).isFalse();
        stream.arrived(0, SEGMENT, 0, 0);
        assertThat(stream.mayBegin(1 + 2 * KEPT, 0)).isTrue();
        assertThat(stream.mayBegin(2 + 2 * KEPT, 0)).isFalse();
        assertThat(stream.mayBegin(2001 + 2 * KEPT, MS)).as("two million a second").isTrue();
        assertThat(stream.mayBegin(2002 + 2 * KEPT, MS)).isFalse();
        assertThat(stream.mayBegin(2 + 2 * KEPT, -MS)).as("before").isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {KEPT, Long.MAX_VALUE})
    void segmentsBeyondWhatIsKeptAreRefused(long number) {
        assertThat(stream.arrived(number, SEGMENT, 0, 0)).isEqualTo(IncomingStream.Arrival.REFUSED);
        assertThat(stream.end()).isZero();
        assertThat(stream.missingCount()).isZero();
        assertThat(stream.arrived(KEPT - 1, SEGMENT, 0, 0)).isEqualTo(IncomingStream.Arrival.TAKEN);
    }

    @Test
    void longSegmentsOutOfOrderAreTakenUpToTwiceWhatIsKept() {
        Segment all = new Segment((byte) (Segment.FIRST | Segment.LAST), new byte[(int) Liar.CONFIG.partitionRetentionBytes() - 64]);
        assertThat(stream.arrived(2, all, 0, 0)).isEqualTo(IncomingStream.Arrival.TAKEN);
        assertThat(stream.arrived(3, all, 0, 0)).isEqualTo(IncomingStream.Arrival.TAKEN);
        assertThat(stream.arrived(4, SEGMENT, 0, 0)).isEqualTo(IncomingStream.Arrival.REFUSED);
        assertThat(stream.arrived(0, all, 0, 0)).as("the next is taken in any case").isEqualTo(IncomingStream.Arrival.TAKEN);
    }

    @Test
    void noMoreIsMissingThanTheWindow() {
        stream.digested(1L << 40, 0, 0);
        assertThat(stream.missingCount()).isEqualTo(KEPT);
        IncomingStream other = new IncomingStream(liar.sender, 0, Liar.CONFIG, 0);
        other.receivedElsewhere(1L << 40, 0);
        assertThat(other.missingCount()).isEqualTo(KEPT);
    }

    @Test
    void whatWasReportedToHaveBeenSentIsTakenBackByWhoInsists() {
        stream.digested(8, 0, time(1));
        stream.digested(2, 0, time(2));
        stream.digested(2, 0, time(3));
        assertThat(stream.missingCount()).isEqualTo(8);
        stream.digested(2, 0, time(4));
        assertThat(stream.missingCount()).isEqualTo(2);
    }

    @Test
    void whatHasArrivedIsNotTakenBack() {
        stream.arrived(7, SEGMENT, 0, 0);
        for (int i = 1; i < 10; i++) {
            stream.digested(2, 0, time(i));
        }
        assertThat(stream.missingCount()).isEqualTo(7);
        assertThat(stream.end()).isEqualTo(8);
    }

    @Test
    void whatMembersLackIsKeptWhateverIsReportedToBeStable() {
        for (int number = 0; number < 8; number++) {
            stream.arrived(number, SEGMENT, 0, 0);
        }
        stream.deliver(liar.receiver.new Received(), 0);
        stream.siteProgress(3, 3, 0, 0);
        stream.digested(8, 8, 0);
        assertThat(stream.get(2)).isNull();
        assertThat(stream.get(3)).isNotNull();
    }

    @Test
    void membersHaveNoMoreThanWasDeliveredAndTakeNoMoreThanTheWindow() {
        for (int number = 0; number < 8; number++) {
            stream.arrived(number, SEGMENT, 0, 0);
        }
        stream.siteProgress(100, 1L << 40, 0, 0);
        byte[] ack = new byte[100];
        stream.writeAck(new WireWriter(ack), 0);
        WireReader in = new WireReader(ack);
        in.skip(16);
        assertThat(in.getLong()).as("nothing was delivered").isZero();
        assertThat(in.getLong()).isEqualTo(KEPT);
    }

    /** Otherwise a site that was told something else would wait for it until there is nothing new. */
    @Test
    void whoAsksForWhatIsNotKeptIsToldSoThoughThereIsAlwaysSomethingNew() {
        acknowledges(8, 100);
        int digests = 0;
        for (int i = 0; i < 40; i++) {
            asks(0, 4);
            liar.receiver.offer(8 + i, 1);
            liar.receiver.layer.localProgress(liar.receiver.sender, 9 + i, 100);
            digests += (int) liar.receiver.pull(i * 5 * MS).stream().filter(each -> each.body()[0] == FrameType.DIGEST).count();
            acknowledges(9 + i, 100);
        }
        assertThat(digests).as("in 200 ms").isBetween(5, 200 * (int) MS / (int) Liar.CONFIG.minDigestNanos() + 1);
    }
}
