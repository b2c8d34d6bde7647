package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Snapshots that are written slowly, or never return, over real sockets. Most of the time is waiting. */
@Execution(ExecutionMode.CONCURRENT)
class SlowStateTransferTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final Duration PAUSE = Duration.ofMillis(300);

    private RealSites sites;
    private XpandNode giving;
    private XpandNode joining;

    @BeforeEach
    void twoNodesOfASite() throws IOException {
        sites = new RealSites();
        giving = sites.add(0, "giving");
        joining = sites.add(0, "joining");
    }

    @AfterEach
    void closed() {
        sites.close();
    }

    private static StateSettings settings(Duration patience, int transfers) {
        StateSettings usual = StateSettings.defaults();
        return new StateSettings(usual.windowBytes(), usual.holdBytes(), patience, transfers);
    }

    private static JoinOptions gives(StateProvider provider, StateSettings settings) {
        return JoinOptions.reliable().withState(provider, null).withStateSettings(settings);
    }

    private static JoinOptions wants(StateConsumer consumer) {
        return JoinOptions.reliable().withState(null, consumer).withStateSettings(settings(Duration.ofSeconds(1), 1));
    }

    /** A snapshot that waits for something that never comes. */
    private static void waits() throws IOException {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            throw new IOException("interrupted", e);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aSlowSnapshotIsNotTakenForASilentOne(boolean flushes) throws Exception {
        // Less than the snapshot takes, more than any of its pauses.
        StateSettings patient = settings(PAUSE.multipliedBy(7), 4);
        AtomicInteger snapshots = new AtomicInteger();
        giving.join("board", gives(() -> {
            snapshots.incrementAndGet();
            return out -> {
                for (int i = 0; i < 10; i++) {
                    out.write(i);
                    if (flushes) {
                        out.flush();
                    }
                    paused(giving);
                }
            };
        }, StateSettings.defaults()), message -> { });
        ByteArrayOutputStream state = new ByteArrayOutputStream();
        joining.join("board", JoinOptions.reliable().withState(null, in -> {
            state.reset();
            in.transferTo(state);
        }).withStateSettings(patient), message -> { });
        assertThat(state.toByteArray()).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
        assertThat(snapshots).hasValue(1);
    }

    private static void paused(XpandNode node) throws IOException {
        CountDownLatch over = new CountDownLatch(1);
        node.engine().later(PAUSE, over::countDown);
        try {
            assertThat(over.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IOException("interrupted", e);
        }
    }

    @Test
    void aSnapshotThatHangsIsInterruptedWhenTheNextOneIsAsked() throws Exception {
        AtomicInteger begun = new AtomicInteger();
        AtomicInteger returned = new AtomicInteger();
        giving.join("board", gives(() -> out -> {
            begun.incrementAndGet();
            try {
                waits();
            } finally {
                returned.incrementAndGet();
            }
        }, StateSettings.defaults()), message -> { });
        assertThatThrownBy(() -> joining.join("board", wants(InputStream::readAllBytes), message -> { }))
                .isInstanceOf(StateTransferException.class).hasMessageContaining("was silent");
        assertThat(begun).hasPositiveValue();
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(returned).hasValue(begun.get()));
    }

    @Test
    void aSnapshotThatWritesNothingMoreEndsWithItsGroup() throws Exception {
        List<Exception> why = new CopyOnWriteArrayList<>();
        CountDownLatch begun = new CountDownLatch(1);
        CompletableFuture<Thread> writer = new CompletableFuture<>();
        Group group = giving.join("board", gives(() -> out -> {
            writer.complete(Thread.currentThread());
            out.write(1);
            begun.countDown();
            try {
                waits();
            } catch (IOException interrupted) {
                try {
                    out.write(1);
                } catch (IOException e) {
                    why.add(e);
                    throw e;
                }
            }
        }, StateSettings.defaults()), message -> { });
        CompletableFuture<Group> joined = joining.joinAsync("board", JoinOptions.reliable().withState(null, InputStream::readAllBytes),
                message -> { });
        assertThat(begun.await(20, TimeUnit.SECONDS)).isTrue();
        group.close(Duration.ZERO);
        await().atMost(PATIENCE).until(() -> !writer.join().isAlive());
        assertThat(why).singleElement().satisfies(each -> assertThat(each).hasMessageContaining("gives no state any more"));
        joined.cancel(true);
    }

    @Test
    void snapshotsThatNeverReturnCountAndThatIsSaid() throws Exception {
        AtomicInteger running = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch goOn = new CountDownLatch(1);
        giving.join("board", gives(() -> out -> {
            most.accumulateAndGet(running.incrementAndGet(), Math::max);
            while (goOn.getCount() > 0) {
                try {
                    goOn.await();
                } catch (InterruptedException e) {
                    // It takes no notice.
                }
            }
            running.decrementAndGet();
            out.write(1);
        }, settings(Duration.ofSeconds(10), 2)), message -> { });
        XpandNode third = sites.add(0, "third");
        for (XpandNode each : List.of(joining, third, joining)) {
            assertThatThrownBy(() -> each.join("board", wants(InputStream::readAllBytes), message -> { }))
                    .isInstanceOf(StateTransferException.class).hasMessageContaining("2 snapshots still run though their transfers have ended");
        }
        assertThat(most).hasValue(2);
        goOn.countDown();
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(running).hasValue(0));
        byte[][] state = new byte[1][];
        third.join("board", wants(in -> state[0] = in.readAllBytes()), message -> { });
        assertThat(state[0]).containsExactly(1);
    }

    @Test
    void aPatienceForEverIsOneOfAHundredYears() throws Exception {
        StateSettings forEver = settings(Duration.ofSeconds(Long.MAX_VALUE), 4);
        assertThat(forEver.patience()).isEqualTo(Duration.ofDays(36_500)).isEqualTo(StateSettings.defaults()
                .withPatience(Duration.ofSeconds(Long.MAX_VALUE)).patience());
        Group group = giving.join("board", gives(() -> out -> out.write(new byte[100_000]), forEver), message -> { });
        int[] length = new int[1];
        joining.join("board", JoinOptions.reliable().withState(null, in -> length[0] = in.readAllBytes().length).withStateSettings(forEver),
                message -> { });
        assertThat(length[0]).isEqualTo(100_000);
        assertThat(group.isOpen()).isTrue();
    }
}
