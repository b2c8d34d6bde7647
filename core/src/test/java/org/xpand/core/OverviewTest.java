package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.xpand.core.metrics.OpenMetrics;
import org.xpand.protocols.directory.GroupName;

/** What a delegate and another process of its site see of two sites. */
class OverviewTest {
    @Test
    void theDelegateSeesSitesLinksTreeAndMembers() throws Exception {
        try (RealSites sites = new RealSites()) {
            XpandNode first = sites.add(0, "a1");
            XpandNode member = sites.add(0, "a2");
            XpandNode other = sites.add(1, "b1");
            Group group = first.join("board", message -> { });
            member.join("board", message -> { });
            other.join("board", message -> { });
            await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> assertThat(group.view().size()).isEqualTo(3));
            group.send(new byte[1000]);
            await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
                Overview seen = first.overview();
                assertThat(seen.delegate()).isTrue();
                assertThat(seen.processes()).containsExactly("a1", "a2");
                assertThat(seen.sites()).extracting(Overview.Site::name).containsExactly(first.site(), other.site());
                assertThat(seen.links()).anySatisfy(link -> {
                    assertThat(link.from()).isEqualTo(first.site());
                    assertThat(link.to()).isEqualTo(other.site());
                    assertThat(link.rtt()).isPositive();
                });
                Overview.GroupState board = seen.groups().get(0);
                assertThat(board.tree()).hasSize(1);
                assertThat(board.members()).containsExactly(new Overview.Place(first.site(), List.of("a1", "a2")),
                        new Overview.Place(other.site(), List.of("b1")));
                assertThat(board.source().orElseThrow().packets()).isPositive();
                assertThat(board.source().orElseThrow().unstable()).isZero();
                assertThat(board.receivers()).extracting(Overview.Receiver::site).containsExactly(other.site());
                assertThat(board.senders()).extracting(Overview.Sender::name).containsExactly("a1", "a2");
                assertThat(board.localReceivers()).allSatisfy(receiver -> {
                    assertThat(receiver.behind()).isZero();
                    assertThat(receiver.room()).isPositive();
                    assertThat(receiver.waitedFor()).isTrue();
                });
            });
            Overview seen = member.overview();
            assertThat(seen.delegate()).isFalse();
            assertThat(seen.delegateName()).contains("a1");
            assertThat(seen.groups()).isEmpty();
        }
    }

    @Test
    void whatIsNotUsedBecauseTheDelegateHadSleptIsCounted() throws Exception {
        try (RealSites sites = new RealSites()) {
            XpandNode first = sites.add(0, "a1");
            Group group = first.join("board", message -> { });
            Group there = sites.add(1, "b1").join("board", message -> { });
            await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> assertThat(group.view().size()).isEqualTo(2));
            // A site's pause concerns sources that it has heard of.
            there.sendAsync(new byte[100]);
            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(first.overview().groups().get(0).sources()).isNotEmpty());
            first.engine().execute(() -> {
                long now = first.engine().nanoTime();
                first.engine().role().stack(new GroupName("board")).orElseThrow().rate().paused(1, now + Duration.ofMinutes(1).toNanos(), now);
            });
            await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
                group.sendAsync(new byte[100]);
                there.sendAsync(new byte[100]);
                Overview.GroupState board = first.overview().groups().get(0);
                assertThat(board.source().orElseThrow().staleSamples().orElseThrow()).isPositive();
                assertThat(board.sources().get(0).staleSamples().orElseThrow()).isPositive();
                assertThat(group.stats().staleSamples()).isPositive();
                assertThat(OpenMetrics.of(first).lines().filter(line -> line.contains("_stale_samples_total{"))
                        .map(line -> line.replaceAll(".* ", ""))).hasSize(2).doesNotContain("0");
            });
        }
    }
}
