package org.xpand.protocols.tfmcc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The sending rate falls at once and rises along a line (RFC 4654 §3.3, §3.6). */
class TfmccRateTest {
    private static final long SECOND = 1_000_000_000L;

    private final TfmccRate rate = new TfmccRate();

    @Test
    void itRisesAlongALineUpToTheTarget() {
        rate.hold(100, 0);
        rate.approach(200, 50, 0);
        assertThat(rate.current(SECOND)).isEqualTo(150);
        assertThat(rate.current(3 * SECOND)).isEqualTo(200);
        assertThat(rate.target()).isEqualTo(200);
    }

    @Test
    void itFallsAtOnce() {
        rate.hold(100, 0);
        rate.approach(200, 50, 0);
        rate.approach(120, 50, SECOND);
        assertThat(rate.current(SECOND)).isEqualTo(120);
        assertThat(rate.current(9 * SECOND)).as("and stays").isEqualTo(120);
    }

    @Test
    void withoutALimitItRisesAtOnce() {
        rate.hold(100, 0);
        rate.approach(200, Double.POSITIVE_INFINITY, 0);
        assertThat(rate.current(0)).isEqualTo(200);
    }

    @Test
    void itRisesFromWhereItIsWheneverThatIs() {
        long begin = 5_000 * SECOND;
        rate.hold(100, begin);
        rate.approach(300, 50, begin + SECOND);
        assertThat(rate.current(begin)).as("before").isEqualTo(100);
        rate.approach(400, 10, begin + 2 * SECOND);
        assertThat(rate.current(begin + 2 * SECOND)).isEqualTo(150);
        assertThat(rate.current(begin + 3 * SECOND)).isEqualTo(160);
        rate.hold(rate.current(begin + 3 * SECOND), begin + 3 * SECOND);
        assertThat(rate.current(begin + 9 * SECOND)).isEqualTo(160);
    }
}
