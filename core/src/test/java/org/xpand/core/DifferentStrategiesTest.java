package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.xpand.membership.site.LanTransport;

/** Two sites that want different rate controls for a group, over the real control channel. */
class DifferentStrategiesTest {
    /** A node with one group, what it was told and what it got. */
    private static final class Site implements AutoCloseable {
        private final Queue<NodeEvent> events = new ConcurrentLinkedQueue<>();
        private final Queue<String> messages = new ConcurrentLinkedQueue<>();
        private final XpandNode node;
        private final Group group;

        Site(String name, String strategy, int port, int seed) throws Exception {
            node = XpandNode.builder().site(name).name("m-" + name).strategy(strategy).wanBind("127.0.0.1:" + port)
                    .seeds("127.0.0.1:" + seed).lan(new LanTransport.Local()).onEvent(events::add).start();
            group = node.join("board", message -> messages.add(new String(message.payload(), StandardCharsets.UTF_8)));
        }

        @Override
        public void close() {
            node.close(Duration.ofSeconds(1));
        }
    }

    @Test
    void bothAreToldWhoUsesWhatAndTheGroupStaysApart() throws Exception {
        int port = TestSites.freePort();
        try (Site older = new Site("older" + port, "tfmcc", port, port)) {
            await().atMost(Duration.ofSeconds(20)).until(() -> older.group.view().size() == 1);
            try (Site younger = new Site("younger" + port, "tfrc", TestSites.freePort(), port)) {
                await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> assertThat(List.of(older, younger))
                        .allSatisfy(site -> assertThat(site.events).filteredOn(event ->
                                event.kind() == NodeEvent.Kind.CONFLICT).isNotEmpty().allSatisfy(event ->
                                assertThat(event.text()).contains("'board'", "'tfmcc'", "'tfrc'", "'older" + port + "'",
                                        "'younger" + port + "'").doesNotContain("\n"))));
                older.group.send("from the older".getBytes(StandardCharsets.UTF_8));
                younger.group.send("from the younger".getBytes(StandardCharsets.UTF_8));
                await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> {
                    assertThat(older.messages).containsExactly("from the older");
                    assertThat(younger.messages).containsExactly("from the younger");
                });
                assertThat(older.group.view().size()).isEqualTo(1);
                assertThat(younger.group.view().size()).as("whom it does not hear is not in its view").isEqualTo(1);
            }
        }
    }
}
