package org.xpand.protocols.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class DampingTest {
    @Test
    void theRateFallsWithTheRootOfTheRoundTripTimeOverItsAverageAndRisesAsFarAsItMay() {
        Damping damping = new Damping(0.9, 1.25);
        assertThat(damping.factor()).as("nothing is known").isEqualTo(1);
        damping.sample(100);
        assertThat(damping.factor()).isEqualTo(1);
        damping.sample(400);
        assertThat(damping.factor()).as("(0.9 * 10 + 0.1 * 20) / 20").isCloseTo(0.55, within(1e-9));
        damping.sample(100);
        assertThat(damping.factor()).as("(0.9 * 11 + 0.1 * 10) / 10").isCloseTo(1.09, within(1e-9));
        damping.sample(25);
        assertThat(damping.factor()).isEqualTo(1.25);
    }
}
