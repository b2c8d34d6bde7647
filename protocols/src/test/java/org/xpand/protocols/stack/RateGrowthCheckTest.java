package org.xpand.protocols.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** A rate that reports ask for is followed step by step, and what was allowed before at once. */
class RateGrowthCheckTest {
    private static final long MS = 1_000_000;
    private static final long RTT = 100 * MS;

    private final RateGrowthCheck trustSettings = new RateGrowthCheck();

    @Test
    void oneReportCannotMakeTheRateAnything() {
        trustSettings.limit(1e6, RTT, 0);
        assertThat(trustSettings.limit(1e15, RTT, MS)).isLessThanOrEqualTo(4e6);
        assertThat(trustSettings.limit(1e6, RTT, 2 * MS)).isEqualTo(1e6);
    }

    @Test
    void doublingInEveryRoundTripIsNotHeldBack() {
        double rate = 1e4;
        trustSettings.limit(rate, RTT, 0);
        for (int i = 1; i < 40; i++) {
            rate *= 2;
            assertThat(trustSettings.limit(rate, RTT, i * RTT)).isEqualTo(rate);
        }
    }

    @Test
    void aRateThatWasAllowedBeforeIsReturnedToAtOnce() {
        trustSettings.limit(1e7, RTT, 0);
        trustSettings.limit(1, RTT, RTT);
        trustSettings.limit(1, RTT, 3 * RTT);
        assertThat(trustSettings.limit(1e7, RTT, 5 * RTT)).isEqualTo(1e7);
    }

    @Test
    void overNewPathsTheRateGrowsSlowlyUntilItIsWhatIsWanted() {
        trustSettings.limit(1e6, RTT, 0);
        trustSettings.beginWith(2e5, 0);
        assertThat(trustSettings.limit(1e6, RTT, MS)).isEqualTo(2e5);
        double allowed = 2e5;
        for (int i = 1; allowed < 1e6; i++) {
            allowed = Math.min(1e6, 1.25 * allowed);
            assertThat(trustSettings.limit(1e6, RTT, i * RTT + MS)).isCloseTo(allowed, within(1.0));
        }
        assertThat(trustSettings.limit(4e6, RTT, 20 * RTT)).as("from then on as always").isEqualTo(4e6);
    }

    @Test
    void whatThisSiteFindsOutItselfIsBelieved() {
        trustSettings.limit(1e4, RTT, 0);
        trustSettings.trustNext();
        assertThat(trustSettings.limit(1e9, RTT, MS)).isEqualTo(1e9);
    }
}
