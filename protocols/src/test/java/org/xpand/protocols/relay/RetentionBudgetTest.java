package org.xpand.protocols.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Many senders of one process keep no more together than few. */
class RetentionBudgetTest {
    private static final long SECOND = RetentionBudget.PERIOD_NANOS;

    private final RetentionBudget budget = new RetentionBudget(RelayConfig.defaults());
    private final long[] counted = new long[1000];

    {
        Arrays.fill(counted, Long.MIN_VALUE);
    }

    private void send(int senders, long nowNanos) {
        for (int i = 0; i < senders; i++) {
            counted[i] = budget.sends(counted[i], nowNanos);
        }
    }

    @Test
    void allThatSendShareIt() {
        assertThat(budget.each(-5 * SECOND)).as("nobody sends").isEqualTo(RetentionBudget.MOST_BYTES);
        send(50, -5 * SECOND);
        send(50, -5 * SECOND + 1);
        assertThat(budget.each(-5 * SECOND + 1)).as("each counts once").isEqualTo(RetentionBudget.MOST_BYTES / 50);
        assertThat(budget.each(-4 * SECOND)).as("a second later").isEqualTo(RetentionBudget.MOST_BYTES / 50);
        send(3, -4 * SECOND);
        assertThat(budget.each(-3 * SECOND)).as("those that no longer send leave their part").isEqualTo(RetentionBudget.MOST_BYTES / 3);
        assertThat(budget.each(0)).isEqualTo(RetentionBudget.MOST_BYTES);
    }

    @Test
    void eachHasSome() {
        send(1000, 0);
        assertThat(budget.each(0)).isEqualTo(RetentionBudget.LEAST_BYTES);
    }

    @Test
    void aSmallHeapHasLessForAllAndForEach() {
        RelayConfig small = RelayConfig.defaults().withRetention(1 << 20, 4 << 20);
        RetentionBudget less = new RetentionBudget(small);
        assertThat(less.each(0)).isEqualTo(8 << 20);
        for (int i = 0; i < 1000; i++) {
            less.sends(Long.MIN_VALUE, 0);
        }
        assertThat(less.each(0)).isEqualTo(32 << 10);
    }
}
