package org.xpand.protocols.mca;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Epochs after competing. */
class McaProbationTest {
    private final McaProbation probation = new McaProbation();

    @Test
    void aSeventhLessShowsACompetitor() {
        probation.begin(100, 0);
        assertThat(probation.epochBegan(1000, 1)).isFalse();
        assertThat(probation.epochBegan(900, 2)).isFalse();
        assertThat(probation.epochBegan(850, 3)).isFalse();
        assertThat(probation.epochBegan(849, 4)).isTrue();
    }

    @Test
    void isOverAfterItsTime() {
        probation.begin(100, 1000);
        assertThat(probation.epochBegan(1000, 1001)).isFalse();
        assertThat(probation.epochBegan(1, 1099)).isTrue();
        assertThat(probation.epochBegan(1, 1100)).isFalse();
        assertThat(probation.epochBegan(1, 1050)).as("for good").isFalse();
    }

    @Test
    void theFirstRateIsThatOfTheLastTime() {
        probation.begin(100, 0);
        probation.epochBegan(1000, 1);
        probation.end();
        assertThat(probation.epochBegan(1, 2)).isFalse();
        probation.begin(100, 3);
        assertThat(probation.epochBegan(500, 4)).isFalse();
        assertThat(probation.epochBegan(450, 5)).isFalse();
    }
}
