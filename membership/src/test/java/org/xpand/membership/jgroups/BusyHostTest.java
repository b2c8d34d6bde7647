package org.xpand.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalDouble;
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
    void aLoadThatHasJustBegunIsSeenWithinSeconds() {
        double load = 0;
        for (int second = 0; second < 5; second++) {
            load = BusyHost.recent(load, OptionalDouble.of(100), 1_000_000_000L);
        }
        assertThat(load).isBetween(60.0, 65.0);
        assertThat(BusyHost.recent(2, OptionalDouble.of(100), 0)).as("two samples at once").isEqualTo(2);
        assertThat(BusyHost.recent(50, OptionalDouble.empty(), 1_000_000_000L)).as("a system that does not say").isZero();
    }

    @Test
    void theThreadsThatWantToRunAreReadWhereTheSystemSays() {
        assertThat(BusyHost.running("0.20 0.18 0.12 17/80 11206\n")).hasValue(17);
        assertThat(BusyHost.running("0.20 0.18 0.12 x/80 11206")).isEmpty();
        assertThat(BusyHost.running("0.20 0.18")).isEmpty();
        assertThat(BusyHost.running("")).isEmpty();
    }

    @Test
    void whatItReadsIsWithinTheBounds() {
        assertThat(new BusyHost().times()).isBetween(1.0, 8.0);
    }
}
