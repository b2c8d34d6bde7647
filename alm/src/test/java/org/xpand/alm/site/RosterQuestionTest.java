package org.xpand.alm.site;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Missing groups are requested after a while, less and less often, until all are known. */
class RosterQuestionTest {
    private final RosterQuestion question = new RosterQuestion();

    @Test
    void nobodyIsAskedWhileAllGroupsAreKnown() {
        question.viewed(true, 0);
        assertThat(question.deadlineNanos()).isEqualTo(Long.MAX_VALUE);
        assertThat(question.isDue(Long.MAX_VALUE)).isFalse();
        assertThat(question.announced(1)).isFalse();
    }

    @Test
    void questionsAreTwiceAsFarApartEachTime() {
        question.viewed(false, 0);
        long interval = RosterQuestion.FIRST_NANOS;
        long now = 0;
        for (int asked = 0; asked < 10; asked++) {
            now += interval;
            assertThat(question.deadlineNanos()).isEqualTo(now);
            assertThat(question.isDue(now - 1)).isFalse();
            assertThat(question.isDue(now)).isTrue();
            assertThat(question.announced(now)).as("the next announcement asks").isTrue();
            assertThat(question.announced(now)).as("once").isFalse();
            interval = Math.min(2 * interval, RosterQuestion.LONGEST_NANOS);
        }
        assertThat(interval).isEqualTo(RosterQuestion.LONGEST_NANOS);
    }

    @Test
    void aQuestionThatHasNotLeftIsDroppedOnceAllGroupsAreKnown() {
        question.viewed(false, 0);
        assertThat(question.isDue(RosterQuestion.FIRST_NANOS)).isTrue();
        question.received(true);
        assertThat(question.announced(RosterQuestion.FIRST_NANOS)).isFalse();
        assertThat(question.deadlineNanos()).isEqualTo(Long.MAX_VALUE);
    }

    /** A process that asks all the time, for whatever reason, gets ten answers a second. */
    @Test
    void questionsThatComeTogetherHaveOneAnswer() {
        assertThat(question.answers(0)).isTrue();
        question.announced(0);
        assertThat(question.answers(RosterQuestion.ANSWER_NANOS - 1)).isFalse();
        assertThat(question.answers(RosterQuestion.ANSWER_NANOS)).isTrue();
    }
}
