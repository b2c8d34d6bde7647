package org.xpand.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.xpand.simulator.LinkModelSettings.PERFECT;
import static org.xpand.simulator.LinkVerdict.CARRIED;
import static org.xpand.simulator.LinkVerdict.EARLY;
import static org.xpand.simulator.LinkVerdict.QUEUE_FULL;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RedTest {
    private static final long MS = 1_000_000;
    /** The average is the queue itself. */
    private static final RedSettings UNSMOOTHED = new RedSettings(10, 20, 1, 0.1, false, 1000, false);

    private final SplittableRandom random = new SplittableRandom(7);

    private double share(RedSettings settings, int queued, int packets) {
        RedState red = new RedState();
        int dropped = 0;
        for (int i = 0; i < packets; i++) {
            dropped += red.drops(settings, queued, 0, 1, random) ? 1 : 0;
        }
        return (double) dropped / packets;
    }

    @Test
    void dropsRiseFromTheLowerThresholdToMaxProbabilityAndThenToOne() {
        assertThat(share(UNSMOOTHED, 9, 10_000)).isZero();
        // Spreading makes the gaps uniform up to 1/p_b - 1, so the share is twice p_b.
        assertThat(share(UNSMOOTHED, 15, 100_000)).isCloseTo(0.1, within(0.004));
        assertThat(share(UNSMOOTHED, 20, 100)).isEqualTo(1);
    }

    @Test
    void gentleReachesOneAtTwiceTheUpperThreshold() {
        RedSettings gentle = new RedSettings(10, 20, 1, 0.1, true, 1000, false);
        assertThat(share(gentle, 20, 100_000)).isCloseTo(0.2, within(0.006));
        assertThat(share(gentle, 22, 100_000)).isCloseTo(0.377, within(0.01));
        assertThat(share(UNSMOOTHED, 22, 1000)).isEqualTo(1);
        assertThat(share(gentle, 40, 1000)).isEqualTo(1);
    }

    @Test
    void noMoreThanOneOverTheProbabilityPassBetweenTwoDrops() {
        RedState red = new RedState();
        int gap = 0;
        int longest = 0;
        for (int i = 0; i < 50_000; i++) {
            gap = red.drops(UNSMOOTHED, 15, 0, 1, random) ? 0 : gap + 1;
            longest = Math.max(longest, gap);
        }
        assertThat(longest).isBetween(17, 20);
    }

    private static int[] distances(RedSettings settings, double queued, int drops, SplittableRandom random) {
        RedState red = new RedState();
        int[] distances = new int[drops];
        for (int i = 0; i < drops; i++) {
            do {
                distances[i]++;
            } while (!red.drops(settings, queued, 0, 1, random));
        }
        return distances;
    }

    /** p = 0.05: as in ns-2 each of the 20th to 39th packet after a drop is the next one to be dropped as often as the others. */
    @Test
    void withWaitsADropIsEquallyOftenAtEachPacketFromOneToTwoOverTheProbability() {
        int[] counts = new int[60];
        for (int distance : distances(UNSMOOTHED.withWaits(), 15, 40_000, random)) {
            counts[distance]++;
        }
        for (int distance = 0; distance < counts.length; distance++) {
            assertThat(counts[distance]).as("drops after %d packets", distance)
                    .isBetween(distance < 20 || distance > 39 ? 0 : 1800, distance < 20 || distance > 39 ? 0 : 2200);
        }
    }

    @Test
    void withWaitsAThirdAsManyAreDropped() {
        assertThat(share(UNSMOOTHED, 15, 100_000) / share(UNSMOOTHED.withWaits(), 15, 100_000)).isCloseTo(3, within(0.1));
        assertThat(share(UNSMOOTHED.withWaits(), 20, 100)).isEqualTo(1);
    }

    @Test
    void withWaitsWhatPassedBeforeTheAverageFellBelowTheThresholdDoesNotCount() {
        for (int round = 0; round < 200; round++) {
            RedState red = new RedState();
            for (int i = 0; i < 15; i++) {
                assertThat(red.drops(UNSMOOTHED.withWaits(), 15, 0, 1, random)).isFalse();
            }
            assertThat(red.drops(UNSMOOTHED.withWaits(), 9, 0, 1, random)).isFalse();
            int distance = 1;
            while (!red.drops(UNSMOOTHED.withWaits(), 15, 0, 1, random)) {
                distance++;
            }
            assertThat(distance).isBetween(20, 39);
        }
    }

    @Test
    void averageFollowsTheQueueByItsWeightAndFallsWhileTheLinkIsIdle() {
        LinkModel link = new LinkModel(PERFECT.withRate(1_000_000)
                .withRed(new RedSettings(100, 200, 0.1, 0.1, true, 1000, false)), random);
        double average = 0;
        for (int i = 0; i < 50; i++) {
            average += 0.1 * (i - average);
            assertThat(link.offer(1000, 0)).isEqualTo(CARRIED);
        }
        assertThat(link.redAverage()).isCloseTo(average, within(1e-9));
        link.offer(1000, 60 * MS);
        assertThat(link.redAverage()).isCloseTo(average * Math.pow(0.9, 10), within(1e-9));
    }

    @Test
    void queuesLimitHoldsBesideEarlyDrops() {
        LinkModel link = new LinkModel(PERFECT.withRate(1_000).withQueuePackets(15).withRed(UNSMOOTHED), random);
        int[] verdicts = new int[LinkVerdict.values().length];
        for (int i = 0; i < 1000; i++) {
            verdicts[link.offer(1000, 0).ordinal()]++;
        }
        assertThat(verdicts[CARRIED.ordinal()]).isEqualTo(15);
        assertThat(verdicts[EARLY.ordinal()]).isPositive().isEqualTo((int) link.stats(0).early());
        assertThat(verdicts[QUEUE_FULL.ordinal()]).isPositive();
        assertThat(link.stats(0).dropped()).isEqualTo(985);
    }

    /** 30 packets of 500 bytes are 15 typical ones, where two in twenty of them are dropped. */
    @Test
    void inBytesTheQueueCountsByItsBytesAndPacketsAreDroppedByTheirSize() {
        assertThat(earlyShare(UNSMOOTHED, 500, 30)).isEqualTo(1);
        assertThat(earlyShare(UNSMOOTHED.withBytes(), 500, 30)).isCloseTo(0.05, within(0.005));
        assertThat(earlyShare(UNSMOOTHED.withBytes(), 1000, 30)).isCloseTo(0.1, within(0.005));
        assertThat(earlyShare(UNSMOOTHED.withBytes(), 100, 30)).isCloseTo(0.01, within(0.002));
    }

    /** Share of packets of a size that are dropped early while a link with 500-byte packets in its queue stands still. */
    private double earlyShare(RedSettings settings, int size, int queued) {
        LinkModel link = new LinkModel(PERFECT.withRate(1), random);
        for (int i = 0; i < queued; i++) {
            link.offer(500, 0);
        }
        // What gets past early detection finds the queue full, so that the queue stays as it is.
        link.setSettings(link.settings().withQueuePackets(queued).withRed(settings));
        int offers = 50_000;
        for (int i = 0; i < offers; i++) {
            link.offer(size, 0);
        }
        return (double) link.stats(0).early() / offers;
    }
}
