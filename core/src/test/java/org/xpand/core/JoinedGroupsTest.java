package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.xpand.alm.site.GroupMembership;
import org.xpand.alm.site.SiteProcess;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.relay.SiteRoster;

/** A node joins a group once, and no more groups than it can announce to the others. */
class JoinedGroupsTest {
    private final JoinedGroups joined = new JoinedGroups();

    @Test
    void aGroupIsJoinedOnce() {
        Membership board = new Idle("board");
        joined.add(board);
        assertThatThrownBy(() -> joined.add(new Idle("board"))).isInstanceOf(IllegalStateException.class)
                .hasMessage("group 'board': this node has joined it already");
        assertThat(joined.remove(board)).isTrue();
        assertThat(joined.remove(board)).isFalse();
        joined.add(new Idle("board"));
    }

    @Test
    void theGroupBeyondTheMostIsRefusedAndAnotherTakesItsPlaceOnlyWhenOneIsLeft() {
        for (int i = 0; i < SiteRoster.MAX_GROUPS; i++) {
            joined.add(new Idle("g" + i));
        }
        assertThatThrownBy(() -> joined.add(new Idle("more"))).isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("group 'more'").hasMessageContaining("" + SiteRoster.MAX_GROUPS);
        assertThat(joined.all()).hasSize(SiteRoster.MAX_GROUPS);
        joined.remove(joined.all().get(0));
        joined.add(new Idle("more"));
    }

    private static final class Idle extends Membership {
        private Idle(String name) {
            super(new GroupName(name), GroupService.reliable("tfrc"), null, null, Runnable::run);
        }

        @Override
        GroupMembership join(SiteProcess process, long nowNanos) {
            throw new IllegalStateException("never on a loop");
        }

        @Override
        void begunAnew(List<Long> ends) {
            // Not used.
        }

        @Override
        void ended(String why) {
            // Not used.
        }

        @Override
        void notifyExpelled(String reason) {
            // Not used.
        }

        @Override
        public void beginTurn(long nowNanos) {
            // Not used.
        }

        @Override
        public void endTurn(long nowNanos) {
            // Not used.
        }

        @Override
        boolean hasRoomAgain() {
            return false;
        }

        @Override
        Record stats() {
            return new GroupView(List.of());
        }

        @Override
        int close(Duration patience) {
            return 0;
        }
    }
}
