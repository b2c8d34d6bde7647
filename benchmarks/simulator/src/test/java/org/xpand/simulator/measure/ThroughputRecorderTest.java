package org.xpand.simulator.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class ThroughputRecorderTest {
    private static final long SECOND = 1_000_000_000L;

    private final ThroughputRecorder recorder = new ThroughputRecorder(SECOND, SECOND / 2);

    @Test
    void binsHoldWhatCameInThemUpToTheirEndsExclusive() {
        recorder.add(100, SECOND);
        recorder.add(200, 3 * SECOND / 2 - 1);
        recorder.add(50, 3 * SECOND / 2);
        recorder.add(1000, 40 * SECOND);

        assertThat(recorder.series(SECOND, 5 * SECOND / 2)).containsExactly(600, 100, 0);
        assertThat(recorder.mean(SECOND, 2 * SECOND)).isEqualTo(350);
        assertThat(recorder.mean(40 * SECOND, 100 * SECOND)).isCloseTo(1000 / 60.0, within(1e-9));
        assertThat(recorder.bytes()).isEqualTo(1350);
        assertThat(recorder.packets()).isEqualTo(4);
    }

    @Test
    void variationIsTheDeviationOverTheMean() {
        recorder.add(100, SECOND);
        recorder.add(300, 3 * SECOND / 2);
        assertThat(recorder.coefficientOfVariation(SECOND, 2 * SECOND)).isCloseTo(0.5, within(1e-12));
        assertThat(recorder.coefficientOfVariation(2 * SECOND, 3 * SECOND)).isZero();
    }

    @Test
    void windowsThatCutABinAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> recorder.mean(SECOND, 2 * SECOND - 1))
                .withMessage("window border 1999999999 ns: accepted are 1000000000 ns and multiples of 500000000 ns "
                        + "after it");
        assertThatIllegalArgumentException().isThrownBy(() -> recorder.mean(0, 2 * SECOND));
        assertThatIllegalArgumentException().isThrownBy(() -> recorder.mean(2 * SECOND, 2 * SECOND))
                .withMessageContaining("a bin or more");
        assertThatIllegalArgumentException().isThrownBy(() -> new ThroughputRecorder(0, 0));
    }
}
