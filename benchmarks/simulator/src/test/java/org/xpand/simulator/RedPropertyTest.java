package org.xpand.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;

/** How far drops are apart under any settings, with packets of any size, while the average queue stays the same. */
class RedPropertyTest {
    private static final int DROPS = 20;
    private static final double LARGEST = 1.5;
    /** For what rounding adds to a sum of weights. */
    private static final double ROUNDING = 1e-9;

    @Property(tries = 300)
    void dropsAreOneToTwoOverTheProbabilityApartWithWaitsAndUpToOneWithoutThem(
            @ForAll @DoubleRange(min = 1, max = 50) double minPackets, @ForAll @DoubleRange(min = 1, max = 50) double range,
            @ForAll @DoubleRange(min = 0.02, max = 1) double maxProbability,
            @ForAll @DoubleRange(min = 0.05, max = 0.95) double place, @ForAll boolean waits, @ForAll long seed) {
        RedSettings since1993 = new RedSettings(minPackets, minPackets + range, 1, maxProbability, true, 1000, true);
        RedSettings settings = waits ? since1993.withWaits() : since1993;
        SplittableRandom random = new SplittableRandom(seed);
        double queued = minPackets + place * range;
        double probability = maxProbability * (queued - minPackets) / range;
        RedState red = new RedState();
        for (int drop = 0; drop < DROPS; drop++) {
            double passed = 0;
            double weight;
            do {
                weight = random.nextDouble(0.1, LARGEST);
                passed += weight;
            } while (!red.drops(settings, queued, 0, weight, random));
            // 1993's figure does not count the packet that finds the average above the threshold.
            double most = (waits ? 2 : 1) / probability + LARGEST + (waits || drop > 0 ? 0 : LARGEST);
            assertThat(passed).as("drop %d", drop)
                    .isBetween(waits ? (1 - ROUNDING) / probability : 0, (1 + ROUNDING) * most);
        }
    }
}
