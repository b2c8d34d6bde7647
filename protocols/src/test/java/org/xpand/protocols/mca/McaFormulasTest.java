package org.xpand.protocols.mca;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** Averages, G-TRAC and the bytes in a span, against the paper's formulas. */
class McaFormulasTest {
    private static final long MS = 1_000_000;

    @Test
    void averageAndDeviationAreTheFormulasWithTheMisprintMended() {
        McaDeviation rtt = new McaDeviation(0.875);
        rtt.add(100);
        assertThat(rtt.average()).isEqualTo(100);
        assertThat(rtt.deviation()).isZero();
        rtt.add(180);
        assertThat(rtt.average()).isEqualTo(110);
        assertThat(rtt.deviation()).isEqualTo(70 / 8.0);
        rtt.add(110);
        assertThat(rtt.deviation()).as("σ + (0 − σ)/8, not less").isEqualTo(70 / 8.0 * 7 / 8);
    }

    @Test
    void gtracIsTheRateAtCongestionTimesOneMinusTheFrequency() {
        McaGtrac gtrac = new McaGtrac(0.875);
        gtrac.periodStarts(100);
        gtrac.indicated(1000, 110);
        assertThat(gtrac.tracAverage()).isEqualTo(1000);
        assertThat(gtrac.average()).as("one CI over ten packets").isEqualTo(900);
        gtrac.indicated(1000, 110);
        assertThat(gtrac.average()).as("two over ten").isEqualTo(900 * 7 / 8.0 + 800 / 8.0);
        assertThat(gtrac.tracAverage()).isEqualTo(1000);
        gtrac.periodStarts(110);
        gtrac.indicated(1000, 210);
        assertThat(gtrac.average()).as("a new period forgets the count").isCloseTo(
                887.5 * 7 / 8 + 990 / 8.0, within(1e-9));
    }

    @Test
    void frequencyNeverExceedsOne() {
        McaGtrac gtrac = new McaGtrac(0.875);
        gtrac.periodStarts(5);
        for (int i = 0; i < 10; i++) {
            gtrac.indicated(1000, 5);
        }
        assertThat(gtrac.average()).isZero();
    }

    @Test
    void bytesFlowEvenlyBetweenArrivals() {
        McaArrivals arrivals = new McaArrivals();
        arrivals.received(500, 0);
        assertThat(arrivals.bytesWithin(MS)).as("nothing is known before the first").isZero();
        arrivals.received(1000, 4 * MS);
        arrivals.received(2000, 8 * MS);
        assertThat(arrivals.bytesWithin(0)).isZero();
        assertThat(arrivals.bytesWithin(2 * MS)).isEqualTo(1000);
        assertThat(arrivals.bytesWithin(4 * MS)).isEqualTo(2000);
        assertThat(arrivals.bytesWithin(6 * MS)).isEqualTo(2500);
        assertThat(arrivals.bytesWithin(16 * MS)).as("beyond what is remembered").isEqualTo(6000);
    }

    @Property(tries = 200)
    void bytesInASpanAreThoseOfAPlainSearch(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        McaArrivals arrivals = new McaArrivals();
        List<long[]> all = new ArrayList<>();
        long now = random.nextLong(-1L << 60, 1L << 60);
        for (int i = 0; i < 60; i++) {
            now += random.nextLong(5 * MS);
            int size = random.nextInt(1, 1400);
            all.add(new long[] {now, size});
            arrivals.received(size, now);
        }
        long span = random.nextLong(1, now - all.get(0)[0] + 1);
        double expected = 0;
        for (int i = 1; i < all.size(); i++) {
            long from = Math.max(all.get(i - 1)[0], now - span);
            long step = all.get(i)[0] - all.get(i - 1)[0];
            expected += from >= all.get(i)[0] ? 0 : (double) (all.get(i)[0] - from) / step * all.get(i)[1];
        }
        assertThat(arrivals.bytesWithin(span)).as("seed %d", seed).isCloseTo(expected, within(1e-3));
    }
}
