package org.xpand.protocols.tfmcc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.RateReason;

/** What a source says determines its rate. */
class TfmccReasonTest extends TfmccSourceFixture {
    private RateReason reason() {
        return source.stats(now).reason();
    }

    private void limitedBy1() {
        source.receiverJoined(1, RTT, now);
        source.receiverJoined(2, RTT, now);
        answer(1, 100_000, false);
        assertThat(reason()).isEqualTo(RateReason.SLOW_START);
        for (int i = 0; i < 10; i++) {
            answer(1, 64_000, true);
        }
    }

    @Test
    void slowStartUntilTheFirstLossThenThePath() {
        limitedBy1();
        assertThat(reason()).isEqualTo(RateReason.PATH);
    }

    @Test
    void growthWhereThePathAllowsMoreThanTwiceWhatArrived() {
        limitedBy1();
        received = 32_000;
        answer(1, 640_000, true);
        assertThat(rate()).isEqualTo(64_000);
        assertThat(reason()).isEqualTo(RateReason.GROWTH);
    }

    @Test
    void growthUntilAReportWhenTheLimitingReceiverHasLeft() {
        limitedBy1();
        source.receiverLeft(1, now);
        assertThat(reason()).isEqualTo(RateReason.GROWTH);
    }

    @Test
    void silenceUntilTheNextReport() {
        limitedBy1();
        send();
        silence(400);
        assertThat(reason()).isEqualTo(RateReason.SILENCE);
        silence(600);
        assertThat(clr()).as("it is given up").isEqualTo(-1);
        assertThat(reason()).isEqualTo(RateReason.SILENCE);
        answer(2, 10_000, true);
        assertThat(reason()).isEqualTo(RateReason.PATH);
    }

    @Test
    void theLeastRateIsABound() {
        limitedBy1();
        answer(1, 1, true);
        assertThat(rate()).isGreaterThan(1);
        assertThat(reason()).isEqualTo(RateReason.BOUND);
    }
}
