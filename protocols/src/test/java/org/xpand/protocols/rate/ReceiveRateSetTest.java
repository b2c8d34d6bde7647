package org.xpand.protocols.rate;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** X_recv_set (RFC 5348 §4.3, §8.2.2). */
class ReceiveRateSetTest {
    private final ReceiveRateSet set = new ReceiveRateSet();

    @Test
    void infinityLimitsNothingForTwoRoundTripsFromTheFirstReport() {
        assertThat(set.max()).isInfinite();
        set.update(100, 200, 5000);
        assertThat(set.max()).isInfinite();
        set.update(110, 200, 5200);
        assertThat(set.max()).isInfinite();
        set.update(120, 200, 5201);
        assertThat(set.max()).isEqualTo(120);
    }

    @Test
    void updateForgetsWhatIsOlderThanTwoRoundTrips() {
        set.replace(500, 0);
        set.update(100, 200, 100);
        assertThat(set.max()).isEqualTo(500);
        set.update(90, 200, 201);
        assertThat(set.max()).isEqualTo(100);
    }

    @Test
    void updateKeepsThreeItemsAtMost() {
        set.replace(500, 0);
        set.update(1, 1000, 1);
        set.update(2, 1000, 2);
        assertThat(set.max()).isEqualTo(500);
        set.update(3, 1000, 3);
        assertThat(set.max()).isEqualTo(3);
    }

    @Test
    void maximizeKeepsTheLargestAndDropsInfinity() {
        set.maximize(100, 0);
        assertThat(set.max()).isEqualTo(100);
        set.maximize(40, 1000);
        assertThat(set.max()).isEqualTo(100);
        set.update(10, 200, 1200);
        assertThat(set.max()).as("the largest counts as of the last maximize").isEqualTo(100);
        set.update(10, 200, 1201);
        assertThat(set.max()).isEqualTo(10);
    }

    @Test
    void halveHalvesEveryItem() {
        set.replace(100, 0);
        set.update(60, 1000, 1);
        set.halve();
        assertThat(set.max()).isEqualTo(50);
        set.update(0, 1000, 1001);
        assertThat(set.max()).isEqualTo(30);
    }
}
