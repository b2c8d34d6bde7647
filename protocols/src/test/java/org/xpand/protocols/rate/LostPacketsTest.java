package org.xpand.protocols.rate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What is known of lost packets, run by run. */
class LostPacketsTest {
    private final LostPackets lost = new LostPackets();

    @Test
    void onlyWhatWasLostIsFound() {
        lost.add(10, 3, 100, 300, 7);
        lost.add(20, 1, 900, 900, 8);
        assertThat(lost.found(9)).isFalse();
        assertThat(lost.found(13)).as("between the runs").isFalse();
        assertThat(lost.found(21)).isFalse();
        assertThat(lost.runs()).isEqualTo(2);
        assertThat(lost.found(11)).isTrue();
        assertThat(lost.found(11)).as("once").isFalse();
        assertThat(lost.runs()).isEqualTo(3);
        assertThat(List.of(lost.rttNanos(0), lost.rttNanos(1), lost.rttNanos(2))).containsExactly(7L, 7L, 8L);
        lost.correctRtt(9);
        assertThat(List.of(lost.rttNanos(0), lost.rttNanos(2))).containsExactly(9L, 9L);
    }

    @Test
    void whatIsLeftOfARunKeepsItsTimes() {
        lost.add(10, 4, 100, 400, 7);
        assertThat(lost.found(10)).isTrue();
        assertThat(lost.first(0)).isEqualTo(11);
        assertThat(lost.nanos(0, 0)).isEqualTo(200);
        assertThat(lost.found(13)).isTrue();
        assertThat(lost.count(0)).isEqualTo(2);
        assertThat(lost.nanos(0, 1)).isEqualTo(300);
        assertThat(lost.found(11)).isTrue();
        assertThat(lost.found(12)).isTrue();
        assertThat(lost.runs()).isZero();
    }
}
