package org.xpand.simulator.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** Windows as RFC 9438 has them. */
class CubicTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long RTT = SECOND / 10;

    private static double windowAfter(Cubic cubic, double window, int rounds) {
        double next = window;
        for (int round = 0; round < rounds; round++) {
            long segments = Math.round(next);
            for (long ack = 0; ack < segments; ack++) {
                next = cubic.grown(next, 1, RTT, round * RTT + ack * RTT / segments);
            }
        }
        return next;
    }

    /** K = cbrt(300 / 0.4) = 9.1 s (§4.2). */
    @Test
    void theFormerWindowIsReachedAfterTheTimeThatTheCubicFunctionTakes() {
        Cubic cubic = new Cubic();
        assertThat(cubic.reduced(1000, false)).isEqualTo(700, within(1e-9));
        assertThat(windowAfter(cubic, 700, 91)).isBetween(990.0, 1002.0);
    }

    /** W_est of a small window grows faster than the cubic function (§4.3): 9 / 17 segments in each round-trip time. */
    @Test
    void aSmallWindowGrowsAsRenosWould() {
        Cubic cubic = new Cubic();
        cubic.reduced(20, false);
        assertThat(windowAfter(cubic, 14, 6)).isBetween(16.5, 17.5);
    }

    /** §4.7: a window that is reduced below the former plateau leaves the place to others. */
    @Test
    void aLowerPlateauIsLoweredFurther() {
        Cubic cubic = new Cubic();
        cubic.reduced(1000, false);
        windowAfter(cubic, 700, 1);
        cubic.reduced(800, false);
        assertThat(windowAfter(cubic, 560, 60)).isBetween(660.0, 700.0);
    }

    /** §4.8: the plateau is where the stage begins, from which the window grows at once. */
    @Test
    void afterATimeoutTheWindowGrowsFromThePlateau() {
        Cubic cubic = new Cubic();
        cubic.reduced(1000, true);
        assertThat(windowAfter(cubic, 700, 50)).isBetween(740.0, 760.0);
    }
}
