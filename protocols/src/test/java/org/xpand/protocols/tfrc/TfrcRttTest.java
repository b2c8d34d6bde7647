package org.xpand.protocols.tfrc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.wire.WireReader;

/** Round-trip times are measured from packet numbers and told to the receivers (Xpand §4.1). */
class TfrcRttTest extends TfrcSourceFixture {
    @Test
    void rttIsTimeSinceTheEchoedPacketLeftWithoutTheHoldTime() {
        source.receiverJoined(1, RTT, now);
        assertThat(source.rttNanos(1)).as("the path's").isEqualTo(RTT);
        send();
        now += 20 * MS;
        send();
        now += 60 * MS;
        report(1, 0, 10 * MS, NO_LOSS, 1e5);
        assertThat(source.rttNanos(1)).as("the first sample is taken as it is").isEqualTo(70 * MS);
        report(1, 1, 20 * MS, NO_LOSS, 1e5);
        assertThat(source.rttNanos(1)).as("the first ones count alike").isEqualTo(55 * MS);
        assertThat(source.stats(now).receivers().get(0).rttNanos()).isEqualTo(55 * MS);
    }

    @Test
    void inThePaperTheFirstSampleCountsAsIfThereHadBeenMany() {
        source = source(Map.of("preset", "paper"));
        source.receiverJoined(1, RTT, now);
        send();
        now += 20 * MS;
        send();
        now += 60 * MS;
        report(1, 0, 10 * MS, NO_LOSS, 1e5);
        report(1, 1, 20 * MS, NO_LOSS, 1e5);
        assertThat(source.rttNanos(1)).as("0.9 · 70 + 0.1 · 40").isEqualTo(67 * MS);
    }

    @Test
    void unknownReceiverHasTheInitialRtt() {
        assertThat(source.rttNanos(9)).isEqualTo(500 * MS);
        source.receiverJoined(9, 0, now);
        assertThat(source.rttNanos(9)).isEqualTo(500 * MS);
    }

    @Test
    void rttIsAnnouncedToItsReceiverOnceInTheNextPacket() {
        source.receiverJoined(1, RTT, now);
        assertThat(send()).as("the path's first").isEqualTo(TfrcDataHeader.LENGTH);
        assertReported(1, RTT);
        assertThat(send()).as("nobody has news").isZero();
        now += 80 * MS;
        report(1, NO_LOSS, 1e5);
        send();
        assertReported(1, 80 * MS);
        assertThat(send()).isZero();
    }

    @Test
    void noRttIsAnnouncedToAReceiverWithoutOne() {
        source.receiverJoined(1, 0, now);
        assertThat(send()).isZero();
    }

    @Test
    void rttsThatHaveChangedAreAnnouncedInTurn() {
        for (long key = 1; key <= 4; key++) {
            source.receiverJoined(key, key * RTT, now);
        }
        source.receiverLeft(3, now);
        for (long key : new long[] {1, 2}) {
            send();
            assertReported(key, key * RTT);
        }
        // Receiver 1 has news again, but 4 waits for longer.
        now += RTT;
        report(1, NO_LOSS, 1e5);
        send();
        assertReported(4, 4 * RTT);
        send();
        assertReported(1, RTT);
        assertThat(send()).isZero();
    }

    private void assertReported(long key, long rttNanos) {
        TfrcDataHeader header = new TfrcDataHeader();
        header.read(new WireReader().reset(buffer, 0, TfrcDataHeader.LENGTH));
        assertThat(header.isFor(key)).as("told to %d", key).isTrue();
        assertThat(header.rttNanos()).isEqualTo(rttNanos);
    }

    @Test
    void turnIsKeptWhenAReceiverLeaves() {
        for (long key = 1; key <= 3; key++) {
            source.receiverJoined(key, key * RTT, now);
        }
        send();
        assertReported(1, RTT);
        source.receiverLeft(1, now);
        send();
        assertReported(2, 2 * RTT);
    }

    @Test
    void turnIsKeptWhenAReceiverJoins() {
        source.receiverJoined(2, 2 * RTT, now);
        source.receiverJoined(3, 3 * RTT, now);
        send();
        assertReported(2, 2 * RTT);
        now += 2 * RTT;
        report(2, NO_LOSS, 1e5);
        source.receiverJoined(1, RTT, now);
        send();
        assertReported(3, 3 * RTT);
        send();
        assertReported(1, RTT);
    }
}
