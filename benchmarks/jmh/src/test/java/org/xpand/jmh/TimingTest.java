package org.xpand.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** When two timings are compared, and when not. */
class TimingTest {
    @Test
    void theRatioIsThatOfTheBest() {
        assertThat(new Timing(10, 12).ratioTo(new Timing(25, 40))).isEqualTo("2.50");
    }

    @Test
    void noRatioIsGivenWhereTheBoundsDoNotShowWhoIsFaster() {
        assertThat(new Timing(10, 14).ratioTo(new Timing(12, 13))).isEqualTo("? (0.86 to 1.30)");
    }

    @Test
    void aTieThatIsCertainIsARatio() {
        assertThat(new Timing(10, 10.5).ratioTo(new Timing(10.2, 10.8))).isEqualTo("1.02");
    }

    @Test
    void wideBoundsOnOneSideOfOneAreARatio() {
        assertThat(new Timing(10, 20).ratioTo(new Timing(30, 90))).isEqualTo("3.00");
    }
}
