package org.xpand.alm.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.ProcessId;

/** Whether all processes of a site know that one of them has left its last group. */
class LeaveNoticeTest {
    private static final ProcessId FIRST = new ProcessId(1);
    private static final ProcessId SECOND = new ProcessId(2);

    private final LeaveNotice leave = new LeaveNotice();

    private void leaves(ProcessId... others) {
        assertThat(leave.announced(false, true, 3, List.of(others))).isTrue();
    }

    @Test
    void whoHasNotLeftWaitsForNobody() {
        assertThat(leave.isKnown()).isTrue();
    }

    @Test
    void whoWasInNoGroupAsksForNoAnswers() {
        assertThat(leave.announced(true, true, 3, List.of(FIRST))).isFalse();
        assertThat(leave.isKnown()).isTrue();
    }

    @Test
    void anAnnouncementThatIsRepeatedMeanwhileAsksAgain() {
        leaves(FIRST);
        assertThat(leave.announced(true, true, 4, List.of(FIRST, SECOND))).isTrue();
        leave.seen(FIRST, 3);
        assertThat(leave.isKnown()).as("who has come since does not know that it was in a group").isTrue();
    }

    @Test
    void allOthersHaveToKnowIt() {
        leaves(FIRST, SECOND);
        leave.seen(FIRST, 3);
        assertThat(leave.isKnown()).isFalse();
        leave.seen(SECOND, 4);
        assertThat(leave.isKnown()).isTrue();
    }

    @Test
    void anAnswerToAnEarlierAnnouncementDoesNotCount() {
        leaves(FIRST);
        leave.seen(FIRST, 2);
        assertThat(leave.isKnown()).isFalse();
    }

    @Test
    void whoIsGoneNeedNotKnowIt() {
        leaves(FIRST, SECOND);
        leave.seen(FIRST, 3);
        leave.view(List.of(FIRST));
        assertThat(leave.isKnown()).isTrue();
    }

    @Test
    void whoJoinsAgainWaitsForNobody() {
        leaves(FIRST);
        assertThat(leave.announced(true, false, 4, List.of(FIRST))).isFalse();
        assertThat(leave.isKnown()).isTrue();
    }
}
