package org.xpand.protocols.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LengthVariationTest {
    private static final int FULL = 1400;
    private static final double RATE = 1e6;

    /** Runs a stream that uses a part of its rate; returns by how much its packets were shorter in each interval. */
    private static List<Integer> run(int spread, double rate, double used, long seed) {
        LengthVariation lengths = new LengthVariation(spread, new SplittableRandom(seed));
        List<Integer> shorter = new ArrayList<>();
        for (int i = 0; i <= 1000; i++) {
            long now = Long.MAX_VALUE - 5 + i * LengthVariation.INTERVAL_NANOS;
            if (lengths.isDue(now)) {
                lengths.change(FULL, Math.round(i * used * rate / 10), rate, now);
            }
            assertThat(lengths.isDue(now)).isFalse();
            assertThat(lengths.isDue(now + LengthVariation.INTERVAL_NANOS - 1)).isFalse();
            shorter.add(lengths.shorterBytes());
        }
        return shorter;
    }

    @Test
    void everyLengthOccursAsOftenAsEveryOther() {
        List<Integer> shorter = run(3, RATE, 1, 1);
        assertThat(shorter.get(0)).as("nothing is known of the stream").isZero();
        for (int length = 0; length <= 3; length++) {
            int wanted = length;
            assertThat(shorter.stream().filter(each -> each == wanted).count()).as("%d", length).isBetween(200L, 300L);
        }
        assertThat(shorter).allMatch(each -> each >= 0 && each <= 3);
    }

    @Test
    void sameSeedsGiveTheSameLengths() {
        assertThat(run(128, RATE, 1, 7)).isEqualTo(run(128, RATE, 1, 7)).isNotEqualTo(run(128, RATE, 1, 8));
    }

    @Test
    void aStreamThatIsNotLimitedHasFullPackets() {
        assertThat(run(128, RATE, 0.45, 1)).containsOnly(0);
        assertThat(run(128, RATE, 0.55, 1)).anyMatch(each -> each > 0);
    }

    /** A packet of 1400 bytes takes 0.25 ms, after which packets leave in rows, at 5.6 MB/s. */
    @Test
    void packetsThatLeaveInRowsAreFull() {
        assertThat(run(128, 5.7e6, 1, 1)).containsOnly(0);
        assertThat(run(128, 5.5e6, 1, 1)).anyMatch(each -> each > 0);
    }

    @Test
    void noSpreadNeedsNoRandomNumbers() {
        LengthVariation lengths = new LengthVariation(0, null);
        assertThat(lengths.isDue(0)).isFalse();
        assertThat(lengths.shorterBytes()).isZero();
        assertThatThrownBy(() -> new LengthVariation(-1, null)).hasMessageContaining("-1 bytes");
    }
}
