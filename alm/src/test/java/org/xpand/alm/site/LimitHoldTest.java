package org.xpand.alm.site;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A limit that comes and goes is reported less and less often, and at once again after a quiet time. */
class LimitHoldTest {
    private static final long LOOK_NANOS = 500_000_000;

    private final LimitHold hold = new LimitHold();
    private long nowNanos;
    private boolean announced;

    /** One observation; returns whether a change is reported. */
    private boolean look(boolean limited) {
        nowNanos += LOOK_NANOS;
        boolean same = limited == announced;
        boolean less = announced && !limited;
        boolean due = hold.isDue(same, less);
        if (due) {
            announced = limited;
            hold.announced(less, nowNanos);
        }
        return due;
    }

    private int looksUntilLess() {
        int looks = 1;
        while (!look(false)) {
            looks++;
        }
        return looks;
    }

    @Test
    void whatComesBackHasToStayAwayForLonger() {
        assertThat(look(true)).as("at once").isTrue();
        assertThat(looksUntilLess()).isEqualTo(4);
        for (int looks : new int[] {8, 16, 32, 64, 64}) {
            assertThat(look(true)).isTrue();
            assertThat(looksUntilLess()).isEqualTo(looks);
        }
        nowNanos += 60_000_000_000L;
        assertThat(look(true)).isTrue();
        assertThat(looksUntilLess()).as("after a quiet minute").isEqualTo(4);
    }

    @Test
    void aBusyMachineReportsFewChanges() {
        int changes = 0;
        for (int second = 0; second < 240; second++) {
            // Limited for two seconds, not limited for three.
            boolean limited = second % 5 < 2;
            changes += look(limited) ? 1 : 0;
            changes += look(limited) ? 1 : 0;
        }
        assertThat(changes).as("in four minutes, of 96 changes").isLessThan(6);
    }
}
