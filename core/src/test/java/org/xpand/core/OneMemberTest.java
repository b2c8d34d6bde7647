package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.SenderId;

/** Messages and requests to one member, over real sockets. */
class OneMemberTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static String text(Message message) {
        return (message.direct() ? "!" : "") + new String(message.payload(), StandardCharsets.UTF_8);
    }

    @Test
    void amessageToOneMemberComesToThatOneInOrderWithTheOthers() throws Exception {
        try (RealSites sites = new RealSites()) {
            List<String> receivedByBob = new CopyOnWriteArrayList<>();
            List<String> receivedByCy = new CopyOnWriteArrayList<>();
            Group ann = sites.add(0, "ann").join("talk", message -> { });
            Group bob = sites.add(1, "bob").join("talk", message -> receivedByBob.add(text(message)));
            Group cy = sites.add(1, "cy").join("talk", message -> receivedByCy.add(text(message)));
            await().atMost(PATIENCE).until(() -> ann.view().size() == 3 && bob.view().size() == 3);
            for (int i = 0; i < 50; i++) {
                ann.send(("all" + i).getBytes(StandardCharsets.UTF_8));
                ann.send(bob.id(), ("bob" + i).getBytes(StandardCharsets.UTF_8));
                assertThat(ann.trySend(cy.id(), ("cy" + i).getBytes(StandardCharsets.UTF_8))).isTrue();
            }
            await().atMost(PATIENCE).until(() -> receivedByBob.size() == 100 && receivedByCy.size() == 100);
            for (int i = 0; i < 50; i++) {
                assertThat(receivedByBob.subList(2 * i, 2 * i + 2)).containsExactly("all" + i, "!bob" + i);
                assertThat(receivedByCy.subList(2 * i, 2 * i + 2)).containsExactly("all" + i, "!cy" + i);
            }
            ann.sendAsync(bob.id(), new byte[10]).get(20, TimeUnit.SECONDS);
            assertThat(ann.close(PATIENCE)).isZero();
        }
    }

    @Test
    void aRequestIsAnsweredOrFailsWithAReason() throws Exception {
        try (RealSites sites = new RealSites()) {
            Group ann = sites.add(0, "ann").join("talk", message -> { });
            Group bob = sites.add(1, "bob").join("talk", message -> { });
            Group cy = sites.add(1, "cy").join("talk", message -> { });
            await().atMost(PATIENCE).until(() -> ann.view().size() == 3);
            assertThatThrownBy(() -> ann.request(bob.id(), new byte[1], PATIENCE).get(20, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(NoAnswerException.class).hasMessageEndingWith("/bob: takes no requests");
            bob.onRequest(request -> CompletableFuture.completedFuture(("hello " + new String(request.payload(), StandardCharsets.UTF_8) + " of "
                    + request.from().name()).getBytes(StandardCharsets.UTF_8)));
            assertThat(ann.request(bob.id(), "x".getBytes(StandardCharsets.UTF_8), PATIENCE).get(20, TimeUnit.SECONDS))
                    .asString().isEqualTo("hello x of ann");
            cy.onRequest(request -> {
                throw new IllegalArgumentException("not today");
            });
            assertThatThrownBy(() -> ann.request(cy.id(), new byte[1], PATIENCE).get(20, TimeUnit.SECONDS))
                    .hasMessageContaining("not today");
            cy.onRequest(request -> null);
            assertThatThrownBy(() -> ann.request(cy.id(), new byte[1], PATIENCE).get(20, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(NoAnswerException.class).hasMessageEndingWith("/cy: the handler returned no future");
            cy.onRequest(request -> CompletableFuture.completedFuture(null));
            assertThatThrownBy(() -> ann.request(cy.id(), new byte[1], PATIENCE).get(20, TimeUnit.SECONDS))
                    .hasCauseInstanceOf(NoAnswerException.class)
                    .hasMessageEndingWith("/cy: the handler's future was completed with null, not with a reply");
            cy.onRequest(request -> CompletableFuture.completedFuture(new byte[0]));
            assertThat(ann.request(cy.id(), new byte[1], PATIENCE).get(20, TimeUnit.SECONDS)).isEmpty();
            cy.onRequest(request -> new CompletableFuture<>());
            assertThatThrownBy(() -> ann.request(cy.id(), new byte[1], Duration.ofMillis(300)).get(20, TimeUnit.SECONDS))
                    .hasMessageEndingWith("has not answered within 300 ms");
            assertThatThrownBy(() -> ann.request(cy.id(), new byte[1], Duration.ZERO)).hasMessage("timeout PT0S: accepted is a "
                    + "time above 0");
            assertThatThrownBy(() -> ann.request(new SenderId(cy.id().site(), 1), new byte[1], PATIENCE).get())
                    .hasMessageEndingWith("is not in the group");
            assertThatThrownBy(() -> ann.requestAny("nowhere", new byte[1], PATIENCE).get())
                    .hasMessageEndingWith("site nowhere is not in the group");

            // One of the two answers and the other never does: when that one leaves, the first gets the request.
            String site = ann.view().sites().stream().filter(each -> each.members().size() == 2).findFirst().orElseThrow()
                    .name();
            CompletableFuture<byte[]> one = ann.requestAny(site, "1".getBytes(StandardCharsets.UTF_8), PATIENCE);
            CompletableFuture<byte[]> other = ann.requestAny(site, "2".getBytes(StandardCharsets.UTF_8), PATIENCE);
            CompletableFuture<byte[]> lost = ann.request(cy.id(), "3".getBytes(StandardCharsets.UTF_8), PATIENCE);
            await().atMost(PATIENCE).until(() -> one.isDone() || other.isDone());
            cy.close(Duration.ofSeconds(2));
            assertThat(one.get(20, TimeUnit.SECONDS)).asString().isEqualTo("hello 1 of ann");
            assertThat(other.get(20, TimeUnit.SECONDS)).asString().isEqualTo("hello 2 of ann");
            assertThatThrownBy(() -> lost.get(20, TimeUnit.SECONDS)).isInstanceOf(ExecutionException.class)
                    .hasMessageEndingWith("has left without an answer");

            CompletableFuture<byte[]> closed = ann.request(bob.id(), new byte[1], PATIENCE);
            ann.close(Duration.ZERO);
            // The answer may come in the same moment.
            await().atMost(PATIENCE).until(closed::isDone);
            assertThat(closed).satisfiesAnyOf(each -> assertThat(each).isCompleted(),
                    each -> assertThatThrownBy(each::get).hasCauseInstanceOf(GroupClosedException.class));
        }
    }

    @Test
    void requestsAreAnsweredOnceAcrossAChangeOfDelegate() throws Exception {
        try (RealSites sites = new RealSites()) {
            XpandNode delegate = sites.add(1, "delegate");
            delegate.join("talk", message -> { });
            Group ann = sites.add(0, "ann").join("talk", message -> { });
            Group bob = sites.add(1, "bob").join("talk", message -> { });
            List<Integer> handled = new CopyOnWriteArrayList<>();
            bob.onRequest(request -> {
                handled.add(ByteBuffer.wrap(request.payload()).getInt());
                return CompletableFuture.completedFuture(request.payload());
            });
            await().atMost(PATIENCE).until(() -> ann.view().size() == 3 && bob.view().size() == 3);
            List<CompletableFuture<byte[]>> answers = new ArrayList<>();
            List<Integer> expected = new ArrayList<>();
            for (int i = 0; i < 400; i++) {
                if (i == 200) {
                    answers.get(20).get(20, TimeUnit.SECONDS);
                    delegate.close(Duration.ofMillis(100));
                }
                expected.add(i);
                answers.add(ann.request(bob.id(), ByteBuffer.allocate(2000).putInt(i).array(), Duration.ofSeconds(60)));
            }
            for (int i = 0; i < 400; i++) {
                assertThat(ByteBuffer.wrap(answers.get(i).get(60, TimeUnit.SECONDS)).getInt()).isEqualTo(i);
            }
            assertThat(handled).isEqualTo(expected);
        }
    }
}
