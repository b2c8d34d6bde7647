package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Flow;
import java.util.concurrent.SubmissionPublisher;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xpand.membership.api.LanTransport;

/** Futures, flows, and members that only send or only receive, within one LAN. */
class ReactiveTest {
    private static final Duration BOUND = Duration.ofSeconds(20);

    private XpandNode first;
    private XpandNode second;

    @BeforeEach
    void start() throws Exception {
        String site = "reactive" + ProcessHandle.current().pid();
        CompletableFuture<XpandNode> starting = XpandNode.builder().site(site).name("first").lan(new LanTransport.Local()).startAsync();
        first = starting.get(10, TimeUnit.SECONDS);
        second = XpandNode.builder().site(site).name("second").lan(new LanTransport.Local()).start();
    }

    @AfterEach
    void close() {
        first.close(Duration.ofSeconds(1));
        second.close(Duration.ofSeconds(1));
    }

    private static final class Collector implements Flow.Subscriber<Message> {
        final List<String> messages = new CopyOnWriteArrayList<>();
        final CompletableFuture<Void> end = new CompletableFuture<>();
        Flow.Subscription subscription;

        @Override
        public void onSubscribe(Flow.Subscription newSubscription) {
            subscription = newSubscription;
        }

        @Override
        public void onNext(Message message) {
            messages.add(new String(message.payload(), StandardCharsets.UTF_8));
        }

        @Override
        public void onError(Throwable failure) {
            end.completeExceptionally(failure);
        }

        @Override
        public void onComplete() {
            end.complete(null);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void aSubscriberGetsWhatItRequestsAndAPublisherSendsWhatFits() throws Exception {
        MessageFlow flow = new MessageFlow();
        Collector collector = new Collector();
        Group receiver = second.joinAsync("g", JoinOptions.reliable(), flow).get(10, TimeUnit.SECONDS);
        Group sender = first.join("g", message -> { });
        await().atMost(BOUND).until(() -> sender.view().size() == 2);
        MessageSink sink = new MessageSink(sender);
        try (SubmissionPublisher<byte[]> source = new SubmissionPublisher<>()) {
            source.subscribe(sink);
            flow.subscribe(collector);
            for (int i = 1; i <= 2000; i++) {
                source.submit(bytes("m" + i));
            }
        }
        collector.subscription.request(3);
        await().atMost(BOUND).until(() -> collector.messages.size() == 3);
        sink.done().get(20, TimeUnit.SECONDS);
        assertThat(collector.messages).as("what was requested").containsExactly("m1", "m2", "m3");
        collector.subscription.request(Long.MAX_VALUE);
        await().atMost(BOUND).until(() -> collector.messages.size() == 2000);
        assertThat(collector.messages).startsWith("m1", "m2", "m3", "m4").endsWith("m2000").doesNotHaveDuplicates();

        Collector another = new Collector();
        flow.subscribe(another);
        assertThatThrownBy(() -> another.end.get(1, TimeUnit.SECONDS)).hasMessageContaining("accepted is one");
        assertThatThrownBy(() -> first.join("another", flow)).isInstanceOf(IllegalStateException.class).hasMessageContaining("accepted is a new one");
        MessageFlow free = new MessageFlow();
        assertThatThrownBy(() -> first.join("g", free)).hasMessageContaining("already");
        first.join("another", free).close();
        receiver.close();
        collector.end.get(10, TimeUnit.SECONDS);
    }

    @Test
    void attributesAreReportedToThoseThatAreThereAndToThoseThatCome() throws Exception {
        List<NodeEvent> events = new CopyOnWriteArrayList<>();
        second.onEvent(events::add);
        Group group = first.join("g", message -> { });
        group.setAttribute("colour", bytes("red"));
        Group other = second.join("g", message -> { });
        await().atMost(BOUND).until(() -> other.attributes(group.id()).containsKey("colour"));
        group.setAttribute("away", new byte[0]);
        await().atMost(BOUND).untilAsserted(() -> assertThat(other.attributes(group.id())).containsOnlyKeys("away", "colour")
                .containsEntry("colour", bytes("red")));
        group.setAttribute("away", null);
        await().atMost(BOUND).untilAsserted(() -> assertThat(other.attributes(group.id())).containsOnlyKeys("colour"));
        await().atMost(BOUND).untilAsserted(() ->
                assertThat(events).filteredOn(NodeEvent.AttributesChanged.class::isInstance).hasSize(3));
        assertThat(other.attributes(other.id())).isEmpty();
        assertThatThrownBy(() -> group.setAttribute("large", new byte[4096])).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("attribute 'large' would make 2 attributes of 4110 bytes together: accepted are at most 64 of "
                        + "at most 4096 bytes");
        assertThatThrownBy(() -> group.setAttribute("", new byte[1])).hasMessageContaining("accepted are 1 to 255");
        group.close();
        await().atMost(BOUND).until(() -> other.attributes(group.id()).isEmpty());
        assertThatThrownBy(() -> group.setAttribute("colour", null)).isInstanceOf(GroupClosedException.class);
    }

    @Test
    void aJoinThatIsCancelledLeavesTheGroup() throws Exception {
        CompletableFuture<Group> lonely = first.joinAsync("g", JoinOptions.reliable().atLeast(2, 1, Duration.ofMinutes(1)),
                message -> { });
        await().atMost(BOUND).until(() -> first.groupStats().size() == 1);
        lonely.cancel(true);
        await().atMost(BOUND).until(() -> first.groupStats().isEmpty());
        first.join("g", message -> { }).close();
    }

    @Test
    void whoOnlySendsLimitsNobodyAndWhoOnlyReceivesIsRefusedToSend() throws Exception {
        AtomicInteger received = new AtomicInteger();
        Group only = second.join("g", JoinOptions.reliable().sendOnly(), message -> received.incrementAndGet());
        Group sender = first.join("g", JoinOptions.reliable(), message -> { });
        await().atMost(BOUND).until(() -> sender.view().size() == 2);
        // More than all windows together: a member that does not accept what arrives would block this.
        byte[] large = new byte[1 << 20];
        for (int i = 0; i < 60; i++) {
            sender.send(large);
        }
        sender.sendAsync(large).get(20, TimeUnit.SECONDS);
        only.send(bytes("sent"));
        sender.send(only.id(), bytes("to you"));
        await().atMost(BOUND).until(() -> received.get() == 1);
        sender.close();
        Group receiver = first.join("h", JoinOptions.reliable().receiveOnly(), message -> { });
        assertThatThrownBy(() -> receiver.send(bytes("x"))).isInstanceOf(IllegalStateException.class)
                .hasMessage("group h was joined to receive only: accepted are messages to one member");
        assertThatThrownBy(() -> receiver.trySend(bytes("x"))).hasMessageContaining("receive only");
        assertThatThrownBy(() -> receiver.sendAsync(bytes("x"))).hasMessageContaining("receive only");
        assertThatThrownBy(() -> JoinOptions.reliable().sendOnly().receiveOnly()).isInstanceOf(IllegalArgumentException.class)
                .hasMessage("receiveOnly beside sendOnly: accepted is one of them, for a reliable group");
    }
}
