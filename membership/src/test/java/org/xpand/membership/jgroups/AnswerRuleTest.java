package org.xpand.membership.jgroups;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.jgroups.Address;
import org.jgroups.util.UUID;
import org.junit.jupiter.api.Test;

class AnswerRuleTest {
    private static final long MS = 1_000_000;
    private static final int MEMBERS = 100;

    private final AnswerRule rule = new AnswerRule(new Random(1));
    private final Address first = UUID.randomUUID();
    private final Address second = UUID.randomUUID();

    @Test
    void theFirstThreeMembersAnswerAlwaysAndAFewOthers() {
        int others = 0;
        for (int round = 0; round < 100; round++) {
            for (int rank = 1; rank <= MEMBERS; rank++) {
                boolean answers = rule.answers(first, rank, MEMBERS, 0);
                if (rank <= 3) {
                    assertThat(answers).isTrue();
                } else if (answers) {
                    others++;
                }
            }
        }
        assertThat(others / 100.0).isBetween(3.0, 5.0);
    }

    @Test
    void inASmallSiteAllAnswer() {
        for (int rank = 1; rank <= 4; rank++) {
            assertThat(rule.answers(first, rank, 4, 0)).isTrue();
        }
    }

    @Test
    void aStartingProcessAnswersEachOnceAndThenOnlyIfItHasNotAskedForAMoment() {
        rule.asks(0);
        assertThat(rule.answers(first, 0, 0, MS)).isTrue();
        assertThat(rule.answers(second, 0, 0, MS)).isTrue();
        assertThat(rule.answers(first, 0, 0, 300 * MS)).isFalse();
        assertThat(rule.answers(first, 0, 0, 301 * MS)).isTrue();
        rule.asks(310 * MS);
        assertThat(rule.answers(first, 0, 0, 320 * MS)).isFalse();
    }

    @Test
    void whoHasNotAskedYetAnswers() {
        assertThat(rule.answers(first, 0, 0, 0)).isTrue();
        assertThat(rule.answers(first, 0, 0, 0)).isTrue();
    }

    @Test
    void whoFoundsTheSiteAnswersAlways() {
        rule.asks(0);
        rule.answers(first, 0, 0, 0);
        assertThat(rule.answers(first, 0, 0, MS)).isFalse();
        assertThat(rule.isFounding()).isFalse();
        rule.founds();
        assertThat(rule.answers(first, 0, 0, MS)).isTrue();
        assertThat(rule.isFounding()).isTrue();
    }
}
