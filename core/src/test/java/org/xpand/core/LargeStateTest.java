package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.xpand.core.CountingMember.Kind;

/**
 * A state that is larger than the heap, between separate processes of which some are killed during the transfer.
 * {@code -Dstate.megabytes=1000 -Dstate.heap=128} sets other sizes.
 */
@Execution(ExecutionMode.CONCURRENT)
class LargeStateTest {
    private static final long USUAL = 64;
    private static final long MEGABYTES = Long.getLong("state.megabytes", USUAL);
    private static final int HEAP = Integer.getInteger("state.heap", 24);
    private static final Duration BOUND = Duration.ofSeconds(60 + MEGABYTES);

    private static void killed(MemberProcess joiner, String when, MemberProcess who) {
        joiner.awaitLine(when, BOUND);
        who.kill();
    }

    @Test
    void itsProviderIsKilledAndThenTheDelegatesOfBothSites() throws IOException {
        try (MemberProcesses sites = new MemberProcesses(2, HEAP, MEGABYTES * 1_000_000)) {
            MemberProcess providers = sites.start(0, 0, Kind.PLAIN);
            providers.awaitLine("delegate", BOUND);
            MemberProcess first = sites.join(0, 1, Kind.GIVES);
            MemberProcess second = sites.join(0, 2, Kind.GIVES);
            providers.report("join");
            MemberProcess joiners = sites.join(1, 0, Kind.PLAIN);
            assertThat(joiners.said("delegate")).isTrue();
            MemberProcess joiner = sites.start(1, 1, Kind.TAKES);
            joiner.awaitLine("read 1 at 10 %", BOUND);
            // The first provided it to the second, within the site.
            boolean again = first.count("giving") == 2;
            (again ? first : second).kill();
            MemberProcess left = again ? second : first;
            killed(joiner, "read 2 at 20 %", providers);
            // The second attempt, or a third one: on a busy machine the provider's site is away for longer than others wait.
            joiner.awaitOne(BOUND, "read 2 at 40 %", "read 3 at 40 %");
            joiners.kill();
            joiner.awaitLine("joined", BOUND);
            assertThat(joiner.last("taken")).isEqualTo(MEGABYTES * 1_000_000 + " " + left.last("given"));
            assertThat(joiner.last("taking")).as("how often it was given").isIn("2", "3");
            sites.comeToTheSame(left, joiner);
            if (MEGABYTES > USUAL) {
                Stream.of(second, joiner).forEach(each -> System.out.println(each.name() + " joined " + each.last("joined")));
            }
        }
    }

    @Test
    void aSiteThatHangsMeanwhileMissesNoMessage() throws IOException, InterruptedException {
        // Many times the retentions, which are parts of the heap.
        try (MemberProcesses sites = new MemberProcesses(3, 48, 40_000_000)) {
            MemberProcess provider = sites.join(0, 0, Kind.GIVES);
            MemberProcess uninvolved = sites.join(2, 0, Kind.PLAIN);
            MemberProcess joiner = sites.start(1, 0, Kind.TAKES);
            joiner.awaitLine("read 1 at 5 %", BOUND);
            uninvolved.stop();
            joiner.awaitLine("read 1 at 30 %", BOUND);
            joiner.stop();
            provider.awaitLine("event group counts: 1 member, left", BOUND);
            joiner.resume();
            joiner.awaitLine("joined", BOUND);
            uninvolved.resume();
            sites.comeToTheSame(provider, uninvolved, joiner);
        }
    }
}
