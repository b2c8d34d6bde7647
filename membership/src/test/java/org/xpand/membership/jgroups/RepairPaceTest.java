package org.xpand.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RepairPaceTest {
    private final RepairPace pace = new RepairPace();

    @Test
    void everythingIsRequestedAsLongAsRepairsArrive() {
        for (int first = 1; first < 100; first++) {
            assertThat(pace.allowed(first, 1000)).isEqualTo(1000);
        }
    }

    @Test
    void requestsShrinkWhileNoRepairArrives() {
        assertThat(pace.allowed(1, 1000)).isEqualTo(1000);
        assertThat(pace.allowed(1, 1000)).isEqualTo(250);
        assertThat(pace.allowed(1, 2000)).isEqualTo(62);
        assertThat(pace.allowed(1, 3000)).isEqualTo(15);
        int sum = 0;
        for (int i = 0; i < 10 * RepairPace.MOST_INTERVALS; i++) {
            sum += pace.allowed(1, 3000);
        }
        assertThat(sum).as("in " + 10 * RepairPace.MOST_INTERVALS + " intervals").isBetween(9 * RepairPace.LEAST, 13 * RepairPace.LEAST);
    }

    @Test
    void fewAreAlwaysRequestedTogether() {
        for (int i = 0; i < 3; i++) {
            assertThat(pace.allowed(1, 3)).isIn(3, 0);
        }
    }

    @Test
    void requestsGrowAsFastOnceRepairsArrive() {
        for (int i = 0; i < 100; i++) {
            pace.allowed(1, 1000);
        }
        assertThat(pace.allowed(9, 1000)).isEqualTo(32);
        assertThat(pace.allowed(41, 1000)).isEqualTo(128);
        assertThat(pace.allowed(169, 1000)).isEqualTo(512);
        for (int first = 200; first < 220; first++) {
            pace.allowed(first, 1000);
        }
        assertThat(pace.allowed(300, Integer.MAX_VALUE)).as("no limit").isEqualTo(Integer.MAX_VALUE);
    }
}
