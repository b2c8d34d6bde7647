package org.xpand.protocols.tfrc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.RateReason;

/** What a source says determines its rate. */
class TfrcReasonTest extends TfrcSourceFixture {
    private RateReason reason() {
        return source.stats(now).reason();
    }

    @Test
    void slowStartUntilTheFirstLossThenThePath() {
        source.receiverJoined(1, RTT, now);
        assertThat(reason()).isEqualTo(RateReason.SLOW_START);
        round(40_000, NO_LOSS);
        assertThat(reason()).isEqualTo(RateReason.SLOW_START);
        round(40_000, 40_000);
        assertThat(reason()).isEqualTo(RateReason.PATH);
    }

    @Test
    void growthWhereThePathAllowsMoreThanTwiceWhatArrived() {
        source.receiverJoined(1, RTT, now);
        round(40_000, 40_000);
        round(40_000, 1_000_000);
        assertThat(rate()).isEqualTo(80_000);
        assertThat(reason()).isEqualTo(RateReason.GROWTH);
    }

    @Test
    void silenceUntilTheNextReport() {
        source.receiverJoined(1, RTT, now);
        round(40_000, 40_000);
        send();
        now += 4 * RTT;
        source.deadlineReached(now);
        assertThat(reason()).isEqualTo(RateReason.SILENCE);
        round(20_000, 10_000);
        assertThat(reason()).isEqualTo(RateReason.PATH);
    }

    @Test
    void theLeastRateIsABound() {
        source.receiverJoined(1, RTT, now);
        round(40_000, 1);
        assertThat(rate()).isGreaterThan(1);
        assertThat(reason()).isEqualTo(RateReason.BOUND);
    }
}
