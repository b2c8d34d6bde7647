package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** Listeners that send, members that answer each other, and closing under load never block for ever. */
class NoDeadlockTest {
    private static final int ROUNDS = 400;
    private static final byte[] BIG = new byte[60_000];

    @Test
    void twoMembersThatAnswerEveryMessageWithMoreThanAWindowGoOn() throws Exception {
        try (RealSites sites = new RealSites()) {
            AtomicInteger answered = new AtomicInteger();
            AtomicReference<Group> left = new AtomicReference<>();
            AtomicReference<Group> right = new AtomicReference<>();
            left.set(sites.add(0, "left").join("talk", message -> answer(message, left.get(), answered)));
            right.set(sites.add(1, "right").join("talk", message -> answer(message, right.get(), answered)));
            await().atMost(Duration.ofSeconds(20)).until(() -> left.get().view().size() == 2
                    && right.get().view().size() == 2);
            for (int i = 0; i < 10; i++) {
                left.get().sendAsync(BIG);
                right.get().sendAsync(BIG);
            }
            await().atMost(Duration.ofSeconds(60)).until(() -> answered.get() >= ROUNDS);
        }
    }

    private static void answer(Message message, Group group, AtomicInteger answered) {
        if (!message.own() && answered.incrementAndGet() < ROUNDS) {
            group.sendAsync(BIG);
        }
    }

    @Test
    void sendInAListenerThrowsWhereItWouldBlock() throws Exception {
        try (RealSites sites = new RealSites()) {
            AtomicReference<Throwable> thrown = new AtomicReference<>();
            CountDownLatch done = new CountDownLatch(1);
            AtomicReference<Group> group = new AtomicReference<>();
            group.set(sites.add(0, "one").join("talk", message -> {
                try {
                    for (int i = 0; i < 10_000; i++) {
                        group.get().send(BIG);
                    }
                } catch (IllegalStateException e) {
                    thrown.compareAndSet(null, e);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                done.countDown();
            }));
            group.get().send(new byte[1]);
            assertThat(done.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(thrown.get()).hasMessageContaining("trySend").hasMessageContaining("sendAsync");
        }
    }

    @Test
    void closingUnderLoadEndsInTimeAndReportsWhatIsNotStable() throws Exception {
        try (RealSites sites = new RealSites()) {
            Group sender = sites.add(0, "one").join("load", message -> { });
            sites.add(1, "two").join("load", message -> { });
            await().atMost(Duration.ofSeconds(20)).until(() -> sender.view().size() == 2);
            Thread load = new Thread(() -> {
                try {
                    while (true) {
                        sender.send(BIG);
                    }
                } catch (IllegalStateException | InterruptedException e) {
                    // Closed: the expected end.
                    Thread.currentThread().interrupt();
                }
            });
            load.start();
            await().atMost(Duration.ofSeconds(10)).until(() -> sender.stats().messagesSent() > 100);
            long before = System.nanoTime();
            int left = sender.close(Duration.ofMillis(300));
            assertThat(Duration.ofNanos(System.nanoTime() - before)).isLessThan(Duration.ofSeconds(5));
            load.join(10_000);
            assertThat(load.isAlive()).as("the sending thread").isFalse();
            assertThat(left).isGreaterThanOrEqualTo(0);
            assertThatThrownBy(() -> sender.send(new byte[1])).isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("load").hasMessageContaining("closed");
        }
    }

    @Test
    void theLongestMessagePassesAndALongerOneIsRefused() throws Exception {
        try (RealSites sites = new RealSites()) {
            AtomicInteger length = new AtomicInteger();
            Group sender = sites.add(0, "one").join("big", message -> { });
            sites.add(1, "two").join("big", message -> length.set(message.length()));
            await().atMost(Duration.ofSeconds(20)).until(() -> sender.view().size() == 2);
            sender.send(new byte[16 << 20]);
            await().atMost(Duration.ofSeconds(60)).until(() -> length.get() == 16 << 20);
            assertThatThrownBy(() -> sender.send(new byte[(16 << 20) + 1])).isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("maxMessage");
        }
    }
}
