package org.xpand.protocols.relay;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Many senders of one process hold no more together than few. */
class SenderBudgetTest {
    private static final long SECOND = SenderBudget.PERIOD_NANOS;

    private final SenderBudget budget = new SenderBudget(RelayConfig.defaults());
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
        assertThat(budget.retention(-5 * SECOND)).as("nobody sends").isEqualTo(SenderBudget.MOST_BYTES);
        send(50, -5 * SECOND);
        send(50, -5 * SECOND + 1);
        assertThat(budget.retention(-5 * SECOND + 1)).as("each counts once").isEqualTo(SenderBudget.MOST_BYTES / 50);
        assertThat(budget.retention(-4 * SECOND)).as("a second later").isEqualTo(SenderBudget.MOST_BYTES / 50);
        send(3, -4 * SECOND);
        assertThat(budget.retention(-3 * SECOND)).as("those that no longer send leave their part").isEqualTo(SenderBudget.MOST_BYTES / 3);
        assertThat(budget.retention(0)).isEqualTo(SenderBudget.MOST_BYTES);
    }

    @Test
    void whatWaitsIsSharedToo() {
        long all = RelayConfig.defaults().maxWindowBytes();
        send(1, 0);
        assertThat(budget.window(0)).isEqualTo(all);
        send(50, 1);
        assertThat(budget.window(1)).isEqualTo(all / 50);
        send(1000, 2);
        assertThat(budget.window(2)).as("enough for the rests of a busy loop").isEqualTo(all / SenderBudget.WINDOW_PARTS);
        assertThat(budget.window(3 * SECOND)).isEqualTo(all);
    }

    @Test
    void eachHasSome() {
        send(1000, 0);
        assertThat(budget.retention(0)).isEqualTo(SenderBudget.LEAST_BYTES);
    }

    @Test
    void aSmallHeapHasLessForAllAndForEach() {
        RelayConfig small = RelayConfig.defaults().withRetention(1 << 20, 4 << 20);
        SenderBudget less = new SenderBudget(small);
        assertThat(less.retention(0)).isEqualTo(8 << 20);
        for (int i = 0; i < 1000; i++) {
            less.sends(Long.MIN_VALUE, 0);
        }
        assertThat(less.retention(0)).isEqualTo(32 << 10);
    }
}
