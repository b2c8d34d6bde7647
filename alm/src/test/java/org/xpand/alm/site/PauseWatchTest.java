package org.xpand.alm.site;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A process that does not get the processor is reported, but not while all processes start. */
class PauseWatchTest {
    private static final long MS = 1_000_000;

    private final PauseWatch watch = new PauseWatch();
    private long now = 5_000 * MS;
    private long paused = 300 * MS;

    /** Observes for so long, sleeping for a part of the time between two observations; returns whether the last one reported it. */
    private boolean look(long nanos, double part) {
        boolean announced = false;
        for (long end = now + nanos; now < end; now += LimitFinder.INTERVAL_NANOS) {
            paused += Math.round(part * LimitFinder.INTERVAL_NANOS);
            announced = watch.look(paused, now);
        }
        return announced;
    }

    @Test
    void whoSleepsWhileItIsYoungIsNotReported() {
        assertThat(look(PauseWatch.YOUNG_NANOS, 0.9)).isFalse();
        assertThat(look(1_500 * MS, 0.9)).as("and goes on so").isTrue();
    }

    @Test
    void whoSleepsNowAndThenIsNotReported() {
        look(PauseWatch.YOUNG_NANOS, 0);
        assertThat(look(1_000 * MS, 0.9)).isFalse();
        assertThat(look(500 * MS, 0)).isFalse();
        assertThat(look(1_000 * MS, 0.9)).isFalse();
        assertThat(look(60_000 * MS, 0.1)).isFalse();
        assertThat(look(1_500 * MS, 0.3)).isTrue();
    }
}
