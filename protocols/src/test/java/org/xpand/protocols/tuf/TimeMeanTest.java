package org.xpand.protocols.tuf;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** A value counts for as long as it was in force. */
class TimeMeanTest {
    @Test
    void stepsCountByTheirTime() {
        TimeMean mean = new TimeMean();
        mean.begin(10, 1000);
        assertThat(mean.mean(1000)).isEqualTo(10);
        mean.change(40, 3000);
        assertThat(mean.mean(4000)).isEqualTo(20);
        mean.begin(5, 4000);
        assertThat(mean.mean(9000)).isEqualTo(5);
    }
}
