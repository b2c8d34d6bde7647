package org.xpand.protocols.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.site.SiteIdentity.Action;

class SiteIdentityTest {
    private static final long MILLI = 1_000_000L;
    private static final SiteId X = new SiteId(0xAAAA);
    private static final SiteId Y = new SiteId(0xBBBB);

    private static List<ProcessId> ids(long... values) {
        return Arrays.stream(values).mapToObj(ProcessId::new).toList();
    }

    private static SiteIdentity identity(long self) {
        return new SiteIdentity(new ProcessId(self), new SplittableRandom(self));
    }

    @Test
    void theFirstMemberDrawsAndInformsThoseWhoJoin() {
        SiteIdentity first = identity(1);
        assertThat(first.onView(ids(1), List.of(), 0)).isEqualTo(Action.NONE);
        SiteId drawn = first.id();
        assertThat(drawn).isNotNull();
        assertThat(first.nextTimeout()).isEmpty();

        assertThat(first.onView(ids(1, 2), List.of(), MILLI)).isEqualTo(Action.ANNOUNCE);
        assertThat(first.id()).isEqualTo(drawn);
    }

    @Test
    void aNewcomerWaitsAndAsksUntilItIsNotified() {
        SiteIdentity newcomer = identity(2);
        assertThat(newcomer.onView(ids(1, 2), List.of(), 0)).isEqualTo(Action.NONE);
        assertThat(newcomer.id()).isNull();
        assertThat(newcomer.nextTimeout()).hasValue(SiteIdentity.ASK_INTERVAL_NANOS);
        assertThat(newcomer.onTimeout(SiteIdentity.ASK_INTERVAL_NANOS - 1)).isEqualTo(Action.NONE);
        assertThat(newcomer.onTimeout(SiteIdentity.ASK_INTERVAL_NANOS)).isEqualTo(Action.ASK);
        // It never draws while another is there to tell it.
        assertThat(newcomer.onTimeout(100 * SiteIdentity.PATIENCE_NANOS)).isEqualTo(Action.ASK);
        assertThat(newcomer.id()).isNull();

        assertThat(newcomer.onAnnouncement(new ProcessId(1), X)).isEqualTo(Action.NONE);
        assertThat(newcomer.id()).isEqualTo(X);
        assertThat(newcomer.nextTimeout()).isEmpty();
    }

    @Test
    void aSuccessorThatDoesNotKnowAsksTheOthersAndPassesTheAnswerOn() {
        SiteIdentity heir = identity(2);
        heir.onView(ids(1, 2, 3), List.of(), 0);
        assertThat(heir.onView(ids(2, 3), List.of(), MILLI)).isEqualTo(Action.ASK);
        assertThat(heir.onAnnouncement(new ProcessId(3), X)).isEqualTo(Action.ANNOUNCE);
        assertThat(heir.id()).isEqualTo(X);

        SiteIdentity knowing = identity(3);
        knowing.onView(ids(1, 3), List.of(), 0);
        knowing.onAnnouncement(new ProcessId(1), X);
        knowing.onView(ids(2, 3), List.of(), MILLI);
        assertThat(knowing.answers(new ProcessId(2))).isTrue();
        assertThat(knowing.answers(new ProcessId(4))).isFalse();
    }

    @Test
    void aSuccessorThatNobodyAnswersDrawsAfterItsTimeout() {
        SiteIdentity heir = identity(2);
        heir.onView(ids(1, 2, 3), List.of(), 0);
        heir.onView(ids(2, 3), List.of(), 0);
        assertThat(heir.onTimeout(SiteIdentity.PATIENCE_NANOS - 1)).isEqualTo(Action.ASK);
        // Further joins do not prolong it.
        heir.onView(ids(2, 3, 4), List.of(), SiteIdentity.PATIENCE_NANOS - 1);
        assertThat(heir.onTimeout(SiteIdentity.PATIENCE_NANOS)).isEqualTo(Action.ANNOUNCE);
        assertThat(heir.id()).isNotNull();
    }

    @Test
    void whenTwoHalvesMeetTheLargerOnesIdStaysWhoeverCoordinates() {
        List<ProcessId> merged = ids(9, 1, 2);
        List<List<ProcessId>> halves = List.of(ids(9), ids(1, 2));
        SiteIdentity ofLarger = identity(1);
        ofLarger.onView(ids(1), List.of(), 0);
        SiteId larger = ofLarger.id();
        SiteIdentity alone = identity(9);
        alone.onView(ids(9), List.of(), 0);
        assertThat(alone.id()).isNotEqualTo(larger);

        assertThat(ofLarger.onView(merged, halves, MILLI)).isEqualTo(Action.ANNOUNCE);
        assertThat(alone.onView(merged, halves, MILLI)).isEqualTo(Action.NONE);
        alone.onAnnouncement(new ProcessId(2), Y);
        assertThat(alone.id()).as("only the announcer's word changes an id").isNotEqualTo(Y);
        alone.onAnnouncement(new ProcessId(1), larger);
        assertThat(alone.id()).isEqualTo(larger);
    }

    @Test
    void equalHalvesGoByTheOrderOfTheView() {
        assertThat(SiteIdentity.announcer(ids(5, 3), List.of(ids(3), ids(5)))).isEqualTo(new ProcessId(5));
        assertThat(SiteIdentity.announcer(ids(5, 3), List.of())).isEqualTo(new ProcessId(5));
        // Members that did not make it into the view do not count.
        assertThat(SiteIdentity.announcer(ids(5, 3), List.of(ids(7, 8, 3), ids(5)))).isEqualTo(new ProcessId(5));
    }

    @Test
    void anIdThatIsAgreedOnIsNotChangedByAnnouncements() {
        SiteIdentity member = identity(2);
        member.onView(ids(1, 2), List.of(), 0);
        member.onAnnouncement(new ProcessId(1), X);
        member.onAnnouncement(new ProcessId(1), Y);
        assertThat(member.id()).isEqualTo(X);
    }
}
