package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.directory.GroupName;

/** What was sent in the last second, and how long the same site has limited it. */
class SourceHistoryTest {
    private static final long SECOND = 1_000_000_000L;
    private static final GroupName GROUP = new GroupName("g");

    @Test
    void theRateIsOfTheLastSecondAndTheLimitLastsAsLongAsItIsTheSame() {
        SourceHistory history = new SourceHistory();
        assertThat(history.sentRate(GROUP)).isZero();
        history.look(GROUP, 1000, OptionalLong.empty(), SECOND);
        assertThat(history.sentRate(GROUP)).as("nothing to compare with").isZero();
        history.look(GROUP, 1500, OptionalLong.of(7), 2 * SECOND);
        history.look(GROUP, 1700, OptionalLong.of(7), 4 * SECOND);
        assertThat(history.sentRate(GROUP)).isEqualTo(100);
        assertThat(history.limitedNanos(GROUP, 5 * SECOND)).isEqualTo(3 * SECOND);
        history.look(GROUP, 1700, OptionalLong.of(8), 5 * SECOND);
        assertThat(history.limitedNanos(GROUP, 5 * SECOND)).isZero();
        history.look(GROUP, 10, OptionalLong.of(8), 6 * SECOND);
        assertThat(history.sentRate(GROUP)).as("opened anew").isZero();
        history.end();
        assertThat(history.limitedNanos(GROUP, 9 * SECOND)).isZero();
    }
}
