package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.xpand.protocols.keys.SharedKey;

/** One of three sites does not trust the delegate of another, which the third trusts: no site hangs, and it is reported. */
class DisagreementTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    @TempDir
    private Path folder;

    @Test
    void theRefusedDelegateIsNotifiedByWhomAndWhyAndNobodyWaitsForIt() throws Exception {
        try (RealSites sites = new RealSites()) {
            Queue<NodeEvent> events = new ConcurrentLinkedQueue<>();
            sites.key(SharedKey.of(new byte[SharedKey.LENGTH]));
            XpandNode both = sites.add(0, "both");
            sites.onEvent(events::add);
            XpandNode refused = sites.add(1, "refused");
            sites.onEvent(event -> { });
            sites.policy(Files.writeString(folder.resolve("policy"), "delegate " + sites.siteName(1) + ": another\n"));
            XpandNode refuses = sites.add(2, "refuses");
            Queue<String> received = new ConcurrentLinkedQueue<>();
            long began = System.nanoTime();
            Group there = refuses.join("board", message -> received.add(message.from().name()));
            assertThat(Duration.ofNanos(System.nanoTime() - began)).as("the patience of a node is 5 s").isLessThan(Duration.ofSeconds(4));
            Group between = both.join("board", message -> received.add(message.from().name()));
            Group out = refused.join("board", message -> received.add(message.from().name()));
            await().atMost(LONG).untilAsserted(() -> assertThat(events).filteredOn(NodeEvent.Refused.class::isInstance).isNotEmpty()
                    .anySatisfy(each -> assertThat(each.text()).contains("'" + sites.siteName(1) + "'", "'" + sites.siteName(2) + "'",
                            "'refused'", "accepted")));
            await().atMost(LONG).untilAsserted(() -> assertThat(between.view().size()).isEqualTo(3));
            await().atMost(LONG).untilAsserted(() -> assertThat(there.view().size()).as("without whom it refuses").isEqualTo(2));
            between.send(new byte[1]);
            await().atMost(LONG).untilAsserted(() -> assertThat(received).filteredOn("both"::equals).hasSize(3));
            there.send(new byte[1]);
            await().atMost(LONG).untilAsserted(() -> assertThat(received).filteredOn("refuses"::equals).hasSizeGreaterThanOrEqualTo(2));
            assertThat(out.isOpen()).isTrue();
        }
    }
}
