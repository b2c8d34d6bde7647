package org.xpand.protocols.tfrc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** Twice the receive rate caps the rate, but not that of a data-limited source (RFC 5348 §4.3). */
class TfrcReceiveCapTest extends TfrcSourceFixture {
    @Test
    void twiceTheReceiveRateCapsTheRateAfterALoss() {
        source.receiverJoined(1, RTT, now);
        for (int i = 0; i < 6; i++) {
            round(4000, 30_000);
        }
        assertThat(rate()).isEqualTo(8000);
    }

    /** The reported rate is a quarter of a round-trip time old when it counts for the last time. */
    @Test
    void inAQuickSlowStartTheCapIsAQuarterOfADoublingHigher() {
        for (String window : new String[] {"4", "5"}) {
            source = source(Map.of("initialWindow", window));
            source.receiverJoined(1, RTT, now);
            for (int i = 0; i < 8; i++) {
                round(40_000, NO_LOSS);
            }
            assertThat(rate()).as("%s packets in the first RTT", window)
                    .isCloseTo(window.equals("4") ? 80_000 : 80_000 * Math.pow(2, 0.25), within(1.0));
        }
    }

    @Test
    void paperHasNoCapAfterALoss() {
        source = source(Map.of("preset", "paper"));
        source.receiverJoined(1, RTT, now);
        for (int i = 0; i < 6; i++) {
            round(4000, 30_000);
        }
        assertThat(rate()).isEqualTo(30_000);
    }

    @Test
    void capForgetsReceiveRatesOlderThanTwoRtts() {
        source.receiverJoined(1, RTT, now);
        for (int i = 0; i < 5; i++) {
            round(15_000, 30_000);
        }
        assertThat(rate()).isEqualTo(30_000);
        round(4000, 30_000);
        round(4000, 30_000);
        assertThat(rate()).as("15000 is two RTTs old").isEqualTo(30_000);
        round(4000, 30_000);
        assertThat(rate()).isEqualTo(8000);
    }

    @Test
    void dataLimitedIntervalDoesNotLowerTheCap() {
        source.receiverJoined(1, RTT, now);
        for (int i = 0; i < 5; i++) {
            round(15_000, 30_000);
        }
        for (int i = 0; i < 20; i++) {
            source.dataLimited(now);
            send();
            source.dataLimited(now);
            now += RTT;
            report(1, 30_000, 1000);
        }
        assertThat(rate()).isEqualTo(30_000);
    }

    @Test
    void intervalPartlyAtTheFullRateIsNotDataLimited() {
        source.receiverJoined(1, RTT, now);
        for (int i = 0; i < 5; i++) {
            round(15_000, 30_000);
        }
        for (int i = 0; i < 4; i++) {
            source.dataLimited(now);
            now += RTT / 2;
            backlog();
            source.dataLimited(now);
            now += RTT / 2;
            report(1, next - 1, 0, 30_000, 4000);
        }
        assertThat(rate()).isEqualTo(8000);
    }

    @Test
    void lossInADataLimitedIntervalTightensTheCap() {
        source.receiverJoined(1, RTT, now);
        for (int i = 0; i < 6; i++) {
            round(15_000, 40_000);
        }
        assertThat(rate()).isEqualTo(30_000);
        source.dataLimited(now);
        send();
        now += RTT;
        lossEvents++;
        report(1, 40_000, 10_000);
        assertThat(rate()).as("max(15000 / 2, 0.85 · 10000)").isEqualTo(8500);
        source.dataLimited(now);
        send();
        now += RTT;
        report(1, 40_000, 1000);
        assertThat(rate()).as("twice that once the loss is old").isEqualTo(17_000);
    }

    @Test
    void repairsInPlaceOfPacketsDoNotLowerTheCap() {
        source.receiverJoined(1, RTT, now);
        for (int i = 0; i < 5; i++) {
            round(15_000, 30_000);
        }
        for (int i = 0; i < 20; i++) {
            for (int packet = 0; packet < 10; packet++) {
                source.repairSent(SIZE, now);
                send();
            }
            now += RTT;
            report(1, 30_000, 4000);
        }
        assertThat(rate()).isEqualTo(30_000);
    }

    @Test
    void repairsThatReceiversDoNotMeasureCountForWhatTheyReceive() {
        source.receiverJoined(1, RTT, now);
        for (int i = 0; i < 6; i++) {
            round(4000, 30_000);
        }
        assertThat(rate()).isEqualTo(8000);
        for (int i = 0; i < 2; i++) {
            double allowed = rate();
            for (int packet = 0; packet < 4; packet++) {
                source.repairSent(SIZE, now);
                send();
            }
            now += RTT;
            report(1, 30_000, allowed / 2);
        }
        assertThat(rate()).isEqualTo(30_000);
    }

    @Test
    void firstReportOfAReceiverLimitsNothing() {
        source.receiverJoined(1, RTT, now);
        for (int i = 0; i < 6; i++) {
            round(20_000, 30_000);
        }
        source.receiverJoined(2, RTT, now);
        source.dataLimited(now);
        send();
        now += RTT;
        report(2, NO_LOSS, 10);
        report(1, 30_000, 20_000);
        assertThat(rate()).isEqualTo(30_000);
    }

    @Test
    void aFirstLossEventRateIsANewLossEvenIfTheCountWasMissed() {
        source.receiverJoined(1, RTT, now);
        for (int i = 0; i < 6; i++) {
            round(15_000, NO_LOSS);
        }
        assertThat(rate()).isEqualTo(40_000, within(1.0));
        source.dataLimited(now);
        send();
        now += RTT;
        report(1, 100_000, 10_000);
        assertThat(rate()).isEqualTo(8500);
    }

    @Test
    void aLossEventRateThatRisesWithoutALossTightensNothing() {
        source.receiverJoined(1, RTT, now);
        lossEvents++;
        for (int i = 0; i < 6; i++) {
            round(15_000, 40_000);
        }
        assertThat(rate()).isEqualTo(30_000);
        for (int i = 0; i < 3; i++) {
            source.dataLimited(now);
            send();
            now += RTT;
            lossEventRate *= 1.1;
            report(1, 40_000, 10_000);
            assertThat(rate()).as("the first loss interval followed larger packets").isEqualTo(30_000);
        }
    }

    @Test
    void receiveRatesFromBeforeAGapInTheReportsAreForgotten() {
        source.receiverJoined(1, RTT, now);
        for (int i = 0; i < 5; i++) {
            round(15_000, 30_000);
        }
        round(4000);
        round(4000);
        round(4000, 30_000);
        assertThat(rate()).isEqualTo(8000);
    }
}
