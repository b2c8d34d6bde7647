package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** What an application learns of members and of messages, over real sockets. */
class MembersAndMessagesTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    @Test
    void messagesSayWhoSentThemAndMembersComeAndGo() throws Exception {
        try (RealSites sites = new RealSites()) {
            List<NodeEvent> events = new CopyOnWriteArrayList<>();
            List<Message> received = new CopyOnWriteArrayList<>();
            AtomicReference<Group> handed = new AtomicReference<>();
            XpandNode ann = sites.add(0, "ann");
            Subscription subscription = ann.onEvent(events::add);
            Group group = ann.join("talk", new MessageListener() {
                @Override
                public void onJoined(Group joined) {
                    assertThat(received).isEmpty();
                    handed.set(joined);
                }

                @Override
                public void onMessage(Message message) {
                    assertThat(handed.get()).isNotNull();
                    received.add(message);
                }
            });
            Group bob = sites.add(1, "bob").join("talk", message -> { });
            await().atMost(PATIENCE).until(() -> bob.view().size() == 2 && group.view().size() == 2);
            Instant before = Instant.now().minusMillis(1);
            bob.send("hello".getBytes(StandardCharsets.UTF_8));
            bob.send(new byte[50_000]);
            await().atMost(PATIENCE).until(() -> received.size() == 2);
            assertThat(handed).hasValue(group);
            Message hello = received.get(0);
            assertThat(hello.from()).isEqualTo(new GroupView.Member(bob.id(), "bob", bob.view().sites().get(1).name()));
            assertThat(hello.number()).isEqualTo(1);
            assertThat(hello.time()).isBetween(before, Instant.now());
            assertThat(new String(hello.payload(), StandardCharsets.UTF_8)).isEqualTo("hello");
            assertThat(received.get(1).number()).isEqualTo(2);
            assertThat(received.get(1).payload()).isEqualTo(new byte[50_000]);

            bob.close(PATIENCE);
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(events).anySatisfy(event ->
                    assertThat(event).isInstanceOfSatisfying(NodeEvent.ViewChanged.class, view ->
                            assertThat(view.left()).containsExactly(hello.from()))));
            assertThat(events).anySatisfy(event -> assertThat(event).isInstanceOfSatisfying(NodeEvent.ViewChanged.class,
                    view -> assertThat(view.joined()).containsExactly(hello.from())));
            assertThatThrownBy(() -> bob.trySend(new byte[1])).isInstanceOf(GroupClosedException.class)
                    .hasMessage("group talk is closed");
            subscription.close();
            int reported = events.size();
            sites.add(1, "cy").join("talk", message -> { });
            await().atMost(PATIENCE).until(() -> group.view().size() == 2);
            assertThat(events).hasSize(reported);
        }
    }

    @Test
    void whoWasRefusedIsNotifiedWhenThereIsRoomAgain() throws Exception {
        try (RealSites sites = new RealSites()) {
            Group group = sites.add(0, "ann").join("talk", message -> { });
            AtomicInteger writable = new AtomicInteger();
            AtomicInteger other = new AtomicInteger();
            group.onWritable(writable::incrementAndGet);
            group.onWritable(other::incrementAndGet).close();
            int sent = 0;
            while (group.trySend(new byte[60_000])) {
                sent++;
            }
            assertThat(sent).isPositive();
            await().atMost(PATIENCE).until(() -> writable.get() > 0);
            assertThat(other).hasValue(0);
            assertThat(group.close(PATIENCE)).isZero();
        }
    }

    @Test
    void whoSendsMoreThanCanWaitIsRefused() throws Exception {
        CountDownLatch goesOn = new CountDownLatch(1);
        try (RealSites sites = new RealSites()) {
            // Nothing is consumed, or messages might go as fast as they come.
            Group group = sites.add(0, "ann").join("talk", message -> awaitUninterrupted(goesOn));
            AtomicReference<Throwable> failure = new AtomicReference<>();
            await().atMost(PATIENCE).until(() -> {
                for (int i = 0; i < 1100 && failure.get() == null; i++) {
                    group.sendAsync(new byte[60_000]).exceptionally(thrown -> {
                        failure.compareAndSet(null, thrown);
                        return null;
                    });
                }
                return failure.get() != null;
            });
            assertThat(failure.get()).isInstanceOf(TooManyWaitingException.class)
                    .hasMessage("group talk: 1024 messages wait for the send window already");
            goesOn.countDown();
        } finally {
            goesOn.countDown();
        }
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
