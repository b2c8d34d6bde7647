package org.xpand.protocols.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.site.SiteIdentity.Action;

class SiteIdentityTest {
    private static final long MILLI = 1_000_000L;
    private static final SiteId X = new SiteId(0xAAAA);
    private static final SiteId Y = new SiteId(0xBBBB);

    private static SiteIdentity identity(long self) {
        return new SiteIdentity(self, new SplittableRandom(self));
    }

    @Test
    void theFirstMemberDrawsAndTellsThoseWhoJoin() {
        SiteIdentity first = identity(1);
        assertThat(first.onView(List.of(1L), List.of(), 0)).isEqualTo(Action.NONE);
        SiteId drawn = first.id();
        assertThat(drawn).isNotNull();
        assertThat(first.nextTimeout()).isEmpty();

        assertThat(first.onView(List.of(1L, 2L), List.of(), MILLI)).isEqualTo(Action.ANNOUNCE);
        assertThat(first.id()).isEqualTo(drawn);
    }

    @Test
    void aNewcomerWaitsAndAsksUntilItIsTold() {
        SiteIdentity newcomer = identity(2);
        assertThat(newcomer.onView(List.of(1L, 2L), List.of(), 0)).isEqualTo(Action.NONE);
        assertThat(newcomer.id()).isNull();
        assertThat(newcomer.nextTimeout()).hasValue(SiteIdentity.ASK_INTERVAL_NANOS);
        assertThat(newcomer.onTimeout(SiteIdentity.ASK_INTERVAL_NANOS - 1)).isEqualTo(Action.NONE);
        assertThat(newcomer.onTimeout(SiteIdentity.ASK_INTERVAL_NANOS)).isEqualTo(Action.ASK);
        // It never draws while another is there to tell it.
        assertThat(newcomer.onTimeout(100 * SiteIdentity.PATIENCE_NANOS)).isEqualTo(Action.ASK);
        assertThat(newcomer.id()).isNull();

        assertThat(newcomer.onAnnouncement(1, X)).isEqualTo(Action.NONE);
        assertThat(newcomer.id()).isEqualTo(X);
        assertThat(newcomer.nextTimeout()).isEmpty();
    }

    @Test
    void anHeirThatWasNotToldAsksTheOthersAndPassesTheAnswerOn() {
        SiteIdentity heir = identity(2);
        heir.onView(List.of(1L, 2L, 3L), List.of(), 0);
        assertThat(heir.onView(List.of(2L, 3L), List.of(), MILLI)).isEqualTo(Action.ASK);
        assertThat(heir.onAnnouncement(3, X)).isEqualTo(Action.ANNOUNCE);
        assertThat(heir.id()).isEqualTo(X);

        SiteIdentity knowing = identity(3);
        knowing.onView(List.of(1L, 3L), List.of(), 0);
        knowing.onAnnouncement(1, X);
        knowing.onView(List.of(2L, 3L), List.of(), MILLI);
        assertThat(knowing.answers(2)).isTrue();
        assertThat(knowing.answers(4)).isFalse();
    }

    @Test
    void anHeirThatNobodyCanTellDrawsAfterItsPatience() {
        SiteIdentity heir = identity(2);
        heir.onView(List.of(1L, 2L, 3L), List.of(), 0);
        heir.onView(List.of(2L, 3L), List.of(), 0);
        assertThat(heir.onTimeout(SiteIdentity.PATIENCE_NANOS - 1)).isEqualTo(Action.ASK);
        // Further joins do not prolong it.
        heir.onView(List.of(2L, 3L, 4L), List.of(), SiteIdentity.PATIENCE_NANOS - 1);
        assertThat(heir.onTimeout(SiteIdentity.PATIENCE_NANOS)).isEqualTo(Action.ANNOUNCE);
        assertThat(heir.id()).isNotNull();
    }

    @Test
    void whenTwoHalvesMeetTheLargerOnesIdStaysWhoeverCoordinates() {
        List<Long> merged = List.of(9L, 1L, 2L);
        List<List<Long>> halves = List.of(List.of(9L), List.of(1L, 2L));
        SiteIdentity ofLarger = identity(1);
        ofLarger.onView(List.of(1L), List.of(), 0);
        SiteId larger = ofLarger.id();
        SiteIdentity alone = identity(9);
        alone.onView(List.of(9L), List.of(), 0);
        assertThat(alone.id()).isNotEqualTo(larger);

        assertThat(ofLarger.onView(merged, halves, MILLI)).isEqualTo(Action.ANNOUNCE);
        assertThat(alone.onView(merged, halves, MILLI)).isEqualTo(Action.NONE);
        alone.onAnnouncement(2, Y);
        assertThat(alone.id()).as("only the announcer's word changes an id").isNotEqualTo(Y);
        alone.onAnnouncement(1, larger);
        assertThat(alone.id()).isEqualTo(larger);
    }

    @Test
    void equalHalvesGoByTheOrderOfTheView() {
        assertThat(SiteIdentity.announcer(List.of(5L, 3L), List.of(List.of(3L), List.of(5L)))).isEqualTo(5);
        assertThat(SiteIdentity.announcer(List.of(5L, 3L), List.of())).isEqualTo(5);
        // Members that did not make it into the view do not count.
        assertThat(SiteIdentity.announcer(List.of(5L, 3L), List.of(List.of(7L, 8L, 3L), List.of(5L)))).isEqualTo(5);
    }

    @Test
    void anIdThatIsAgreedOnIsNotChangedByAnnouncements() {
        SiteIdentity member = identity(2);
        member.onView(List.of(1L, 2L), List.of(), 0);
        member.onAnnouncement(1, X);
        member.onAnnouncement(1, Y);
        assertThat(member.id()).isEqualTo(X);
    }
}
