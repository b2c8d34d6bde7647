package org.xpand.protocols.stack;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** Repairs are charged as far as they make a path carry more than the others. */
class RepairChargeTest {
    private static final long MS = 1_000_000;

    private final RepairCharge repairs = new RepairCharge();

    private static RepairCharge.Decaying[] receivers(int count) {
        return Stream.generate(RepairCharge.Decaying::new).limit(count).toArray(RepairCharge.Decaying[]::new);
    }

    @Test
    void repairsOfOnePathAreChargedInFull() {
        RepairCharge.Decaying to = new RepairCharge.Decaying();
        long charged = 0;
        for (int i = 0; i < 1000; i++) {
            charged += repairs.charge(to, 1000, 30, i * 7 * MS);
        }
        assertThat(charged).isCloseTo(1_000_000L, Percentage.withPercentage(1));
    }

    /** What is charged for ten megabytes to ten receivers in turn. */
    private long inTurn(int copies) {
        RepairCharge.Decaying[] to = receivers(10);
        long charged = 0;
        for (int i = 0; i < 10_000; i++) {
            charged += repairs.charge(to[i % 10], 1000, copies, i * MS);
        }
        return charged;
    }

    @Test
    void repairsOfManyPathsCountOnceForAll() {
        assertThat(inTurn(10)).isCloseTo(1_000_000L, Percentage.withPercentage(5));
    }

    @Test
    void atLeastTheShareOfThisSitesOwnLinkIsCharged() {
        assertThat(inTurn(2)).isCloseTo(5_000_000L, Percentage.withPercentage(1));
    }

    /** A site that returns after another one has been sent a megabyte is not sent as much at once. */
    @Test
    void onlyAFewRepairsInARowAreNotCharged() {
        RepairCharge.Decaying[] to = receivers(2);
        for (int i = 0; i < 1000; i++) {
            repairs.charge(to[0], 1000, 2, i * MS / 100);
        }
        long uncharged = 0;
        for (int i = 0; i < 1000; i++) {
            uncharged += 1000 - repairs.charge(to[1], 1000, 2, 10 * MS);
        }
        assertThat(uncharged).isBetween(10_000L, 2L * RepairCharge.UNPACED_BYTES);
    }

    @Test
    void thePathWithTheMostDecidesAlsoByChance() {
        RepairCharge.Decaying[] to = receivers(30);
        SplittableRandom random = new SplittableRandom(1);
        long charged = 0;
        for (int i = 0; i < 30_000; i++) {
            int charge = repairs.charge(to[random.nextInt(30)], 1000, 30, i * 10 * MS);
            assertThat(charge).isBetween(0, 1000);
            charged += charge;
        }
        assertThat(charged).isBetween(1_000_000L, 6_000_000L);
    }

    @Test
    void earlierRepairsAreForgotten() {
        RepairCharge.Decaying[] to = receivers(2);
        for (int i = 0; i < 100; i++) {
            repairs.charge(to[0], 1000, 2, 0);
        }
        assertThat(repairs.charge(to[1], 1000, 2, 1)).isZero();
        assertThat(repairs.charge(to[1], 1000, 2, 20_000 * MS)).isGreaterThan(990);
    }
}
