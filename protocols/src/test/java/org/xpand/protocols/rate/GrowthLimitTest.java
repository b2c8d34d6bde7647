package org.xpand.protocols.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.SplittableRandom;
import java.util.TreeMap;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** A rate at most doubles per round-trip time. */
class GrowthLimitTest {
    private static final long RTT = 160;

    @Test
    void oneStepPerRoundTripDoubles() {
        GrowthLimit limit = new GrowthLimit(2);
        limit.restart(10, 0);
        double expected = 10;
        for (long now = 0; now < 10 * RTT; now += RTT) {
            expected *= 2;
            assertThat(limit.highest(RTT, now)).isEqualTo(expected);
            limit.set(expected, RTT, now);
            assertThat(limit.highest(RTT, now + RTT / 2)).as("half a round-trip later").isEqualTo(expected);
        }
    }

    @Test
    void waitingIsNotSavedUp() {
        GrowthLimit limit = new GrowthLimit(2);
        limit.restart(10, 0);
        assertThat(limit.highest(RTT, 1000 * RTT)).isEqualTo(20);
    }

    @Test
    void lowestRateOfTheWindowCounts() {
        GrowthLimit limit = new GrowthLimit(2);
        limit.restart(100, 0);
        limit.set(10, RTT, 10 * RTT);
        assertThat(limit.highest(RTT, 10 * RTT)).isEqualTo(20);
        limit.set(100, RTT, 10 * RTT + 20);
        assertThat(limit.highest(RTT, 11 * RTT - 21)).isEqualTo(20);
        assertThat(limit.highest(RTT, 11 * RTT)).isEqualTo(200);
    }

    @Test
    void rateThatRoseAtOnceAgainCountsOnceItIsOld() {
        GrowthLimit limit = new GrowthLimit(2);
        limit.restart(10, 0);
        limit.set(5, RTT, RTT);
        limit.set(20, RTT, RTT + 1);
        assertThat(limit.highest(RTT, RTT + 1)).isEqualTo(10);
        assertThat(limit.highest(RTT, 2 * RTT)).isEqualTo(40);
    }

    @Test
    void restartForgetsTheLowRates() {
        GrowthLimit limit = new GrowthLimit(3);
        assertThat(limit.highest(RTT, 0)).isInfinite();
        limit.set(1, RTT, 0);
        limit.restart(50, 1);
        assertThat(limit.highest(RTT, 1)).isEqualTo(150);
        assertThatThrownBy(() -> new GrowthLimit(1)).hasMessageContaining("1.0");
    }

    /** Set as high as allowed at random times, the rate keeps to the rule against a complete record of it. */
    @Property(tries = 300)
    void neverMoreThanTwiceTheRateOfAWindowAgo(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        GrowthLimit limit = new GrowthLimit(2);
        TreeMap<Long, Double> record = new TreeMap<>();
        long now = 0;
        limit.restart(1, now);
        record.put(now, 1.0);
        for (int i = 0; i < 200; i++) {
            now += random.nextLong(RTT / 16, RTT);
            double rate = random.nextInt(8) == 0 ? 0.1 : Math.min(1e6, limit.highest(RTT, now));
            long window = now - (RTT - RTT / 8);
            double lowest = record.tailMap(window, true).values().stream().mapToDouble(r -> r).min()
                    .orElse(Double.POSITIVE_INFINITY);
            var before = record.floorEntry(window);
            lowest = before == null ? lowest : Math.min(lowest, before.getValue());
            assertThat(rate).as("seed %d step %d", seed, i).isLessThanOrEqualTo(2 * lowest);
            limit.set(rate, RTT, now);
            record.put(now, rate);
        }
    }
}
