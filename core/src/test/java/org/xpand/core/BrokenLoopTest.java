package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A node whose loop fails gives up the role of delegate, leaves, and reports this to its applications; the others continue. */
class BrokenLoopTest {
    static Stream<Arguments> ways() {
        BiConsumer<NodeEngine, RuntimeException> inATurn = (engine, what) -> engine.onLoop(now -> {
            throw what;
        });
        BiConsumer<NodeEngine, RuntimeException> atATimer = (engine, what) -> engine.later(Duration.ofMillis(1), () -> {
            throw what;
        });
        return Stream.of(Arguments.of("in a turn", inATurn), Arguments.of("at a timer", atATimer));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("ways")
    void theNodeLeavesAndReports(String name, BiConsumer<NodeEngine, RuntimeException> trouble) throws Exception {
        List<NodeEvent> events = new CopyOnWriteArrayList<>();
        List<String> received = new CopyOnWriteArrayList<>();
        try (RealSites sites = new RealSites()) {
            sites.onEvent(events::add);
            XpandNode first = sites.add(0, "first");
            sites.onEvent(event -> { });
            XpandNode second = sites.add(0, "second");
            XpandNode other = sites.add(1, "other");
            Group broken = first.join("g", message -> { });
            Group sender = second.join("g", message -> { });
            Group receiver = other.join("g", message -> received.add(new String(message.payload(), StandardCharsets.UTF_8)));
            await().atMost(Duration.ofSeconds(20)).until(() -> receiver.view().size() == 3);
            assertThat(first.isDelegate()).isTrue();

            RuntimeException cause = new IllegalStateException("trouble");
            trouble.accept(first.engine(), cause);
            await().atMost(Duration.ofSeconds(20)).until(() -> second.isDelegate() && receiver.view().size() == 2);
            assertThat(first.isDelegate()).isFalse();
            assertThat(events).filteredOn(NodeEvent.Failed.class::isInstance)
                    .anySatisfy(event -> {
                        assertThat(event.text()).contains("first", "cannot go on", "has left site");
                        assertThat(((NodeEvent.Failed) event).cause()).isEqualTo(Optional.of(cause));
                    });
            assertThatThrownBy(() -> broken.send(new byte[1])).isInstanceOf(GroupClosedException.class).hasRootCause(cause);
            assertThatThrownBy(() -> first.join("h", message -> { })).hasRootCause(cause);
            sender.send("goes on".getBytes(StandardCharsets.UTF_8));
            await().atMost(Duration.ofSeconds(20)).until(() -> received.contains("goes on"));
        }
    }
}
