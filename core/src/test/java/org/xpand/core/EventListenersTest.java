package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.xpand.membership.api.LanTransport;

/** A listener of events that throws keeps no event from the other listeners. */
class EventListenersTest {
    @Test
    void theNextListenerIsCalledThoughOneThrows() throws Exception {
        List<NodeEvent> first = new CopyOnWriteArrayList<>();
        List<NodeEvent> second = new CopyOnWriteArrayList<>();
        List<NodeEvent> later = new CopyOnWriteArrayList<>();
        List<Throwable> uncaught = new CopyOnWriteArrayList<>();
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> uncaught.add(e));
        try (XpandNode node = XpandNode.builder().site("events-" + RealSites.freePort()).name("ann").lan(new LanTransport.Local()).onEvent(event -> {
            first.add(event);
            if (event.kind() == NodeEvent.Kind.VIEW) {
                throw new AssertionError("an error");
            }
            throw new IllegalStateException("a mistake");
        }).onEvent(second::add).start()) {
            node.onEvent(event -> {
                throw new IllegalStateException("another mistake");
            });
            node.onEvent(later::add);
            node.join("g", message -> { });
            await().atMost(Duration.ofSeconds(20)).until(() -> second.stream().anyMatch(event -> event.kind() == NodeEvent.Kind.VIEW)
                    && later.stream().anyMatch(event -> event.kind() == NodeEvent.Kind.VIEW));
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(null);
        }
        assertThat(second).isEqualTo(first);
        assertThat(uncaught).isEmpty();
    }
}
