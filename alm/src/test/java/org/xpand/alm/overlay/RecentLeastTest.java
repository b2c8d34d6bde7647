package org.xpand.alm.overlay;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RecentLeastTest {
    private static final long SECOND = 1_000_000_000L;

    private final RecentLeast least = new RecentLeast();

    @Test
    void nothingIsKnownBeforeTheFirstSampleAndAfterAllIsForgotten() {
        assertThat(least.value()).isZero();
        least.sample(5, 0);
        least.forget();
        assertThat(least.value()).isZero();
    }

    @Test
    void aLesserOneCountsAtOnceAndAGreaterOneAfterAMinute() {
        least.sample(20, 0);
        least.sample(10, 2 * SECOND);
        assertThat(least.value()).isEqualTo(10);
        for (long at = 4; at <= 60; at += 2) {
            least.sample(90, at * SECOND);
            assertThat(least.value()).as("after %d s", at).isEqualTo(10);
        }
        for (long at = 62; at <= 74; at += 2) {
            least.sample(90, at * SECOND);
        }
        assertThat(least.value()).isEqualTo(90);
    }

    @Test
    void valuesBelowNothingAreTakenAsTheyAre() {
        least.sample(-3, 0);
        least.sample(-7, SECOND);
        assertThat(least.value()).isEqualTo(-7);
    }
}
