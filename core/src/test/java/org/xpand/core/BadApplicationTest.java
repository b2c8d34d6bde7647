package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xpand.membership.MembershipException;
import org.xpand.membership.api.LanTransport;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SlowMemberPolicy;

/**
 * Errors of an application affect only itself: they are refused or reported, other members and groups continue, and nothing is left
 * behind.
 */
class BadApplicationTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);

    private RealSites sites;
    private XpandNode ann;
    private XpandNode bob;

    @BeforeEach
    void twoNodesOfASite() throws IOException {
        sites = new RealSites();
        ann = sites.add(0, "ann");
        bob = sites.add(0, "bob");
    }

    @AfterEach
    void closed() {
        sites.close();
    }

    private static void fail(String how) throws IOException {
        switch (how) {
            case "IOException" -> throw new IOException("the disk is full");
            case "RuntimeException" -> throw new IllegalStateException("a mistake");
            default -> throw new AssertionError("an error");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"IOException", "RuntimeException", "Error"})
    void aConsumerThatDoesNotTakeTheStateLeavesNothingBehind(String how) throws Exception {
        List<NodeEvent> failures = new CopyOnWriteArrayList<>();
        bob.onEvent(event -> {
            if (event.kind() == NodeEvent.Kind.ERROR) {
                failures.add(event);
            }
        });
        StateSettings settings = StateSettings.defaults().withPatience(Duration.ofMillis(300));
        Group given = ann.join("g", JoinOptions.reliable().withState(() -> out -> out.write(new byte[100_000]), in -> { }), message -> { });
        Group other = bob.join("other", message -> { });
        assertThatThrownBy(() -> bob.join("g", JoinOptions.reliable().withState(() -> out -> { }, in -> fail(how)).withStateSettings(settings),
                message -> { })).isInstanceOf(how.equals("Error") ? AssertionError.class : StateTransferException.class);
        await().atMost(PATIENCE).until(() -> given.view().size() == 1);
        // Long enough for anything that was started for the state.
        CountDownLatch later = new CountDownLatch(1);
        bob.engine().later(Duration.ofMillis(900), later::countDown);
        assertThat(later.await(20, TimeUnit.SECONDS)).isTrue();
        assertThat(failures).isEmpty();
        assertThat(other.isOpen()).isTrue();
        try (Group again = bob.join("g", message -> { })) {
            assertThat(again.isOpen()).isTrue();
        }
    }

    @Test
    void anErrorInAListenerIsNotTheEnd() throws Exception {
        List<Integer> received = new CopyOnWriteArrayList<>();
        Group from = ann.join("g", message -> { });
        Group to = bob.join("g", message -> {
            received.add((int) message.payload()[0]);
            throw new AssertionError("an error");
        });
        to.onRequest(request -> {
            throw new AssertionError("another one");
        });
        await().atMost(PATIENCE).until(() -> from.view().size() == 2);
        for (byte i = 0; i < 10; i++) {
            from.send(new byte[] {i});
        }
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(received).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
        assertThatThrownBy(() -> from.request(to.id(), new byte[1], PATIENCE).get(20, TimeUnit.SECONDS)).hasMessageContaining("another one");
    }

    /** An application's own messages are handed over at the end of the loop's turn, all else in the group's part of the turn. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anExecutorThatFailsEndsTheMembershipNotTheNode(boolean onlyAtTheEndOfTheTurn) throws Exception {
        AtomicBoolean fails = new AtomicBoolean();
        sites.executor(task -> {
            if (fails.get() && (!onlyAtTheEndOfTheTurn || isCalledBy("LoopTurns", "take") && !isCalledBy("GroupEndpoint", "endTurn"))) {
                throw new IllegalStateException("an executor's mistake");
            }
            task.run();
        });
        XpandNode alone = sites.add(1, "alone");
        Group group = alone.join("g", message -> { });
        fails.set(true);
        group.send(new byte[1]);
        await().atMost(PATIENCE).until(() -> !group.isOpen());
        fails.set(false);
        assertThat(alone.join("other", message -> { }).isOpen()).isTrue();
    }

    private static boolean isCalledBy(String type, String method) {
        return StackWalker.getInstance().walk(frames -> frames.anyMatch(each ->
                each.getClassName().endsWith("." + type) && each.getMethodName().equals(method)));
    }

    @Test
    void whoWaitsForHimselfInAListenerIsReported() throws Exception {
        CompletableFuture<Throwable> reported = new CompletableFuture<>();
        CompletableFuture<Throwable> after = new CompletableFuture<>();
        Group from = ann.join("g", message -> { });
        Group[] self = new Group[1];
        self[0] = bob.join("g", message -> {
            CompletableFuture<byte[]> answer = self[0].request(message.sender(), new byte[1], Duration.ofSeconds(1));
            answer.whenComplete((bytes, failure) -> after.complete(failure));
            try {
                answer.thenApply(bytes -> bytes.length).get();
            } catch (IllegalStateException | InterruptedException | ExecutionException e) {
                reported.complete(e);
            }
        });
        await().atMost(PATIENCE).until(() -> from.view().size() == 2);
        from.send(new byte[1]);
        assertThat(reported.get(20, TimeUnit.SECONDS)).hasMessage("get or join would wait for itself in a listener of group g: accepted there "
                + "are whenComplete, thenAccept and the like");
        assertThat(after.get(20, TimeUnit.SECONDS)).isInstanceOf(NoAnswerException.class);
        assertThatThrownBy(() -> self[0].request(from.id(), new byte[1], PATIENCE).get(1, TimeUnit.NANOSECONDS))
                .as("elsewhere one may wait").isInstanceOfAny(TimeoutException.class, ExecutionException.class);
    }

    @Test
    void whoIsExpelledIsOutWhateverItsListenerDoes() throws Exception {
        XpandNode cy = XpandNode.builder().site(sites.siteName(7)).name("cy").lan(new LanTransport.Local())
                .slowMembers(SlowMemberPolicy.EXPEL, Duration.ofSeconds(1)).start();
        XpandNode slow = XpandNode.builder().site(sites.siteName(7)).name("slow").lan(new LanTransport.Local()).start();
        CountDownLatch goOn = new CountDownLatch(1);
        AtomicBoolean reported = new AtomicBoolean();
        try {
            Group from = cy.join("g", message -> { });
            Group blocked = slow.join("g", new MessageListener() {
                @Override
                public void onMessage(Message message) {
                    try {
                        goOn.await();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                }

                @Override
                public void onExpelled(String reason) {
                    reported.set(true);
                }
            });
            await().atMost(PATIENCE).until(() -> from.view().size() == 2);
            byte[] message = new byte[60_000];
            await().atMost(PATIENCE).pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1)).until(() -> {
                from.trySend(message);
                return !blocked.isOpen();
            });
            await().atMost(PATIENCE).until(() -> from.view().size() == 1);
            assertThatThrownBy(() -> blocked.send(new byte[1])).isInstanceOf(GroupClosedException.class).hasMessageContaining("put out");
            assertThat(reported).as("in its order").isFalse();
            goOn.countDown();
            await().atMost(PATIENCE).untilTrue(reported);
        } finally {
            goOn.countDown();
            slow.close(Duration.ZERO);
            cy.close(Duration.ZERO);
        }
    }

    @Test
    void aMessageToNobodyIsRefused() throws Exception {
        Group group = ann.join("g", message -> { });
        Group gone = bob.join("g", message -> { });
        await().atMost(PATIENCE).until(() -> group.view().size() == 2);
        SenderId left = gone.id();
        gone.close();
        await().atMost(PATIENCE).until(() -> group.view().size() == 1);
        String message = "group g: member " + left + " is not in the group";
        assertThatThrownBy(() -> group.send(left, new byte[1])).isInstanceOf(GroupException.class).hasMessage(message);
        assertThatThrownBy(() -> group.trySend(left, new byte[1])).hasMessage(message);
        assertThatThrownBy(() -> group.sendAsync(left, new byte[1])).hasMessage(message);
    }

    @Test
    void whatIsNotAcceptedIsReportedWithItsName() throws Exception {
        Group group = ann.join("g", message -> { });
        assertThatThrownBy(() -> group.send(null)).hasMessage("a message that is null: accepted are 0 to 16777216 bytes");
        assertThatThrownBy(() -> group.trySend(new byte[(16 << 20) + 1])).hasMessageContaining("maxMessage");
        assertThatThrownBy(() -> group.onView(null)).hasMessage("listener null: accepted is a listener");
        assertThatThrownBy(() -> group.onWritable(null)).hasMessage("listener null: accepted is a listener");
        assertThatThrownBy(() -> group.request(group.id(), new byte[1], null)).hasMessage("timeout null: accepted is a time above 0");
        assertThatThrownBy(() -> group.close(Duration.ofSeconds(-1))).hasMessage("patience PT-1S: accepted is a time of 0 or more");
        assertThatThrownBy(() -> JoinOptions.reliable().atLeast(1, 1, null)).hasMessage("atLeast's time null: accepted is a time of 0 or more");
        NodeBuilder builder = XpandNode.builder();
        assertThatThrownBy(() -> builder.directCopies(-1)).hasMessage("directCopies -1: accepted are 0 (never) and more");
        assertThatThrownBy(() -> builder.minimumRate(-1)).hasMessage("minimumRate -1.0: accepted are bits per second from 0 on");
        assertThatThrownBy(() -> builder.slowMembers(SlowMemberPolicy.GAP, Duration.ZERO))
                .hasMessage("slowMembers' timeout PT0S: accepted is a time above 0");
        builder.slowMembers(SlowMemberPolicy.GAP, FOREVER).retention(FOREVER).atLeast(1, FOREVER).patience(FOREVER);
        assertThatThrownBy(() -> builder.siteSilence(FOREVER)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder.foundAfter(FOREVER)).isInstanceOf(IllegalArgumentException.class).hasMessageContaining("foundAfter");
        assertThatThrownBy(() -> ann.close(null)).hasMessage("patience null: accepted is a time of 0 or more");
        assertThat(group.isOpen()).as("nothing of that has closed it").isTrue();
        assertThat(ann.close(FOREVER)).isZero();
        assertThat(group.isOpen()).isFalse();
    }

    @Test
    void whoWaitsForEverWaitsAHundredYears() throws Exception {
        try (XpandNode cy = XpandNode.builder().site(sites.siteName(7)).name("cy").lan(new LanTransport.Local()).patience(FOREVER)
                .slowMembers(SlowMemberPolicy.EXPEL, FOREVER).retention(FOREVER).atLeast(1, FOREVER).start();
                XpandNode dan = XpandNode.builder().site(sites.siteName(7)).name("dan").lan(new LanTransport.Local()).patience(FOREVER)
                .slowMembers(SlowMemberPolicy.EXPEL, FOREVER).retention(FOREVER).atLeast(2, FOREVER).start()) {
            Group first = cy.join("g", JoinOptions.reliable().atLeast(1, 1, FOREVER), message -> { });
            Group second = dan.join("g", JoinOptions.reliable().atLeast(2, 1, FOREVER), message -> { });
            first.onRequest(request -> CompletableFuture.completedFuture(request.payload()));
            assertThat(second.request(first.id(), new byte[3], FOREVER).get(20, TimeUnit.SECONDS)).hasSize(3);
            assertThat(second.requestAny(cy.site(), new byte[4], FOREVER).get(20, TimeUnit.SECONDS)).hasSize(4);
            assertThat(second.stats().messagesSent()).isPositive();
            assertThat(cy.overview()).isNotNull();
            assertThat(second.close(FOREVER)).isZero();
            assertThat(first.close(FOREVER)).isZero();
        }
    }

    @Test
    void whoIsNotToFoundItsSiteDoesNot() {
        assertThatThrownBy(() -> XpandNode.builder().site(sites.siteName(0) + "-alone").name("lonely").lan(new LanTransport.Local())
                .joinWithin(Duration.ofMillis(150)).start()).isInstanceOf(MembershipException.class).hasMessageContaining("150 ms");
    }

    @Test
    void aWildcardIsNoAddressThatOthersReach() {
        for (String wildcard : List.of("0.0.0.0:7800", "[::]:7800")) {
            NodeBuilder builder = XpandNode.builder().site("x").wanBind("0.0.0.0:7800").advertise(wildcard);
            assertThatThrownBy(builder::check).isInstanceOf(IllegalArgumentException.class).hasMessageContainingAll("advertise '" + wildcard,
                    "not a wildcard");
        }
        assertThatThrownBy(XpandNode.builder()::check).hasMessageContainingAll("site:", "accepted are 1 to 64 letters");
    }
}
