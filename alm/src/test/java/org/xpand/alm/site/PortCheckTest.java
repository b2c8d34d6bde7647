package org.xpand.alm.site;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PortCheckTest {
    private static final long INTERVAL = 100;

    private final PortCheck check = new PortCheck(INTERVAL);

    @Test
    void checksAreDueAtTheirIntervalUntilTheyEnd() {
        assertThat(check.takeDue(1_000)).isFalse();
        assertThat(check.deadlineNanos()).isEqualTo(Long.MAX_VALUE);
        check.begin(0);
        assertThat(check.deadlineNanos()).isEqualTo(INTERVAL);
        assertThat(check.takeDue(INTERVAL - 1)).isFalse();
        assertThat(check.takeDue(INTERVAL + 5)).isTrue();
        assertThat(check.deadlineNanos()).isEqualTo(2 * INTERVAL + 5);
        check.end();
        assertThat(check.takeDue(1_000)).isFalse();
    }

    @Test
    void aFreePortIsUsedOnceUntilItHasBeenInUseAgain() {
        assertThat(check.standsAgain(false)).isFalse();
        assertThat(check.standsAgain(true)).isTrue();
        assertThat(check.standsAgain(true)).isFalse();
        assertThat(check.standsAgain(false)).isFalse();
        assertThat(check.standsAgain(true)).isTrue();
    }

    @Test
    void whoCouldNotOpenAFreePortDoesNotStandAgainForItsSake() {
        check.begin(0);
        assertThat(check.standsAgain(true)).isTrue();
        check.end();
        check.begin(500);
        assertThat(check.standsAgain(true)).isFalse();
    }
}
