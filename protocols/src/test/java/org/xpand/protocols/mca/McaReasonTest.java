package org.xpand.protocols.mca;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.RateReason;

/** What a source says determines its rate. */
class McaReasonTest extends McaSourceFixture {
    private RateReason reason() {
        return source.stats(now).reason();
    }

    @Test
    void slowStartUntilTheFirstIndicationThenThePath() {
        source = source("startGrowth", "1.5");
        source.receiverJoined(1, RTT, now);
        assertThat(reason()).isEqualTo(RateReason.SLOW_START);
        send(30);
        accumulation(1, 1e6);
        assertThat(reason()).isEqualTo(RateReason.PATH);
    }

    @Test
    void growthWhileNobodyHasIndicatedCongestion() {
        source.receiverJoined(1, RTT, now);
        send(30);
        assertThat(reason()).as("the paper has no slow start").isEqualTo(RateReason.GROWTH);
    }

    @Test
    void silenceUntilTheNextReport() {
        source = source("statusInterval", "100ms");
        start();
        accumulation(1, 1e6);
        send(425);
        assertThat(reason()).isEqualTo(RateReason.SILENCE);
        reportOf(1, number - 21, 0, false, false, gtrac(1e6, 1e6), 1e6);
        assertThat(reason()).isEqualTo(RateReason.PATH);
    }

    @Test
    void theLeastRateIsABound() {
        source = source("minimumRate", "100Mbit/s");
        source.receiverJoined(1, RTT, now);
        assertThat(rate()).isEqualTo(12_500_000);
        assertThat(reason()).isEqualTo(RateReason.BOUND);
    }
}
