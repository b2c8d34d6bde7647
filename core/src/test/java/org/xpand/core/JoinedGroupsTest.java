package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.relay.SiteRoster;
import org.xpand.protocols.wire.WireReader;

/** A node is in a group once, and in no more groups than it can tell the others. */
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
            super(new GroupName(name), null, null, null, Runnable::run);
        }

        @Override
        boolean canAccept() {
            return false;
        }

        @Override
        void handle(int kind, long fromProcess, WireReader in, long nowNanos) {
            // Not looked at.
        }

        @Override
        void members(Set<Long> members, long delegateProcess) {
            // Not looked at.
        }

        @Override
        void beginAnew() {
            // Not looked at.
        }

        @Override
        long run(long nowNanos) {
            return Long.MAX_VALUE;
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
