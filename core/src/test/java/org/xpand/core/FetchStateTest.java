package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.SenderId;

/** A member reads another one's state while it is in the group, over real sockets. */
class FetchStateTest {
    private static final int BYTES = 3_000_000;

    @Test
    void aMembersStateIsReadBesideTheMessagesAndWhoHasNoneSaysSo() throws Exception {
        try (RealSites sites = new RealSites()) {
            AtomicInteger snapshots = new AtomicInteger();
            byte[] state = new byte[BYTES];
            new Random(7).nextBytes(state);
            Group giver = sites.add(0, "giver").join("board", JoinOptions.reliable().withState(() -> {
                snapshots.incrementAndGet();
                return out -> out.write(state);
            }, in -> { }), message -> { });
            AtomicInteger received = new AtomicInteger();
            Group reader = sites.add(1, "reader").join("board", message -> received.incrementAndGet());
            await().atMost(Duration.ofSeconds(20)).until(() -> giver.view().size() == 2 && reader.view().size() == 2);
            CompletableFuture<byte[]> read = new CompletableFuture<>();
            CompletableFuture<Void> fetch = reader.fetchState(giver.id(), in -> read.complete(in.readAllBytes()));
            for (int i = 0; i < 50; i++) {
                giver.send(new byte[100]);
            }
            fetch.get(20, TimeUnit.SECONDS);
            assertThat(Arrays.equals(read.get(), state)).as("%d bytes", read.get().length).isTrue();
            assertThat(snapshots).hasValue(1);
            await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> assertThat(received).hasValue(50));
            assertThatThrownBy(() -> giver.fetchState(reader.id(), in -> { }).get(20, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(StateTransferException.class)
                    .hasMessageContaining("state of member " + reader.id() + ": it provides none");
            assertThatThrownBy(() -> reader.fetchState(giver.id(), in -> {
                throw new IOException("no room");
            }).get(20, TimeUnit.SECONDS)).hasCauseInstanceOf(StateTransferException.class).hasMessageContaining("no room");
            assertThatThrownBy(() -> reader.fetchState(giver.id(), in -> {
                throw new EOFException();
            }).get(20, TimeUnit.SECONDS)).hasMessageContaining("the state was not taken: java.io.EOFException");
            assertThatThrownBy(() -> reader.fetchState(reader.id(), in -> { })).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    void aProviderWithoutASnapshotIsReported() throws Exception {
        try (RealSites sites = new RealSites()) {
            Group giver = sites.add(0, "giver").join("board", JoinOptions.reliable().withState(() -> null, in -> { }), message -> { });
            Group reader = sites.add(0, "reader").join("board", message -> { });
            assertThatThrownBy(() -> reader.fetchState(giver.id(), in -> { }).get(20, TimeUnit.SECONDS)).hasMessageContaining("state of member "
                    + giver.id() + ": it could not give it: the provider returned no snapshot");
        }
    }

    @Test
    void aConsumersExceptionWithoutATextIsCalledByItsName() throws Exception {
        try (RealSites sites = new RealSites()) {
            sites.add(0, "giver").join("board", JoinOptions.reliable().withState(() -> out -> out.write(1), in -> { }), message -> { });
            XpandNode other = sites.add(0, "other");
            assertThatThrownBy(() -> other.join("board", JoinOptions.reliable().withState(null, in -> {
                throw new EOFException();
            }), message -> { })).isInstanceOf(StateTransferException.class)
                    .hasMessage("group 'board': the state was not taken: java.io.EOFException");
        }
    }

    @Test
    void aMemberThatIsNotInTheGroupIsNotWaitedFor() throws Exception {
        try (RealSites sites = new RealSites()) {
            Group group = sites.add(0, "ann").join("board", message -> { });
            // Within less than the patience of the transfer, ten seconds.
            assertThatThrownBy(() -> group.fetchState(new SenderId(group.id().site(), 1), in -> { }).get(3, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(StateTransferException.class).hasMessageContaining("it is not in the group");
        }
    }

    @Test
    void theProvidersReasonIsSaid() throws Exception {
        try (RealSites sites = new RealSites()) {
            Group giver = sites.add(0, "giver").join("board", JoinOptions.reliable().withState(() -> out -> {
                throw new IOException("the disk\nis full");
            }, in -> { }), message -> { });
            XpandNode other = sites.add(0, "other");
            assertThatThrownBy(() -> other.join("board", JoinOptions.reliable().withState(null, InputStream::readAllBytes), message -> { }))
                    .isInstanceOf(StateTransferException.class)
                    .hasMessageContaining("at last member " + giver.id() + " could not give it: java.io.IOException: the disk?is full");
            Group reader = other.join("board", message -> { });
            assertThatThrownBy(() -> reader.fetchState(giver.id(), InputStream::readAllBytes).get(20, TimeUnit.SECONDS))
                    .hasMessageContaining("state of member " + giver.id() + ": it could not give it: java.io.IOException: the disk?is full");
        }
    }

    @Test
    void aCancelledFetchHoldsNeitherItsConsumerNorTheProvider() throws Exception {
        try (RealSites sites = new RealSites()) {
            AtomicInteger ended = new AtomicInteger();
            Group giver = sites.add(0, "giver").join("board", JoinOptions.reliable().withState(() -> out -> {
                try {
                    while (true) {
                        out.write(new byte[1000]);
                    }
                } finally {
                    ended.incrementAndGet();
                }
            }, in -> { }), message -> { });
            Group reader = sites.add(0, "reader").join("board", message -> { });
            for (int i = 1; i <= 3; i++) {
                CompletableFuture<Void> reads = new CompletableFuture<>();
                CompletableFuture<IOException> broken = new CompletableFuture<>();
                CompletableFuture<Void> fetch = reader.fetchState(giver.id(), in -> {
                    in.read();
                    reads.complete(null);
                    try {
                        in.readAllBytes();
                    } catch (IOException e) {
                        broken.complete(e);
                        throw e;
                    }
                });
                reads.get(20, TimeUnit.SECONDS);
                fetch.cancel(false);
                assertThat(broken.get(5, TimeUnit.SECONDS)).isNotNull();
                int fetches = i;
                await().atMost(Duration.ofSeconds(5)).until(() -> ended.get() == fetches);
            }
        }
    }
}
