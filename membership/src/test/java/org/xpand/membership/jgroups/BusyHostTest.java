package org.xpand.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class BusyHostTest {
    @Test
    void aHostThatIsNotBusyOrDoesNotSayChangesNothing() {
        assertThat(BusyHost.times(0.3, 2)).isEqualTo(1);
        assertThat(BusyHost.times(8, 2)).isEqualTo(1);
        assertThat(BusyHost.times(-1, 2)).isEqualTo(1);
    }

    @Test
    void aBusyHostGetsLongerByItsLoadAndEightTimesAtMost() {
        assertThat(BusyHost.times(24, 2)).isEqualTo(3);
        assertThat(BusyHost.times(24, 1)).isEqualTo(6);
        assertThat(BusyHost.times(1000, 2)).isEqualTo(8);
    }

    @Test
    void whatItReadsIsWithinTheBounds() {
        assertThat(new BusyHost().times()).isBetween(1.0, 8.0);
    }
}
