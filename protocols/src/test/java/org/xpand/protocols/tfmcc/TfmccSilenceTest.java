package org.xpand.protocols.tfmcc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.tfmcc.TfmccSilence.Due;

/** From when silence counts, and when something is due (RFC 4654 §3.3). */
class TfmccSilenceTest {
    private static final long RTT = 1_000_000_000L;
    /** Clocks may count from below zero. */
    private static final long START = -1_000_000 * RTT;

    private final TfmccSilence silence = new TfmccSilence(TfmccConfig.fromSettings(Map.of("leastSilenceRtt", "500ms",
            "clrHalvingRtts", "4", "clrTimeoutRtts", "10", "silenceRtts", "10")).sending());

    @Test
    void itCountsFromTheFirstPacketThatWasNotAnswered() {
        silence.sent(RTT, START);
        silence.sent(RTT, START + 3 * RTT);
        assertThat(silence.deadlineNanos(true)).isEqualTo(START + 4 * RTT);
        silence.received();
        silence.sent(RTT, START + 5 * RTT);
        assertThat(silence.deadlineNanos(true)).isEqualTo(START + 9 * RTT);
    }

    @Test
    void nothingIsDueBeforeItsTimeOrWithoutAPacket() {
        assertThat(silence.due(true, START)).isEqualTo(Due.NOTHING);
        silence.sent(RTT, START);
        assertThat(silence.due(true, START + 4 * RTT - 1)).isEqualTo(Due.NOTHING);
        assertThat(silence.due(true, START + 4 * RTT)).isEqualTo(Due.HALVE);
        assertThat(silence.due(true, START + 4 * RTT)).as("once").isEqualTo(Due.NOTHING);
    }

    @Test
    void halvingsAreCountedAnewAfterAReport() {
        silence.sent(RTT, START);
        assertThat(silence.due(true, START + 4 * RTT)).isEqualTo(Due.HALVE);
        assertThat(silence.deadlineNanos(true)).isEqualTo(START + 8 * RTT);
        silence.received();
        silence.sent(RTT, START + 6 * RTT);
        assertThat(silence.deadlineNanos(true)).isEqualTo(START + 10 * RTT);
    }

    @Test
    void theClrIsGivenUpOnce() {
        silence.sent(RTT, START);
        assertThat(silence.due(true, START + 10 * RTT)).isEqualTo(Due.GIVE_UP_CLR);
        assertThat(silence.due(true, START + 90 * RTT)).isEqualTo(Due.NOTHING);
    }

    @Test
    void afterAHalvingTooAShortRttIsTakenForTheLeast() {
        silence.sent(RTT, START);
        silence.halved(false, RTT / 1000, START + 10 * RTT);
        assertThat(silence.deadlineNanos(false)).isEqualTo(START + 15 * RTT);
    }
}
