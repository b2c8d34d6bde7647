package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

/** For how many members {@code join} waits. */
class JoinOptionsTest {
    /** On a busy machine the delegate lists a member late: its own join failed then, with "0 members after 0 ms". */
    @Test
    void aMemberThatWaitsForNobodyIsThere() {
        JoinOptions.Company company = JoinOptions.reliable().company();
        assertThat(company.isThere(0, 0)).isTrue();
        assertThat(JoinOptions.reliable().atLeast(1, 1, Duration.ofSeconds(1)).company().isThere(0, 0)).isTrue();
    }

    @Test
    void othersHaveToBeThereInAsManySites() {
        JoinOptions.Company company = JoinOptions.reliable().atLeast(3, 2, Duration.ofSeconds(1)).company();
        assertThat(company.isThere(0, 0)).isFalse();
        assertThat(company.isThere(2, 2)).isFalse();
        assertThat(company.isThere(3, 1)).isFalse();
        assertThat(company.isThere(3, 2)).isTrue();
        assertThat(company.isThere(4, 3)).isTrue();
    }
}
