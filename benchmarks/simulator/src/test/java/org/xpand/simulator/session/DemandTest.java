package org.xpand.simulator.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.xpand.simulator.traffic.Periods;

class DemandTest {
    private static final long SECOND = 1_000_000_000L;

    @Test
    void limitedDemandProducesAtItsRateAndWaitsWithAFullBacklog() {
        Demand demand = Demand.limited(10_000, 3000);
        assertThat(demand.take(1000, 0)).isFalse();
        assertThat(demand.availableNanos(1000, 0)).isEqualTo(SECOND / 10);
        assertThat(demand.take(1000, SECOND / 10)).isTrue();
        assertThat(demand.take(1000, SECOND / 10)).isFalse();
        int taken = 0;
        while (demand.take(1000, 60 * SECOND)) {
            taken++;
        }
        assertThat(taken).isEqualTo(3);
        assertThat(demand.availableNanos(5000, 60 * SECOND)).isEqualTo(Long.MAX_VALUE);
        assertThatIllegalArgumentException().isThrownBy(() -> Demand.limited(0, 1)).withMessageContaining("above 0");
        assertThatIllegalArgumentException().isThrownBy(() -> Demand.limited(1, 0)).withMessageContaining("1 or more");
    }

    @Test
    void onOffDemandIsGreedyInOnPeriodsOnly() {
        Demand demand = Demand.onOff(Periods.fixed(2 * SECOND), Periods.fixed(3 * SECOND));
        assertThat(demand.take(1, SECOND)).isTrue();
        assertThat(demand.take(1, 3 * SECOND - 1)).isTrue();
        assertThat(demand.take(1, 3 * SECOND)).isFalse();
        assertThat(demand.availableNanos(1, 4 * SECOND)).isEqualTo(6 * SECOND);
        assertThat(demand.take(1, 6 * SECOND)).isTrue();
        assertThat(demand.take(1, 57 * SECOND)).isTrue();
        assertThat(demand.take(1, 59 * SECOND)).isFalse();
    }

    @Test
    void greedyHasAlwaysSomethingAndNoneNever() {
        assertThat(Demand.greedy().take(1, 0)).isTrue();
        assertThat(Demand.greedy().availableNanos(1, 5)).isEqualTo(5);
        assertThat(Demand.none().take(1, 0)).isFalse();
        assertThat(Demand.none().availableNanos(1, 0)).isEqualTo(Long.MAX_VALUE);
    }
}
