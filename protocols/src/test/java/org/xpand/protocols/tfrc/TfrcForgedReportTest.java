package org.xpand.protocols.tfrc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.WireReader;

/** Reports that are not what they should be change nothing. */
class TfrcForgedReportTest extends TfrcSourceFixture {
    @Test
    void forgedAbsurdAndUnknownReportsChangeNothing() {
        source.receiverJoined(1, RTT, now);
        round(40_000, 40_000);
        backlog();
        now += RTT;
        var before = source.stats(now);
        assertThatThrownBy(() -> report(1, next, 0, 5, 5)).as("never sent")
                .isInstanceOf(MalformedPacketException.class);
        assertThatThrownBy(() -> report(1, next - 1, RTT + MS, 5, 5)).as("held for longer than it was in flight")
                .isInstanceOf(MalformedPacketException.class);
        assertThatThrownBy(() -> source.reportReceived(1, new WireReader(new byte[10]), now))
                .isInstanceOf(MalformedPacketException.class);
        report(2, 5, 5);
        report(1, 3, 0, 5, 5);
        assertThat(source.stats(now)).as("unknown receiver, stale echo").isEqualTo(before);
    }

    @Test
    void echoOfAForgottenPacketChangesNothing() {
        source = source(Map.of("sentPackets", "64"));
        source.receiverJoined(1, RTT, now);
        var before = source.stats(now);
        for (int i = 0; i < 100; i++) {
            send();
        }
        now += RTT;
        report(1, 35, 0, 5, 5);
        assertThat(source.stats(now)).isEqualTo(before);
        report(1, 36, 0, 500, 500);
        assertThat(rate()).isEqualTo(500);
    }

    @Test
    void leavingOfAnUnknownReceiverIsIgnored() {
        source.receiverJoined(1, RTT, now);
        var before = source.stats(now);
        source.receiverLeft(5, now + RTT);
        assertThat(source.stats(now)).isEqualTo(before);
    }

    @Test
    void statsAreInTheOrderOfTheKeys() {
        for (long key : new long[] {5, -3, 9, 0}) {
            source.receiverJoined(key, RTT, now);
        }
        assertThat(source.stats(now).receivers()).extracting("key").containsExactly(-3L, 0L, 5L, 9L);
    }

    @Test
    void roundTripOfMoreThanAMinuteIsNone() {
        source.receiverJoined(1, RTT, now);
        send();
        now += 64_001 * MS;
        var before = source.stats(now);
        report(1, 500, 500);
        assertThat(source.stats(now)).isEqualTo(before);
    }
}
