package org.xpand.protocols.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.xpand.protocols.control.Sites.MILLI;
import static org.xpand.protocols.control.Sites.group;
import static org.xpand.protocols.control.Sites.site;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.Directory;
import org.xpand.protocols.directory.GroupInfo;
import org.xpand.protocols.directory.GroupName;

/** A group's charter is that of its first member, whoever else is older, leaves or dies. */
class ChartersTest {
    private static final GroupName BOARD = new GroupName("board");
    private static final long SECOND = 1000 * MILLI;

    private final List<Node> nodes = new ArrayList<>();
    private long now;

    /** A delegate on a network that loses nothing. */
    private final class Node implements ControlOutput {
        final long self;
        final ControlState state;
        final List<Conflict> conflicts = new ArrayList<>();
        Directory directory;

        Node(long self) {
            this.self = self;
            this.state = new ControlState(self, SnapshotPublisher.Config.DEFAULT, this);
        }

        @Override
        public void multicast(ControlMessage message) {
            if (message instanceof ControlMessage.Announcement announcement) {
                toOthers(each -> {
                    each.state.onAnnouncement(self, announcement, now);
                    each.state.settle(now);
                });
            }
        }

        private void toOthers(Consumer<Node> what) {
            if (nodes.contains(this)) {
                List.copyOf(nodes).stream().filter(each -> each != this).forEach(what);
            }
        }

        @Override
        public void directory(Directory changed) {
            directory = changed;
        }

        @Override
        public void conflict(Conflict conflict) {
            conflicts.add(conflict);
        }

        void uses(String... charter) {
            now += SECOND;
            state.announce(charter.length == 0 ? site(self) : site(self, group("board", charter[0])), now);
            now += SECOND;
            List.copyOf(nodes).forEach(each -> each.state.onTimeout(now));
        }

        List<String> usedBy(long site) {
            return directory.sites().get(new SiteId(site)).groups().stream().map(GroupInfo::strategy).toList();
        }
    }

    private Node comes(long self, String... charter) {
        Node node = new Node(self);
        nodes.add(node);
        changed();
        node.uses(charter);
        return node;
    }

    private void leaves(Node node) {
        nodes.remove(node);
        changed();
    }

    private void changed() {
        now += SECOND;
        List<Long> view = nodes.stream().map(node -> node.self).toList();
        List.copyOf(nodes).forEach(node -> node.state.onView(view, now));
        List.copyOf(nodes).forEach(node -> {
            now += SECOND;
            node.state.onTimeout(now);
        });
    }

    private void assertRefused(Node node, String held) {
        assertThat(node.state.refusals()).containsOnlyKeys(BOARD);
        assertThat(node.state.refusals().get(BOARD)).contains("'tfrc'", "accepted is '" + held + "'");
        assertThat(nodes).filteredOn(each -> each != node).allSatisfy(each -> assertThat(each.usedBy(node.self)).isEmpty());
    }

    @Test
    void aSiteThatIsOlderThanTheGroupIsRefusedAndNotifiedOnce() {
        Node older = comes(1);
        Node founder = comes(2, "tfmcc");
        older.uses("tfrc");
        older.uses("tfrc");
        assertRefused(older, "tfmcc");
        assertThat(older.conflicts).hasSize(1);
        assertThat(founder.state.refusals()).isEmpty();
        assertThat(founder.directory.sites()).hasSize(2);
        older.uses("tfmcc");
        assertThat(older.state.refusals()).isEmpty();
        assertThat(founder.usedBy(1)).containsExactly("tfmcc");
    }

    @Test
    void theCharterOutlivesItsFounder() {
        Node older = comes(1);
        Node founder = comes(2, "tfmcc");
        Node member = comes(3, "tfmcc");
        founder.uses();
        leaves(founder);
        older.uses("tfrc");
        assertRefused(older, "tfmcc");
        assertThat(member.state.refusals()).isEmpty();
    }

    @Test
    void theCharterOutlivesTheDelegateThatAnnouncedItUntilAnotherTakesOver() {
        Node older = comes(1);
        Node killed = comes(2, "tfmcc");
        leaves(killed);
        older.uses("tfrc");
        assertRefused(older, "tfmcc");
        now += Charters.MEMORY_NANOS;
        older.uses("tfrc");
        assertThat(older.state.refusals()).as("nobody has taken over: the group is gone").isEmpty();
    }

    @Test
    void whoIsRefusedAndGoesLeavesNoCharterBehind() {
        Node founder = comes(1, "tfmcc");
        Node late = comes(2);
        Node wrong = comes(3, "tfrc");
        assertRefused(wrong, "tfmcc");
        leaves(wrong);
        late.uses("tfmcc");
        assertThat(late.state.refusals()).isEmpty();
        assertThat(founder.usedBy(2)).containsExactly("tfmcc");
    }

    @Test
    void whoIsRefusedAndCannotBeReachedIsRefusedStill() {
        Node founder = comes(1, "tfmcc");
        Node wrong = comes(2, "tfrc");
        founder.state.receivesFrom(site -> true);
        leaves(wrong);
        founder.uses("tfmcc");
        assertThat(founder.state.refusals()).isEmpty();
        assertThat(comes(3, "tfmcc").state.refusals()).isEmpty();
        assertThat(founder.usedBy(2)).isEmpty();
    }

    @Test
    void whoWasRefusedOnceAndCameBackWithTheRightCharterKeepsIt() {
        Node founder = comes(1, "tfrc");
        Node member = comes(2, "tfmcc");
        assertThat(member.state.refusals()).containsOnlyKeys(BOARD);
        member.uses();
        member.uses("tfrc");
        assertThat(member.state.refusals()).isEmpty();
        founder.uses();
        founder.uses("tfmcc");
        assertThat(member.state.refusals()).as("it has used what the group had").isEmpty();
        assertThat(founder.state.refusals()).containsOnlyKeys(BOARD);
        assertThat(founder.usedBy(2)).containsExactly("tfrc");
    }

    @Test
    void aGroupThatEverybodyHasLeftHasNoCharter() {
        Node older = comes(1);
        Node founder = comes(2, "tfmcc");
        founder.uses();
        older.uses("tfrc");
        assertThat(older.state.refusals()).isEmpty();
        assertThat(founder.usedBy(1)).containsExactly("tfrc");
        leaves(founder);
        assertThat(older.state.refusals()).isEmpty();
    }

    @Test
    void whereGroupsOfTwoChartersMeetThatOfTheOlderSiteHolds() {
        Node first = comes(1, "tfmcc");
        nodes.clear();
        Node second = comes(2, "tfrc");
        nodes.clear();
        nodes.add(first);
        nodes.add(second);
        changed();
        changed();
        assertRefused(second, "tfmcc");
        assertThat(first.state.refusals()).isEmpty();
        assertThat(first.conflicts).as("the one that stays is told, too").hasSize(1);
    }
}
