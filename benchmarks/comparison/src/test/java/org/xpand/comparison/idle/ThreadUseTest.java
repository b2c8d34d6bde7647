package org.xpand.comparison.idle;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class ThreadUseTest {
    @Test
    void namesThatDifferByANumberAreOneKind() {
        assertThat(ThreadUse.kind("C1 CompilerThre\n")).isEqualTo("C1 CompilerThre");
        assertThat(ThreadUse.kind("jgroups-7,site\n")).isEqualTo("jgroups");
        assertThat(ThreadUse.kind("xpand-loop-n\n")).isEqualTo("xpand-loop-n");
    }

    @Test
    void whatTheSystemSaysIsRead() {
        assertThat(ThreadUse.sleeps("Name:\tjava\nvoluntary_ctxt_switches:\t42\nnonvoluntary_ctxt_switches:\t7\n")).isEqualTo(42);
        assertThat(ThreadUse.nanos("1234567 89 10\n")).isEqualTo(1234567);
    }

    @Test
    void whatWasAddedCountsByKindAndAThreadThatHasEndedForNothing() {
        ThreadUse before = new ThreadUse(Map.of("a\n1", 10L, "a\n2", 7L, "b\n3", 5L), 100);
        ThreadUse after = new ThreadUse(Map.of("a\n1", 14L, "a\n4", 2L, "b\n3", 5L), 90);
        ThreadUse since = after.since(before).and(new ThreadUse(Map.of("b\n9", 1L), 3));
        assertThat(since.byKind()).isEqualTo(Map.of("a", 6L, "b", 1L));
        assertThat(since.all()).isEqualTo(7);
        assertThat(since.nanos()).isEqualTo(3);
    }
}
