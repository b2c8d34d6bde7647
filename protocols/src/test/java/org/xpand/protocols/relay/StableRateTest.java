package org.xpand.protocols.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** The rate at which something becomes stable, without the time in which nothing does. */
class StableRateTest {
    private static final long MS = 1_000_000;

    private final StableRate rate = new StableRate();
    private long now = -3000 * MS;

    /** So many bytes in each of these milliseconds; returns the rate after them. */
    private double progress(long bytes, int millis) {
        double last = 0;
        for (int i = 0; i < millis; i++, now += MS) {
            rate.stable(bytes);
            last = rate.bytesPerSecond(now);
        }
        return last;
    }

    @Test
    void itIsMeasuredOverHalfASecond() {
        assertThat(progress(1000, 400)).isZero();
        assertThat(progress(1000, 700)).isCloseTo(1e6, within(1e4));
    }

    @Test
    void anOutageDoesNotCount() {
        progress(1000, 1100);
        for (int i = 0; i < 30; i++, now += 1000 * MS) {
            assertThat(rate.bytesPerSecond(now)).isCloseTo(1e6, within(1e4));
        }
        assertThat(progress(1000, 2000)).as("the long window is one of several").isCloseTo(1e6, within(1e4));
    }

    @Test
    void aSlowerPathShowsAfterSomeSeconds() {
        progress(1000, 2000);
        assertThat(progress(100, 2000)).isCloseTo(1e6, within(1e4));
        assertThat(progress(100, 3000)).isCloseTo(1e5, within(1e3));
    }
}
