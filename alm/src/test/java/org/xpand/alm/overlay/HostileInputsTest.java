package org.xpand.alm.overlay;

import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** No input from others causes an exception; a million of it. */
class HostileInputsTest {
    private static final long INPUTS = 250_000;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void nothingThatIsNearlyRightIsMoreThanRefused(long seed) {
        assertThatCode(() -> new HostileInputs(seed).run(INPUTS)).doesNotThrowAnyException();
    }
}
