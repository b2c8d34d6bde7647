package org.xpand.protocols.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.xpand.protocols.control.Sites.MILLI;
import static org.xpand.protocols.control.Sites.group;
import static org.xpand.protocols.control.Sites.site;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.xpand.protocols.directory.Directory;
import org.xpand.protocols.directory.GroupInfo;
import org.xpand.protocols.directory.GroupName;

/**
 * Sites that join a group at once with different charters, in any order and with any delays: one charter is left, the same
 * everywhere, and only those who have another one are told so.
 */
class CharterRacesTest {
    private static final GroupName BOARD = new GroupName("board");
    private static final List<String> CHARTERS = List.of("tfrc", "tfmcc", "mca");
    /** Longest time that a word is on its way. */
    private static final long MOST_DELAY = 150 * MILLI;
    private static final long QUIET = 2000 * MILLI;

    private final List<Node> nodes = new ArrayList<>();
    private final PriorityQueue<Event> events = new PriorityQueue<>(Comparator.comparingLong(Event::atNanos).thenComparingLong(Event::order));
    private SplittableRandom random;
    private long now;
    private long order;

    private record Event(long atNanos, long order, Runnable what) {
    }

    /** A delegate with a process that is in the group or not. */
    private final class Node implements ControlOutput {
        final long self;
        final ControlState state;
        final Map<Node, Long> arrivals = new HashMap<>();
        Directory directory;
        /** What the process takes the group for; null if it is not in it. */
        String charter;
        /** Whether join has returned. */
        boolean entered;
        String refusal;
        int conflicts;

        Node(long self) {
            this.self = self;
            this.state = new ControlState(self, SnapshotPublisher.Config.DEFAULT, this);
        }

        @Override
        public void multicast(ControlMessage message) {
            if (message instanceof ControlMessage.Announcement announcement) {
                for (Node to : nodes) {
                    if (to != this) {
                        // The connection between two keeps the order.
                        long at = Math.max(now + random.nextLong(MOST_DELAY), arrivals.getOrDefault(to, 0L));
                        arrivals.put(to, at);
                        at(at, () -> to.state.onAnnouncement(self, announcement, now));
                    }
                }
            }
        }

        @Override
        public void directory(Directory changed) {
            directory = changed;
        }

        @Override
        public void conflict(Conflict conflict) {
            conflicts++;
        }

        void joins(String with) {
            charter = with;
            entered = false;
            refusal = null;
            tells();
        }

        void leaves() {
            charter = null;
            tells();
        }

        void tells() {
            state.announce(charter == null ? site(self) : site(self, group("board", charter)), now);
        }

        /** What its process does about what the delegate tells it. */
        void look() {
            state.settle(now);
            OptionalLong timeout = state.nextTimeout();
            if (timeout.isPresent() && timeout.getAsLong() <= now) {
                state.onTimeout(now);
            }
            String why = state.refusals().get(BOARD);
            if (charter != null && why != null) {
                refusal = why;
                leaves();
            } else if (charter != null && state.hasAnnounced(BOARD)) {
                entered = true;
            }
        }

        List<String> charters() {
            return directory.sites().values().stream().flatMap(each -> each.groups().stream()).map(GroupInfo::strategy).toList();
        }
    }

    private void at(long nanos, Runnable what) {
        events.add(new Event(nanos, order++, what));
    }

    private void begin(int sites, long seed) {
        random = new SplittableRandom(seed);
        nodes.clear();
        events.clear();
        for (int i = 1; i <= sites; i++) {
            nodes.add(new Node(i));
        }
        List<Long> view = nodes.stream().map(each -> each.self).toList();
        nodes.forEach(each -> each.state.onView(view, now));
        nodes.forEach(Node::tells);
        run(QUIET);
    }

    private void run(long nanos) {
        long end = now + nanos;
        while (now < end) {
            long step = now + MILLI;
            while (!events.isEmpty() && events.peek().atNanos <= step) {
                Event event = events.poll();
                now = Math.max(now, event.atNanos);
                event.what.run();
                nodes.forEach(Node::look);
            }
            now = step;
            nodes.forEach(Node::look);
        }
    }

    /** All who are in the group have one charter, and everybody sees them and nobody else in it. */
    private String survivor() {
        List<Node> in = nodes.stream().filter(each -> each.charter != null).toList();
        Set<String> left = new TreeSet<>(in.stream().map(each -> each.charter).toList());
        assertThat(left).hasSize(1);
        String charter = left.iterator().next();
        assertThat(nodes).allSatisfy(each -> assertThat(each.charters()).hasSize(in.size()).containsOnly(charter));
        assertThat(in).allSatisfy(each -> assertThat(each.entered).isTrue());
        return charter;
    }

    @Property(tries = 400)
    void oneCharterIsLeftAndOnlyOthersAreRefused(@ForAll long seed) {
        begin(4, seed);
        Map<Node, String> tried = new HashMap<>();
        for (Node node : nodes.subList(0, random.nextInt(2, 5))) {
            String charter = CHARTERS.get(random.nextInt(CHARTERS.size()));
            tried.put(node, charter);
            at(now + random.nextLong(MOST_DELAY), () -> node.joins(charter));
        }
        run(QUIET);
        String charter = survivor();
        tried.forEach((node, its) -> {
            assertThat(node.charter == null).as("site %d with %s, %s is left", node.self, its, charter).isEqualTo(!its.equals(charter));
            assertThat(node.refusal == null).isEqualTo(its.equals(charter));
        });
        Node late = nodes.get(random.nextInt(nodes.size()));
        String before = late.charter;
        if (before == null) {
            String other = CHARTERS.stream().filter(each -> !each.equals(charter)).findAny().orElseThrow();
            late.joins(other);
            run(QUIET);
            assertThat(late.refusal).contains("'" + other + "'", "accepted is '" + charter + "'");
            late.joins(charter);
            run(QUIET);
            assertThat(late.refusal).isNull();
        }
        assertThat(survivor()).isEqualTo(charter);
    }

    @Property(tries = 300)
    void whenAllHaveLeftAnotherCharterIsTakenAtOnceAndHolds(@ForAll long seed) {
        begin(4, seed);
        String charter = CHARTERS.get(random.nextInt(CHARTERS.size()));
        for (int round = 0; round < 4; round++) {
            String mine = charter;
            for (Node node : nodes.subList(random.nextInt(2), random.nextInt(2, 5))) {
                node.joins(mine);
            }
            run(QUIET);
            assertThat(survivor()).isEqualTo(charter);
            nodes.stream().filter(each -> each.charter != null).forEach(Node::leaves);
            String last = charter;
            charter = CHARTERS.stream().filter(each -> !each.equals(last)).skip(random.nextInt(2)).findFirst().orElseThrow();
            int conflicts = nodes.stream().mapToInt(each -> each.conflicts).sum();
            // Others may not have heard yet that they have left.
            Node founder = nodes.get(random.nextInt(nodes.size()));
            founder.joins(charter);
            run(QUIET);
            assertThat(founder.refusal).isNull();
            assertThat(nodes.stream().mapToInt(each -> each.conflicts).sum()).as("nobody is notified of what was none").isEqualTo(conflicts);
            assertThat(survivor()).isEqualTo(charter);
            Node wrong = nodes.stream().filter(each -> each.charter == null).findAny().orElseThrow();
            wrong.joins(last);
            run(QUIET);
            assertThat(wrong.refusal).contains("'" + last + "'", "accepted is '" + charter + "'");
            assertThat(survivor()).isEqualTo(charter);
        }
    }
}
