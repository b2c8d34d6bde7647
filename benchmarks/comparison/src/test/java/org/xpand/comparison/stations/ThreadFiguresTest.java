package org.xpand.comparison.stations;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Figures of threads are added up by what the threads are for. */
class ThreadFiguresTest {
    @ParameterizedTest
    @CsvSource({"generator,APPLICATION", "sender,SENDER", "xpand-loop-m0,LOOP", "xpand-lan-m1,HAND_OVER", "xpand-listener-,LISTENER",
        "mcast-receiver-,READER", "receiver,RECEIVER", "'jgroups-6,c2812',POOL", "'pd-bundler-2,<C',BUNDLER", "G1 Main Marker,OTHER"})
    void aThreadsNameSaysItsRole(String name, ThreadRole role) {
        assertThat(ThreadRole.of(name)).isEqualTo(role);
    }

    @Test
    void systemCallsOfThreadsOfOneRoleAreAddedUp() {
        String printed = """
                xpand-loop-m0-712;31;;raw_syscalls:sys_enter;2000;100.00;;
                jgroups-6,c2812-713;4;;raw_syscalls:sys_enter;2000;100.00;;
                      jgroups-7,c2812-714;5;;raw_syscalls:sys_enter;2000;100.00;;
                Finalizer-715;<not counted>;;raw_syscalls:sys_enter;0;100.00;;
                something else
                """;
        assertThat(SystemCalls.parse(printed)).isEqualTo(Map.of(ThreadRole.LOOP, 31L, ThreadRole.POOL, 9L, ThreadRole.OTHER, 0L));
    }

    @Test
    void allocatedBytesAndSleepsAreReadAndSubtracted() {
        assertThat(Usage.allocated("generator:100,xpand-loop-m0:7,jgroups-6_c1_m0:1,jgroups-7_c1_m0:2"))
                .isEqualTo(Map.of(ThreadRole.APPLICATION, 100L, ThreadRole.LOOP, 7L, ThreadRole.POOL, 3L));
        assertThat(Usage.allocated("")).isEmpty();
        assertThat(Usage.sleeps("Name:\tx\nvoluntary_ctxt_switches:\t12\nnonvoluntary_ctxt_switches:\t3\n")).isEqualTo(12);
        Usage before = new Usage(Map.of(ThreadRole.LOOP, 5L, ThreadRole.OTHER, 9L), Map.of());
        Usage after = new Usage(Map.of(ThreadRole.LOOP, 8L, ThreadRole.OTHER, 4L, ThreadRole.POOL, 2L), Map.of(ThreadRole.LOOP, 1L));
        assertThat(after.since(before)).as("threads that ended took their counts with them").isEqualTo(new Usage(
                Map.of(ThreadRole.LOOP, 3L, ThreadRole.OTHER, 0L, ThreadRole.POOL, 2L), Map.of(ThreadRole.LOOP, 1L)));
    }
}
