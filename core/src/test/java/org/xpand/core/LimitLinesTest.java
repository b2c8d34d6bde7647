package org.xpand.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LimitLinesTest {
    private static final long START = -5_000;

    private final LimitLines lines = new LimitLines();

    private List<LimitLines.Verdict> next(String text, int count, long nowNanos) {
        return IntStream.range(0, count).mapToObj(i -> lines.next(text, nowNanos)).toList();
    }

    @Test
    void aCauseOfManyGroupsIsLoggedForAFewOfThem() {
        assertThat(next("paused", 6, START)).containsExactly(LimitLines.Verdict.LOGGED, LimitLines.Verdict.LOGGED,
                LimitLines.Verdict.LOGGED, LimitLines.Verdict.FIRST_LEFT_OUT, LimitLines.Verdict.LEFT_OUT, LimitLines.Verdict.LEFT_OUT);
        assertThat(next("paused", 1, START + LimitLines.TOGETHER_NANOS - 1)).containsExactly(LimitLines.Verdict.LEFT_OUT);
        assertThat(next("paused", 1, START + LimitLines.TOGETHER_NANOS)).as("a second later").containsExactly(LimitLines.Verdict.LOGGED);
    }

    @Test
    void otherCausesAreLogged() {
        next("paused", 4, START);
        assertThat(next("nothing limits it any more", 3, START)).containsOnly(LimitLines.Verdict.LOGGED);
        assertThat(next("paused", 1, START)).containsOnly(LimitLines.Verdict.LOGGED);
    }
}
