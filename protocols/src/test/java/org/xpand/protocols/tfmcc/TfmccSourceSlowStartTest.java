package org.xpand.protocols.tfmcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** The first rate, and how fast it grows until the first loss, in small groups and in large ones (RFC 4654 §3.1, §3.6). */
class TfmccSourceSlowStartTest extends TfmccSourceFixture {
    @Test
    void aLargeGroupBeginsWithOnePacketPerGreatestRtt() {
        for (int receiver = 1; receiver <= 17; receiver++) {
            source.receiverJoined(receiver, (83 + receiver) * MS, now);
        }
        assertThat(rate()).isEqualTo(10_000);
        source = source(Map.of("preset", "paper"));
        source.receiverJoined(1, 80 * MS, now);
        assertThat(rate()).as("500 ms where paths are not measured").isEqualTo(2_000);
    }

    @Test
    void aSmallGroupBeginsWithTenPackets() {
        source.receiverJoined(1, 80 * MS, now);
        source.receiverJoined(2, 100 * MS, now);
        assertThat(rate()).isEqualTo(100_000);
        source = source(Map.of());
        source.receiverJoined(1, 80 * MS, now);
        source.receiverJoined(2, 0, now);
        assertThat(rate()).as("500 ms where a path is not known").isEqualTo(20_000);
    }

    @Test
    void theTenAreFullPacketsHoweverShortTheFirstOnesWere() {
        source = source(Map.of("packetSize", "1400"));
        source.receiverJoined(1, 0, now);
        assertThat(rate()).as("500 ms while the RTT is not known").isEqualTo(28_000);
        for (int i = 0; i < 200; i++) {
            send();
        }
        now += RTT;
        report(1, 1_000_000, false);
        assertThat(rate()).as("twice ten full packets in the RTT, as the report allows").isEqualTo(280_000);
    }

    @Test
    void inASmallGroupTheRateDoublesAtOnceButOnlyOnceInAnRtt() {
        source.receiverJoined(1, RTT, now);
        answer(1, 1_000_000, false);
        assertThat(rate()).isEqualTo(200_000);
        for (int i = 0; i < 7; i++) {
            reportAfter12Millis(1_000_000);
            assertThat(rate()).isEqualTo(200_000);
        }
        reportAfter12Millis(1_000_000);
        assertThat(rate()).isEqualTo(400_000);
        reportAfter12Millis(300_000);
        assertThat(rate()).as("less was received").isEqualTo(300_000);
        reportAfter12Millis(500_000);
        assertThat(rate()).as("twice the lowest within the RTT").isEqualTo(400_000);
    }

    /** The packets that it reports about left an RTT ago. */
    private void reportAfter12Millis(double rate) {
        pass(12);
        now -= RTT;
        send();
        now += RTT;
        report(1, rate, false);
    }

    @Test
    void slowStartOfALargeGroupApproachesItsTargetOverAnRtt() {
        source = source(Map.of("quickReports", "0"));
        source.receiverJoined(1, RTT, now);
        answer(1, 20_000, false);
        assertThat(rate()).isEqualTo(10_000);
        pass(50);
        assertThat(rate()).isCloseTo(15_000, within(1.0));
        pass(50);
        assertThat(rate()).isCloseTo(20_000, within(1.0));
        pass(500);
        assertThat(rate()).isEqualTo(20_000);
        assertThat(source.stats(now).slowStart()).isTrue();
    }

    @Test
    void slowStartAimsAtTheLeastReceiver() {
        source.receiverJoined(1, RTT, now);
        source.receiverJoined(2, RTT, now);
        answer(1, 40_000, false);
        report(2, 16_000, false);
        pass(1);
        report(1, 90_000, false);
        pass(200);
        assertThat(rate()).isCloseTo(16_000, within(1.0));
        assertThat(clr()).isEqualTo(2);
        answer(1, 12_000, false);
        assertThat(rate()).isCloseTo(12_000, within(1.0));
    }
}
