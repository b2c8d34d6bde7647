package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.xpand.alm.site.GroupLimit;

class LimitsTest {
    private static final long SECOND = 1_000_000_000L;

    private static GroupLimit away(long keptSeconds) {
        return new GroupLimit(GroupLimit.Kind.UNREACHABLE, "c", "", keptSeconds * SECOND, "site c is not reached");
    }

    private static final GroupLimit SLOW = new GroupLimit(GroupLimit.Kind.MEMBER, "a", "m1", 0, "member m1 does not take");

    @Test
    void whatIsReportedAgainIsKnownSinceTheFirstTime() {
        Limits limits = Limits.NONE.reported(List.of(away(60)), 0).reported(List.of(SLOW, away(50)), 10 * SECOND);
        List<Limit> now = limits.at(15 * SECOND);
        assertThat(now).extracting(Limit::since).containsExactly(Duration.ofSeconds(5), Duration.ofSeconds(15));
        assertThat(now.get(0).member()).contains("m1");
        assertThat(now.get(0).kept()).isEmpty();
    }

    @Test
    void howLongIsKeptWhatASiteLacksRunsDown() {
        Limits limits = Limits.NONE.reported(List.of(away(60)), 0);
        assertThat(limits.at(20 * SECOND).get(0).kept()).contains(Duration.ofSeconds(40));
        assertThat(limits.at(70 * SECOND).get(0).kept()).contains(Duration.ZERO);
    }

    @Test
    void whatEndedAndBeginsAgainIsNew() {
        Limits limits = Limits.NONE.reported(List.of(SLOW), 0).reported(List.of(), SECOND).reported(List.of(SLOW), 2 * SECOND);
        assertThat(limits.at(3 * SECOND).get(0).since()).isEqualTo(Duration.ofSeconds(1));
        assertThat(limits.reported(List.of(), SECOND).text("g")).isEqualTo("group g: nothing limits it any more");
        assertThat(limits.text("g")).isEqualTo("member m1 does not take");
    }

    @Test
    void everyKindThatADelegateReportsIsOneForApplications() {
        for (GroupLimit.Kind kind : GroupLimit.Kind.values()) {
            assertThat(Limit.Kind.values()).extracting(Limit.Kind::name).contains(kind.name());
        }
    }
}
