package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xpand.alm.overlay.GroupStack;
import org.xpand.alm.site.GroupLimit;
import org.xpand.protocols.api.RateReason;
import org.xpand.protocols.directory.GroupName;

/** What determines how fast a group sends, at a delegate and at other members. */
class RateReasonsTest {
    private static GroupLimit limit(GroupLimit.Kind kind) {
        return new GroupLimit(kind, "b", "", 0, "a limit");
    }

    private static RateReason at(XpandNode delegate, double demand, List<GroupLimit> limits) throws Exception {
        CompletableFuture<RateReason> found = new CompletableFuture<>();
        delegate.engine().execute(() -> {
            GroupStack stack = delegate.engine().role().stack(new GroupName("board")).orElseThrow();
            found.complete(RateReasons.of(stack, Optional.empty(), demand, limits, delegate.engine().nanoTime()));
        });
        return found.get(20, TimeUnit.SECONDS);
    }

    @Test
    void aDelegateKnowsWhetherTheRateIsUsedAndWhoHoldsItUp() throws Exception {
        try (RealSites sites = new RealSites()) {
            XpandNode first = sites.add(0, "a1");
            Group group = first.join("board", message -> { });
            assertThat(group.stats().reason()).as("alone").isEqualTo(RateReason.LAN_WINDOW);
            sites.add(1, "b1").join("board", message -> { });
            await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
                group.sendAsync(new byte[100]);
                assertThat(group.stats().reason()).isEqualTo(RateReason.APPLICATION);
                assertThat(first.overview().groups().get(0).source().orElseThrow().reason()).contains(RateReason.APPLICATION);
            });
            await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
                assertThat(at(first, 0, List.of(limit(GroupLimit.Kind.PATH)))).isEqualTo(RateReason.APPLICATION);
                assertThat(at(first, 0, List.of(limit(GroupLimit.Kind.MEMBER)))).isEqualTo(RateReason.MEMBER);
                assertThat(at(first, 1e15, List.of(limit(GroupLimit.Kind.SITE)))).isEqualTo(RateReason.MEMBER);
                assertThat(at(first, 1e15, List.of())).as("nothing was lost yet").isEqualTo(RateReason.SLOW_START);
            });
        }
    }

    @ParameterizedTest
    @CsvSource({"1, Infinity, LAN_WINDOW", "2, 1, SHARE", "1, 2, APPLICATION", "0, 0, APPLICATION"})
    void anotherMemberKnowsItsShare(double demand, double share, RateReason reason) {
        assertThat(new GroupStats.Local(0, 0, 0, 0, 0, 0, demand, share, 0).of("g", "tfrc").reason()).isEqualTo(reason);
    }
}
