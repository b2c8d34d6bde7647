package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.xpand.membership.api.LanTransport;

/** A member whose charter differs from that of another site is refused, over the real control channel. Most of the time is waiting. */
@Execution(ExecutionMode.CONCURRENT)
class CharterTest {
    private static NodeBuilder site(String name, int port, int seed) {
        return XpandNode.builder().site(name).name("m-" + name).wanBind("127.0.0.1:" + port).seeds("127.0.0.1:" + seed)
                .lan(new LanTransport.Local());
    }

    @Test
    void joinRefusesAndNamesBoth() throws Exception {
        int port = RealSites.freePort();
        String name = "older" + port;
        Queue<NodeEvent> events = new ConcurrentLinkedQueue<>();
        Queue<String> messages = new ConcurrentLinkedQueue<>();
        try (XpandNode older = site(name, port, port).strategy("tfmcc").onEvent(events::add).start()) {
            Group board = older.join("board", message -> messages.add(new String(message.payload(), StandardCharsets.UTF_8)));
            refused(site("a" + port, RealSites.freePort(), port).strategy("tfrc"), "'tfmcc settings ", "'tfrc settings ",
                    "'" + name + "'", "'a" + port + "'");
            refused(site("b" + port, RealSites.freePort(), port).strategy("tfmcc", Map.of("preset", "paper")), "'tfmcc settings ");
            refused(site("c" + port, RealSites.freePort(), port).strategy("tfmcc").maxMessage(1000), " longest 16777216'",
                    " longest 1000'");
            await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> assertThat(events).anySatisfy(event ->
                    assertThat(event).isInstanceOfSatisfying(NodeEvent.Refused.class, each ->
                            assertThat(each.group()).contains("board"))));
            try (XpandNode same = site("d" + port, RealSites.freePort(), port).strategy("tfmcc").start()) {
                Group there = same.join("board", message -> { });
                await().atMost(Duration.ofSeconds(20)).until(() -> board.view().size() == 2);
                there.send("hello".getBytes(StandardCharsets.UTF_8));
                await().atMost(Duration.ofSeconds(20)).until(() -> messages.contains("hello"));
            }
        }
    }

    @Test
    void aSiteThatIsOlderThanTheGroupIsRefusedAlsoWhenTheFounderHasLeft() throws Exception {
        int port = RealSites.freePort();
        try (XpandNode older = site("o" + port, port, port).strategy("tfrc").start();
             XpandNode founder = site("f" + port, RealSites.freePort(), port).strategy("tfmcc").start();
             XpandNode member = site("m" + port, RealSites.freePort(), port).strategy("tfmcc").start()) {
            Group founded = founder.join("board", message -> { });
            Group board = member.join("board", message -> { });
            await().atMost(Duration.ofSeconds(20)).until(() -> board.view().size() == 2);
            assertThatThrownBy(() -> older.join("board", message -> { })).isInstanceOf(CharterRefusedException.class)
                    .hasMessageContainingAll("'tfrc settings ", "'tfmcc settings ", "'o" + port + "'");
            founded.close();
            await().atMost(Duration.ofSeconds(20)).until(() -> board.view().size() == 1);
            assertThatThrownBy(() -> older.join("board", message -> { })).isInstanceOf(CharterRefusedException.class)
                    .hasMessageContainingAll("'m" + port + "'");
            assertThat(board.trySend(new byte[1])).isTrue();
        }
    }

    @Test
    void whereTwoChartersMeetTheYoungerSitesMembersAreExpelledAndNotified() throws Exception {
        int port = RealSites.freePort();
        int otherPort = RealSites.freePort();
        Queue<NodeEvent> events = new ConcurrentLinkedQueue<>();
        try (XpandNode one = site("p" + port, port, port).strategy("tuf").onEvent(events::add).start();
             XpandNode other = site("q" + port, otherPort, otherPort).strategy("tuf", Map.of("b0", "0.3")).onEvent(events::add).start()) {
            Group of = one.join("board", message -> { });
            Group its = other.join("board", message -> { });
            Queue<String> toldListeners = new ConcurrentLinkedQueue<>();
            one.join("film", JoinOptions.layered(1_000_000), new Reported(toldListeners));
            other.join("film", JoinOptions.layered(2_000_000), new Reported(toldListeners));
            try (XpandNode between = site("r" + port, RealSites.freePort(), port).seeds("127.0.0.1:" + otherPort).start()) {
                await().atMost(Duration.ofSeconds(30)).until(() -> of.isOpen() != its.isOpen());
                Group loser = of.isOpen() ? its : of;
                assertThatThrownBy(() -> loser.send(new byte[1])).isInstanceOf(GroupClosedException.class)
                        .hasCauseInstanceOf(CharterRefusedException.class).hasMessageContaining("'tuf settings ");
                assertThat(events).anySatisfy(event -> assertThat(event).isInstanceOf(NodeEvent.Expelled.class));
                assertThat(between.site()).isEqualTo("r" + port);
                await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> assertThat(toldListeners).singleElement().asString().contains("film"));
            }
        }
    }

    @Test
    void whereAllHaveLeftAnotherCharterIsTakenAtOnce() throws Exception {
        try (RealSites sites = new RealSites()) {
            List<XpandNode> nodes = List.of(sites.add(0, "m0"), sites.add(1, "m1"), sites.add(2, "m2"));
            for (int round = 0; round < 4; round++) {
                JoinOptions before = JoinOptions.reliable().withStrategy(round % 2 == 0 ? "tfrc" : "tfmcc");
                JoinOptions next = JoinOptions.reliable().withStrategy(round % 2 == 0 ? "tfmcc" : "tfrc");
                Group first = nodes.get(0).join("board", before, message -> { });
                Group second = nodes.get(1).join("board", before, message -> { });
                first.close();
                second.close();
                try (Group group = nodes.get(round % 3).join("board", next, message -> { })) {
                    assertThat(group.isOpen()).isTrue();
                }
            }
        }
    }

    @Test
    void ofSitesThatJoinAtOnceThoseWithOneCharterStayAndTheOthersAreNotified() throws Exception {
        try (RealSites sites = new RealSites()) {
            List<XpandNode> nodes = List.of(sites.add(0, "m0"), sites.add(1, "m1"), sites.add(2, "m2"));
            List<String> charters = List.of("tfrc", "tfmcc", "mca");
            for (int round = 0; round < 3; round++) {
                String name = "board" + round;
                List<CompletableFuture<Group>> joins = new ArrayList<>();
                for (int i = 0; i < 3; i++) {
                    joins.add(nodes.get(i).joinAsync(name, JoinOptions.reliable().withStrategy(charters.get(i)), message -> { }));
                }
                await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
                    assertThat(joins).allMatch(CompletableFuture::isDone);
                    assertThat(joins).filteredOn(each -> !each.isCompletedExceptionally() && each.getNow(null).isOpen()).hasSize(1);
                });
                assertThat(joins).filteredOn(CompletableFuture::isCompletedExceptionally).allSatisfy(each -> assertThat(each)
                        .failsWithin(Duration.ZERO).withThrowableThat().withCauseInstanceOf(CharterRefusedException.class));
            }
        }
    }

    /** Records that it was expelled. */
    private record Reported(Queue<String> reasons) implements LayeredListener {
        @Override
        public void onMessage(LayeredMessage message) {
            // None is sent.
        }

        @Override
        public void onDropped(Dropped dropped) {
            // None is sent.
        }

        @Override
        public void onExpelled(String reason) {
            reasons.add(reason);
        }
    }

    @Test
    void whoDoesNotWantToBeginAloneWaitsForTheOthers() throws Exception {
        try (RealSites sites = new RealSites()) {
            XpandNode first = sites.add(0, "first");
            assertThatThrownBy(() -> first.join("board", JoinOptions.reliable().atLeast(2, 2, Duration.ofMillis(100)), message -> { }))
                    .isInstanceOf(JoinRefusedException.class).hasMessage("group 'board': 1 members in 1 sites after 100 ms; "
                            + "wanted are at least 2 in 2");
            XpandNode second = sites.add(1, "second");
            Thread other = new Thread(() -> {
                try {
                    second.join("board", message -> { });
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            other.start();
            Group group = first.join("board", JoinOptions.reliable().atLeast(2, 2, Duration.ofSeconds(20)), message -> { });
            assertThat(group.view().size()).isEqualTo(2);
            other.join();
            assertThatThrownBy(() -> JoinOptions.reliable().atLeast(1, 2, Duration.ZERO)).hasMessage("at least 1 members in 2 sites "
                    + "within PT0S: accepted are 1 or more, and not more sites than members");
        }
    }

    private static void refused(NodeBuilder settings, String... named) throws InterruptedException {
        try (XpandNode node = settings.start()) {
            assertThatThrownBy(() -> node.join("board", message -> { })).isInstanceOf(CharterRefusedException.class)
                    .hasMessageContainingAll(named);
            assertThatThrownBy(() -> node.join("board", message -> { })).as("it is not in the group, and may try again")
                    .isInstanceOf(CharterRefusedException.class);
        }
    }
}
