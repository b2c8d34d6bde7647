package org.xpand.protocols.tfmcc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** A receiver's timer in a feedback round (TFMCC §2.5, RFC 4654 §4.5). */
class TfmccRoundTimerTest {
    private static final long RTT = 100_000_000L;

    private final TfmccDataHeader header = new TfmccDataHeader();
    private TfmccRoundTimer timer = timer("slowDownTimers", "false");

    private static TfmccRoundTimer timer(String setting, String value) {
        TfmccFeedback feedback = TfmccConfig.fromSettings(Map.of(setting, value)).feedback();
        return new TfmccRoundTimer(feedback, new SplittableRandom(1));
    }

    private void announce(int groupSize, double suppression) {
        header.set(false, 3, groupSize, 100_000, suppression, false, RTT);
    }

    @Test
    void aGroupOfOneHasATimerToo() {
        announce(1, Double.POSITIVE_INFINITY);
        boolean spread = false;
        for (int i = 0; i < 10; i++) {
            timer.start(header, 50_000, 0.5, 1000, 0);
            assertThat(timer.dueNanos()).isBetween(0L, 6 * RTT);
            spread |= timer.dueNanos() > 0;
        }
        assertThat(spread).isTrue();
    }

    @Test
    void itStandsStillOnlyIfSetTo() {
        announce(100, Double.POSITIVE_INFINITY);
        timer.start(header, 50_000, 0.5, 1000, 0);
        long due = timer.dueNanos();
        timer.follow(header, 4 * RTT);
        assertThat(timer.dueNanos()).isEqualTo(due);
    }

    @Test
    void theHigherRateOfTheStartAndOfNowCounts() {
        timer = timer("startRateSuppresses", "true");
        announce(100, 60_000);
        timer.start(header, 50_000, 0.5, 1000, 0);
        assertThat(timer.suppressed(header, 55_000, false, RTT)).isFalse();
        assertThat(timer.suppressed(header, 70_000, false, RTT)).as("the one of now").isTrue();
        timer.start(header, 70_000, 0.5, 1000, 0);
        assertThat(timer.suppressed(header, 50_000, false, RTT)).as("the one of the start").isTrue();
    }

    @Test
    void inThePaperAReceiverFartherThanTheGreatestRttIsSuppressedToo() {
        announce(100, 60_000);
        timer.start(header, 70_000, 0.5, 1000, 0);
        assertThat(timer.suppressed(header, 70_000, false, 2 * RTT)).isFalse();
        timer = timer("preset", "paper");
        timer.start(header, 70_000, 0.5, 1000, 0);
        assertThat(timer.suppressed(header, 70_000, false, 2 * RTT)).isTrue();
    }

    @Test
    void whenRoundsAreCountedAnewNothingIsPending() {
        announce(100, Double.POSITIVE_INFINITY);
        timer.start(header, 50_000, 0.5, 1000, 0);
        timer.restart();
        assertThat(timer.dueNanos()).isEqualTo(Long.MAX_VALUE);
        assertThat(timer.isNew(header)).isTrue();
    }
}
