package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A group's rate control is changed between three sites of real nodes, one of which has two processes. */
class ChangeStrategyTest {
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final int MESSAGES = 600;

    @Test
    void everybodyFollowsAndWhoComesLaterMustTakeTheGroupForWhatItIs() throws Exception {
        Queue<NodeEvent> events = new ConcurrentLinkedQueue<>();
        try (RealSites sites = new RealSites()) {
            sites.onEvent(events::add);
            List<Queue<Long>> received = new ArrayList<>();
            List<Group> groups = new ArrayList<>();
            for (XpandNode node : List.of(sites.add(0, "a"), sites.add(1, "b"), sites.add(2, "c"), sites.add(2, "d"))) {
                Queue<Long> numbers = new ConcurrentLinkedQueue<>();
                received.add(numbers);
                groups.add(node.join("board", message -> numbers.add(message.number())));
            }
            await().atMost(LONG).until(() -> groups.stream().allMatch(each -> each.view().size() == 4));
            Group asker = groups.get(3);
            CompletableFuture<Void> change = null;
            for (int i = 0; i < MESSAGES; i++) {
                groups.get(0).send(new byte[1000]);
                if (i == MESSAGES / 4) {
                    change = asker.changeStrategy("tfmcc", Map.of("preset", "paper"));
                    assertThatThrownBy(() -> asker.changeStrategy("mca").get(20, TimeUnit.SECONDS)).as("one at a time")
                            .hasCauseInstanceOf(StrategyChangeException.class);
                }
            }
            change.get(20, TimeUnit.SECONDS);
            assertThat(groups).allSatisfy(each -> assertThat(each.strategy()).isEqualTo("tfmcc"));
            assertThat(groups.get(0).stats().strategy()).isEqualTo("tfmcc");
            Long[] all = LongStream.rangeClosed(1, MESSAGES).boxed().toArray(Long[]::new);
            await().atMost(LONG).untilAsserted(() -> assertThat(received).allSatisfy(each -> assertThat(each).containsExactly(all)));
            await().atMost(LONG).untilAsserted(() -> assertThat(events).filteredOn(NodeEvent.StrategyChanged.class::isInstance)
                    .hasSize(4).allSatisfy(each -> assertThat(each.text())
                            .isEqualTo("group board: rate control changed from tfrc to tfmcc {preset=paper}")));

            XpandNode late = sites.add(3, "late");
            assertThatThrownBy(() -> late.join("board", message -> { })).isInstanceOf(CharterRefusedException.class)
                    .hasMessageContainingAll("'tfrc settings ", "'tfmcc settings ");
            assertThatThrownBy(() -> late.join("board", JoinOptions.reliable().withStrategy("tfmcc"), message -> { }))
                    .as("with other settings").isInstanceOf(CharterRefusedException.class);
            assertThatThrownBy(() -> asker.changeStrategy("nonsense")).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("accepted are ");
            asker.changeStrategy("tfrc").get(20, TimeUnit.SECONDS);
            late.join("board", message -> { });
            await().atMost(LONG).until(() -> groups.stream().allMatch(each -> each.view().size() == 5));
        }
    }

    @Test
    void whoLeavesDuringAChangeIsNotKeptWaiting() throws Exception {
        try (RealSites sites = new RealSites()) {
            CountDownLatch arrived = new CountDownLatch(1);
            CountDownLatch over = new CountDownLatch(1);
            sites.executor(Runnable::run);
            sites.add(0, "a").join("board", message -> {
                arrived.countDown();
                // Its loop waits too, and does not answer.
                awaitBriefly(over);
            });
            Group asker = sites.add(1, "b").join("board", message -> { });
            await().atMost(LONG).until(() -> asker.view().size() == 2);
            asker.send(new byte[1]);
            awaitBriefly(arrived);
            CompletableFuture<Void> change = asker.changeStrategy("tfmcc");
            asker.close(Duration.ZERO);
            assertThat(change.handle((made, failed) -> failed)).as("before the time for answers is over").succeedsWithin(Duration.ofSeconds(5))
                    .satisfies(failed -> assertThat(failed).hasMessageContaining("the group is closed"));
            over.countDown();
        }
    }

    private static void awaitBriefly(CountDownLatch latch) {
        try {
            assertThat(latch.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void ofTwoWhoAskAtOnceOneGetsItsChangeAndTheOtherIsNotifiedSoon() throws Exception {
        try (RealSites sites = new RealSites()) {
            List<Group> groups = new ArrayList<>();
            for (XpandNode node : List.of(sites.add(0, "a"), sites.add(1, "b"), sites.add(2, "c"))) {
                groups.add(node.join("board", message -> { }));
            }
            await().atMost(LONG).until(() -> groups.stream().allMatch(each -> each.view().size() == 3));
            String before = "tfrc";
            for (int round : new int[]{0, 1, 2, 3, 4, 5}) {
                String one = before.equals("tfmcc") ? "mca" : "tfmcc";
                String other = before.equals("tuf") ? "mca" : "tuf";
                long began = System.nanoTime();
                List<CompletableFuture<Void>> asked = List.of(groups.get(round % 3).changeStrategy(one),
                        groups.get((round + 1) % 3).changeStrategy(other));
                await().atMost(LONG).until(() -> asked.stream().allMatch(CompletableFuture::isDone));
                assertThat(Duration.ofNanos(System.nanoTime() - began)).as(() -> "no time-out in round " + round + ": " + asked.stream()
                        .map(each -> each.handle((made, failed) -> failed).join()).toList()).isLessThan(Duration.ofSeconds(5));
                // If the first change is made before the second is requested, as on an idle machine, both succeed, one after the other.
                List<CompletableFuture<Void>> refused = asked.stream().filter(CompletableFuture::isCompletedExceptionally).toList();
                assertThat(refused).hasSizeLessThan(2).allSatisfy(each -> assertThat(each).failsWithin(Duration.ZERO).withThrowableThat()
                        .withCauseInstanceOf(StrategyChangeException.class)
                        .withMessageMatching("(?s).*(another change|was changed to '\\w+' meanwhile).*"));
                List<String> possible = refused.isEmpty() ? List.of(one, other) : asked.get(0) == refused.get(0) ? List.of(other) : List.of(one);
                await().atMost(LONG).untilAsserted(() -> assertThat(groups).extracting(Group::strategy).containsOnly(groups.get(0).strategy())
                        .first().isIn(possible));
                before = groups.get(0).strategy();
            }
        }
    }
}
