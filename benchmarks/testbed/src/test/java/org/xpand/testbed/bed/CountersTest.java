package org.xpand.testbed.bed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class CountersTest {
    private final Counters counters = new Counters(List.of("a", "b"));

    private void sample(long seconds, long bytes) {
        long nanos = seconds * 1_000_000_000L;
        if (bytes >= 0) {
            assertThat(counters.take("flow " + nanos + " forward 0 1 udp 10 " + bytes + " 2 3")).isTrue();
        }
        assertThat(counters.take("sampled " + nanos)).isTrue();
    }

    @Test
    void ratesAreDifferencesOfCounters() {
        sample(1, 1_000_000);
        sample(2, 2_000_000);
        sample(3, 4_000_000);
        assertThat(counters.megabits(flow -> true, 1_000_000_000L, 2_000_000_000L)).isCloseTo(8, within(1e-9));
        assertThat(counters.megabits(flow -> true, 1_000_000_000L, 3_000_000_000L)).isCloseTo(12, within(1e-9));
    }

    @Test
    void betweenSamplesACounterRisesEvenly() {
        sample(1, 1_000_000);
        sample(2, 2_000_000);
        assertThat(counters.between(flow -> true, Counters.Count.BYTES, 1_000_000_000L, 1_500_000_000L))
                .isCloseTo(500_000, within(1e-6));
    }

    @Test
    void whatIsNotReportedHasNotChanged() {
        sample(1, 1_000_000);
        sample(2, -1);
        sample(3, 3_000_000);
        assertThat(counters.between(flow -> true, Counters.Count.BYTES, 1_000_000_000L, 2_000_000_000L)).isZero();
        assertThat(counters.between(flow -> true, Counters.Count.BYTES, 2_000_000_000L, 3_000_000_000L)).isEqualTo(2e6);
    }

    @Test
    void flowsAreDistinguished() {
        sample(1, 5);
        assertThat(counters.keys()).containsExactly(new FlowKey("forward", "a", "b", "udp"));
        assertThat(counters.between(flow -> flow.source().equals("b"), Counters.Count.BYTES, 0, 2_000_000_000L)).isZero();
        assertThat(counters.between(flow -> flow.source().equals("a"), Counters.Count.DROPPED, 0, 2_000_000_000L)).isEqualTo(2);
        assertThat(counters.between(flow -> flow.source().equals("a"), Counters.Count.MARKED, 0, 2_000_000_000L)).isEqualTo(3);
    }

    @Test
    void dropsOfSamplesInARowAreOneSpell() {
        long[] dropped = {0, 2, 3, 3, 3, 4, 4, 9};
        for (int i = 0; i < dropped.length; i++) {
            long nanos = (i + 1) * 100_000_000L;
            counters.take("flow " + nanos + " forward 0 1 tcp 10 100 " + dropped[i] + " 0");
            counters.take("sampled " + nanos);
        }
        assertThat(counters.spells(flow -> true, Counters.Count.DROPPED, 0, 1_000_000_000L)).isEqualTo(3);
        assertThat(counters.spells(flow -> true, Counters.Count.DROPPED, 250_000_000L, 700_000_000L)).isEqualTo(1);
        assertThat(counters.spells(flow -> flow.source().equals("b"), Counters.Count.DROPPED, 0, 1_000_000_000L)).isZero();
    }

    @Test
    void otherLinesAreNotTaken() {
        assertThat(counters.take("ok")).isFalse();
    }
}
