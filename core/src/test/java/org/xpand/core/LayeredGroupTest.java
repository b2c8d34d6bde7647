package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Layered groups over real sockets. */
class LayeredGroupTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** Checks the guarantee: in order per precedence, each number delivered or reported as missing. */
    private static final class Ear implements LayeredListener {
        private final long[] next = new long[2];
        private final Set<String> senders = new TreeSet<>();
        private final List<String> faults = new CopyOnWriteArrayList<>();
        private final long[] delivered = new long[2];
        private final long[] reported = new long[2];

        @Override
        public synchronized void onMessage(LayeredMessage message) {
            pass(message.precedence(), message.number(), message.number() + 1);
            senders.add(message.from().name());
            delivered[message.precedence()]++;
        }

        @Override
        public synchronized void onDropped(Dropped dropped) {
            pass(dropped.precedence(), dropped.first(), dropped.end());
            reported[dropped.precedence()] += dropped.messages();
        }

        private synchronized List<Long> delivered() {
            return Arrays.stream(delivered).boxed().toList();
        }

        private synchronized List<Long> reported() {
            return Arrays.stream(reported).boxed().toList();
        }

        private synchronized long total() {
            return Arrays.stream(delivered).sum() + Arrays.stream(reported).sum();
        }

        private void pass(int precedence, long first, long end) {
            if (first != next[precedence]) {
                faults.add("precedence " + precedence + ": " + first + " after " + next[precedence]);
            }
            next[precedence] = end;
        }
    }

    @Test
    void everyMessageIsDeliveredOrReportedToBeMissing() throws Exception {
        try (RealSites sites = new RealSites()) {
            XpandNode first = sites.add(0, "first", "tuf");
            XpandNode neighbour = sites.add(0, "neighbour", "tuf");
            XpandNode second = sites.add(1, "second", "tuf");
            List<Ear> ears = List.of(new Ear(), new Ear(), new Ear());
            JoinOptions options = JoinOptions.layered(1_000_000);
            LayeredGroup source = first.join("film", options, ears.get(0));
            LayeredGroup near = neighbour.joinAsync("film", options, ears.get(1)).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            LayeredGroup remote = second.join("film", options, ears.get(2));
            await().atMost(PATIENCE).until(() -> source.view().size() == 3);
            assertThat(source.precedences()).isEqualTo(2);
            assertThatThrownBy(() -> source.send(2, new byte[1])).hasMessage("precedence 2: accepted are 0 to 1");
            for (int i = 0; i < 400; i++) {
                source.send(i % 2, new byte[i % 40 == 0 ? 5000 : 500]);
            }
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(ears).allSatisfy(ear ->
                    assertThat(ear.total()).isEqualTo(400)));
            assertThat(ears).allSatisfy(ear -> assertThat(ear.faults).isEmpty());
            assertThat(ears).as("names of who sent").allSatisfy(ear -> assertThat(ear.senders).containsOnly("first"));
            assertThat(List.of(ears.get(0).reported(), ears.get(1).reported())).as("inside a site nothing is lost")
                    .containsOnly(List.of(0L, 0L));
            assertThat(source.stats().sent()).as("by precedence, at who sent").containsExactly(200L, 200L);
            assertThat(remote.stats().sent()).as("at who did not").containsExactly(0L, 0L);
            List<LayeredGroup> groups = List.of(source, near, remote);
            for (int i = 0; i < ears.size(); i++) {
                LayeredStats stats = groups.get(i).stats();
                assertThat(stats.delivered()).as("delivered, by precedence").containsExactlyElementsOf(ears.get(i).delivered());
                assertThat(stats.dropped()).as("dropped, by precedence").containsExactlyElementsOf(ears.get(i).reported());
            }
            assertThat(remote.stats().group().strategy()).isEqualTo("tuf");
            assertThat(source.stats().group().delegate()).isTrue();
            assertThat(source.close(PATIENCE)).isZero();
            assertThatThrownBy(() -> source.send(0, new byte[1])).hasMessage("group film is closed");
        }
    }

    @Test
    void whoTakesTheGroupForSomethingElseIsRefused() throws Exception {
        List<String> conflicts = new ArrayList<>();
        try (RealSites sites = new RealSites()) {
            sites.onEvent(event -> {
                if (event.kind() == NodeEvent.Kind.CONFLICT) {
                    synchronized (conflicts) {
                        conflicts.add(event.text());
                    }
                }
            });
            XpandNode first = sites.add(0, "first", "tuf");
            XpandNode neighbour = sites.add(0, "neighbour", "tuf");
            first.join("film", JoinOptions.layered(), new Ear());
            assertThatThrownBy(() -> neighbour.join("film", message -> { }))
                    .isInstanceOf(CharterRefusedException.class)
                    .hasMessageMatching("group 'film': this site uses it as 'tuf layered settings [0-9a-f]{16} longest 16777216', "
                            + "not as 'tuf settings [0-9a-f]{16} longest 16777216'");
            // Started after the join had returned: one that starts earlier may not know of it yet, and is expelled then (CharterTest).
            XpandNode second = sites.add(1, "second", "tuf");
            assertThatThrownBy(() -> second.join("film", JoinOptions.layered(500_000), new Ear()))
                    .isInstanceOf(CharterRefusedException.class);
            await().atMost(PATIENCE).untilAsserted(() -> {
                synchronized (conflicts) {
                    assertThat(conflicts).anySatisfy(text -> assertThat(text).contains("strategy of group 'film'")
                            .contains("'tuf layered settings").contains("'tuf layered 500000 settings"));
                }
            });
            assertThatThrownBy(() -> first.join("other", JoinOptions.layered().withStrategy("tfrc"), new Ear()))
                    .hasMessage("strategy 'tfrc': layered groups need one that drops by precedence (tuf)");
            assertThatThrownBy(() -> first.join("other", JoinOptions.layered(), message -> { }))
                    .hasMessage("join options of a layered group: accepted with a MessageListener are JoinOptions.reliable");
        }
    }
}
