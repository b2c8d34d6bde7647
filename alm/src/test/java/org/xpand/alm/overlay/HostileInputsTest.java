package org.xpand.alm.overlay;

import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Test;

/** Whatever others send, nothing is thrown. */
class HostileInputsTest {
    private static final long INPUTS = 300_000;

    @Test
    void nothingThatIsNearlyRightIsMoreThanRefused() {
        assertThatCode(() -> new HostileInputs(1).run(INPUTS)).doesNotThrowAnyException();
    }
}
