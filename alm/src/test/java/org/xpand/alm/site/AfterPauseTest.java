package org.xpand.alm.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.ProcessId;

class AfterPauseTest {
    private static final long UNTIL = 1_000;

    private final AfterPause pause = new AfterPause();

    private static Stream<ProcessId> processes(long... ids) {
        return Arrays.stream(ids).mapToObj(ProcessId::new);
    }

    private boolean announced(long process, boolean isInView) {
        return pause.announced(new ProcessId(process), isInView);
    }

    @Test
    void itIsOverWhenAllCandidatesHaveAnnouncedThemselves() {
        pause.begin(processes(1, 2), UNTIL);
        assertThat(pause.isActive()).isTrue();
        assertThat(announced(1, true)).isFalse();
        assertThat(pause.isOver(0)).isFalse();
        assertThat(announced(2, true)).isTrue();
        assertThat(pause.isOver(0)).isTrue();
    }

    @Test
    void itIsOverAfterItsTimeWhoeverIsAwaited() {
        pause.begin(processes(1), UNTIL);
        assertThat(pause.isOver(UNTIL - 1)).isFalse();
        assertThat(pause.isOver(UNTIL)).isTrue();
    }

    @Test
    void anAnnouncementBeforeTheViewCountsWhenTheViewComes() {
        pause.begin(processes(1), UNTIL);
        assertThat(announced(2, false)).isFalse();
        pause.view(processes(1, 2), processes(1, 2));
        assertThat(announced(1, true)).isTrue();
    }

    @Test
    void candidatesOfANewViewAreAwaitedToo() {
        pause.begin(processes(1), UNTIL);
        pause.view(processes(1, 2), processes(2));
        assertThat(announced(1, true)).isFalse();
        assertThat(announced(2, true)).isTrue();
    }

    @Test
    void withoutAPauseNobodyIsAwaited() {
        pause.view(processes(1), processes(1));
        assertThat(announced(1, false)).isFalse();
        assertThat(announced(1, true)).isFalse();
        assertThat(pause.isOver(UNTIL)).isFalse();
    }

    @Test
    void nothingOfAnEndedPauseRemains() {
        pause.begin(processes(1, 2), UNTIL);
        announced(3, false);
        pause.end();
        assertThat(pause.isOver(UNTIL)).isFalse();
        pause.begin(processes(3), UNTIL);
        pause.view(processes(3), Stream.of());
        assertThat(pause.isOver(0)).isFalse();
    }
}
