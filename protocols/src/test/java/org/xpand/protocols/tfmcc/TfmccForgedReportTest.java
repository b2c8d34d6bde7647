package org.xpand.protocols.tfmcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.strategy.RateSourceStats;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;

/** Reports that are not what they should be change nothing; memory does not grow with the group. */
class TfmccForgedReportTest extends TfmccSourceFixture {
    private RateSourceStats before;

    private void limitedBy1() {
        source.receiverJoined(1, RTT, now);
        source.receiverJoined(2, RTT, now);
        answer(1, 100_000, true);
        for (int i = 0; i < 10; i++) {
            pass(10);
            send();
        }
        report(1, 50_000, true);
        before = source.stats(now);
    }

    private void unchanged(String what) {
        assertThat(source.stats(now)).as(what).isEqualTo(before);
    }

    @Test
    void unknownReceiver() {
        limitedBy1();
        report(99, 5, true);
        unchanged("never joined");
        source.receiverLeft(2, now);
        before = source.stats(now);
        report(2, 5, true);
        unchanged("left");
        send();
        assertThat(lastHeader.echoes(99)).isFalse();
    }

    @Test
    void whatNobodyCanHaveWritten() {
        limitedBy1();
        assertThatThrownBy(() -> report(2, next, 0, 5, true)).as("never sent")
                .isInstanceOf(MalformedPacketException.class);
        assertThatThrownBy(() -> report(2, next - 1, MS, 5, true)).as("held for longer than it was in flight")
                .isInstanceOf(MalformedPacketException.class);
        assertThatThrownBy(() -> source.reportReceived(2, new WireReader(new byte[10]), now))
                .isInstanceOf(MalformedPacketException.class);
        roundOffset = 1;
        assertThatThrownBy(() -> report(2, 5, true)).as("a round to come").isInstanceOf(MalformedPacketException.class);
        roundOffset = -3;
        assertThatThrownBy(() -> report(2, 5, true)).as("a round before the first")
                .isInstanceOf(MalformedPacketException.class);
        unchanged("malformed");
    }

    @Test
    void oldRound() {
        limitedBy1();
        while (lastHeader.round() < 5) {
            pass(100);
            send();
        }
        before = source.stats(now);
        roundOffset = -3;
        report(2, 5, true);
        unchanged("three rounds ago");
        roundOffset = -2;
        report(2, 5_000, true);
        assertThat(rate()).isEqualTo(5_000);
    }

    @Test
    void olderThanOneThatWasTaken() {
        limitedBy1();
        report(1, next - 3, 0, 5, true);
        unchanged("an older packet");
        report(1, next - 1, 0, 5, true);
        unchanged("the same time stamp");
    }

    @Test
    void forgottenPacketAndRoundTripOfMoreThanAMinute() {
        source = source(Map.of("sentPackets", "64"));
        limitedBy1();
        for (int i = 0; i < 64; i++) {
            send();
        }
        report(2, next - 65, 0, 5, true);
        unchanged("forgotten");
        pass(64_001);
        before = source.stats(now);
        report(2, 5, true);
        unchanged("a minute");
    }

    @Test
    void manyReceiversLeaveABoundedNumberOfRecords() {
        source = source(Map.of("records", "16"));
        limitedBy1();
        for (int key = 10; key < 10_010; key++) {
            source.receiverJoined(key, RTT, now);
        }
        assertThat(source.stats(now).receivers()).hasSize(16);
        for (int key = 10_009; key >= 10; key -= 7) {
            report(key, 200_000, true);
        }
        assertThat(source.stats(now).receivers()).hasSize(16);
        assertThat(source.stats(now).receivers()).as("the CLR is kept").anyMatch(known -> known.key() == 1);
        assertThat(source.stats(now).receivers()).as("and the last").anyMatch(known -> known.key() == 13);
        assertThat(source.rttNanos(11)).as("of the others the greatest RTT").isEqualTo(100 * MS);
        report(10_006, 7_000, true);
        assertThat(clr()).as("every one is heard").isEqualTo(10_006);
    }
}
