package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;

/** A group's state at members that join while others send, over real sockets. */
class StateTransferTest {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** Counts per sender: it must have every message of each sender once, in order, from the first one. */
    private static final class Ledger implements MessageListener, StateProvider, StateConsumer {
        private final Map<SenderId, Integer> next = new TreeMap<>();
        private final List<String> faults = new CopyOnWriteArrayList<>();
        private final int padding;
        private int read;
        private int joined;

        Ledger(int padding) {
            this.padding = padding;
        }

        @Override
        public synchronized void onJoined(Group group) {
            joined++;
        }

        @Override
        public synchronized void onMessage(Message message) {
            int number = ByteBuffer.wrap(message.payload()).getInt();
            int expected = next.getOrDefault(message.sender(), 0);
            if (number != expected || joined != 1) {
                faults.add(message.sender() + ": given " + number + ", where " + expected + " is next");
            }
            next.put(message.sender(), number + 1);
        }

        @Override
        public void onGap(Gap gap) {
            faults.add(gap.toString());
        }

        @Override
        public synchronized Snapshot snapshot() {
            Map<SenderId, Integer> now = Map.copyOf(next);
            return out -> write(now, out);
        }

        private void write(Map<SenderId, Integer> state, OutputStream stream) throws IOException {
            DataOutputStream out = new DataOutputStream(stream);
            out.writeInt(state.size());
            for (Map.Entry<SenderId, Integer> each : state.entrySet()) {
                out.writeLong(each.getKey().site().value());
                out.writeLong(each.getKey().member().value());
                out.writeInt(each.getValue());
            }
            byte[] rest = new byte[1000];
            for (int left = padding; left > 0; left -= rest.length) {
                out.write(rest);
            }
        }

        @Override
        public synchronized void read(InputStream stream) throws IOException {
            assertThat(joined).isZero();
            read++;
            next.clear();
            DataInputStream in = new DataInputStream(stream);
            for (int left = in.readInt(); left > 0; left--) {
                next.put(new SenderId(new SiteId(in.readLong()), in.readLong()), in.readInt());
            }
            long rest = 0;
            while (in.read() >= 0) {
                rest++;
            }
            assertThat(rest).isEqualTo((padding + 999) / 1000 * 1000);
        }

        synchronized int of(Group sender) {
            return next.getOrDefault(sender.id(), 0);
        }

        JoinOptions options() {
            return JoinOptions.reliable().withState(this, this);
        }
    }

    private static Thread sender(Group group, AtomicInteger sent, AtomicBoolean over) {
        Thread thread = new Thread(() -> {
            try {
                while (!over.get()) {
                    CompletableFuture<Void> stable = group.sendAsync(ByteBuffer.allocate(200).putInt(sent.get()).array());
                    if (sent.incrementAndGet() % 50 == 0) {
                        stable.get();
                    }
                }
            } catch (InterruptedException | ExecutionException e) {
                throw new IllegalStateException(e);
            }
        });
        thread.start();
        return thread;
    }

    @Test
    void whoJoinsHasTheStateAndEveryMessageAfterItOnce() throws Exception {
        try (RealSites sites = new RealSites()) {
            List<Ledger> ledgers = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                ledgers.add(new Ledger(100_000));
            }
            AtomicBoolean over = new AtomicBoolean();
            AtomicInteger sentByAnn = new AtomicInteger();
            AtomicInteger sentByBob = new AtomicInteger();
            Group ann = sites.add(0, "ann").join("board", ledgers.get(0).options(), ledgers.get(0));
            assertThat(ledgers.get(0).read).as("nobody had a state").isZero();
            Thread first = sender(ann, sentByAnn, over);
            await().atMost(PATIENCE).until(() -> sentByAnn.get() > 100);
            Group bob = sites.add(1, "bob").join("board", ledgers.get(1).options(), ledgers.get(1));
            assertThat(ledgers.get(1).read).isPositive();
            Thread second = sender(bob, sentByBob, over);
            List<NodeEvent> events = new CopyOnWriteArrayList<>();
            XpandNode near = sites.add(1, "cy");
            near.onEvent(events::add);
            near.join("board", ledgers.get(2).options(), ledgers.get(2));
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(events).as("from its own site").anySatisfy(event ->
                    assertThat(event).isInstanceOfSatisfying(NodeEvent.StateReceived.class, state ->
                            assertThat(state.from()).isEqualTo(bob.id()))));
            sites.add(2, "dan").join("board", ledgers.get(3).options(), ledgers.get(3));
            int until = sentByAnn.get() + 100;
            await().atMost(PATIENCE).until(() -> sentByAnn.get() > until);
            over.set(true);
            first.join();
            second.join();
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(ledgers).allSatisfy(each -> {
                assertThat(each.of(ann)).isEqualTo(sentByAnn.get());
                assertThat(each.of(bob)).isEqualTo(sentByBob.get());
            }));
            assertThat(ledgers).allSatisfy(each -> assertThat(each.faults).isEmpty());
        }
    }

    @Test
    void anotherProviderTakesOverAndWhereNoneIsThatIsSaid() throws Exception {
        try (RealSites sites = new RealSites()) {
            CountDownLatch half = new CountDownLatch(1);
            Ledger ledger = new Ledger(100);
            Group far = sites.add(0, "far").join("board", ledger.options(), ledger);
            far.send(ByteBuffer.allocate(4).putInt(0).array());
            await().atMost(PATIENCE).until(() -> ledger.of(far) == 1);
            Ledger other = new Ledger(100);
            XpandNode near = sites.add(1, "near");
            Group stuck = near.join("board", JoinOptions.reliable().withState(() -> out -> {
                out.write(new byte[100_000]);
                half.countDown();
                new CompletableFuture<Void>().join();
            }, other), other);
            Ledger joining = new Ledger(100);
            XpandNode third = sites.add(1, "third");
            CompletableFuture<Group> joined = new CompletableFuture<>();
            new Thread(() -> {
                try {
                    joined.complete(third.join("board", joining.options(), joining));
                } catch (InterruptedException | RuntimeException e) {
                    joined.completeExceptionally(e);
                }
            }).start();
            assertThat(half.await(20, TimeUnit.SECONDS)).isTrue();
            stuck.close(Duration.ofMillis(100));
            joined.get(30, TimeUnit.SECONDS);
            assertThat(joining.of(far)).isEqualTo(1);
            assertThat(joining.faults).isEmpty();

            sites.add(2, "plain").join("other", message -> { });
            assertThatThrownBy(() -> far(sites).join("other", new Ledger(0).options(), new Ledger(0)))
                    .isInstanceOf(StateTransferException.class)
                    .hasMessage("group 'other': none of its 1 other members gives the state");
            assertThatThrownBy(() -> near.join("third", JoinOptions.reliable().withState(null, in -> {
                throw new IOException("disk full");
            }).withStateSettings(StateSettings.defaults().withWindowBytes(1)), message -> { }))
                    .hasMessage("windowBytes 1: accepted are 4096 to 1073741824");
        } catch (ExecutionException e) {
            throw new AssertionError(e.getCause());
        }
    }

    @Test
    void whoReadsOnlyPartOfTheStateHasItAndTheProviderIsFree() throws Exception {
        try (RealSites sites = new RealSites()) {
            CompletableFuture<IOException> ended = new CompletableFuture<>();
            Group first = sites.add(0, "first").join("board", JoinOptions.reliable().withState(() -> out -> {
                try {
                    for (byte[] rest = new byte[100_000]; true;) {
                        out.write(rest);
                    }
                } catch (IOException e) {
                    ended.complete(e);
                    throw e;
                }
            }, null), message -> { });
            List<NodeEvent> events = new CopyOnWriteArrayList<>();
            XpandNode second = sites.add(1, "second");
            second.onEvent(events::add);
            second.join("board", JoinOptions.reliable().withState(null, in -> assertThat(in.readNBytes(10)).hasSize(10)), message -> { });
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(events).anySatisfy(event ->
                    assertThat(event).isInstanceOfSatisfying(NodeEvent.StateReceived.class, state ->
                            assertThat(state.from()).isEqualTo(first.id()))));
            assertThat(ended.get(PATIENCE.toSeconds(), TimeUnit.SECONDS)).hasMessageContaining("cancelled");
        }
    }

    private static XpandNode far(RealSites sites) throws IOException {
        return sites.add(2, "late");
    }
}
