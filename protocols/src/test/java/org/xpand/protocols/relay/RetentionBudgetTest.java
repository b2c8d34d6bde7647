package org.xpand.protocols.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Many senders of one process keep no more together than few. */
class RetentionBudgetTest {
    private static final long SECOND = RetentionBudget.PERIOD_NANOS;

    private final RetentionBudget budget = new RetentionBudget();
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
        assertThat(budget.each(-5 * SECOND)).as("nobody sends").isEqualTo(RetentionBudget.BYTES);
        send(50, -5 * SECOND);
        send(50, -5 * SECOND + 1);
        assertThat(budget.each(-5 * SECOND + 1)).as("each counts once").isEqualTo(RetentionBudget.BYTES / 50);
        assertThat(budget.each(-4 * SECOND)).as("a second later").isEqualTo(RetentionBudget.BYTES / 50);
        send(3, -4 * SECOND);
        assertThat(budget.each(-3 * SECOND)).as("those that no longer send leave their part").isEqualTo(RetentionBudget.BYTES / 3);
        assertThat(budget.each(0)).isEqualTo(RetentionBudget.BYTES);
    }

    @Test
    void eachHasSome() {
        send(1000, 0);
        assertThat(budget.each(0)).isEqualTo(RetentionBudget.LEAST_BYTES);
    }
}
