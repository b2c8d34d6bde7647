package org.xpand.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;
import static org.xpand.simulator.LinkModelSettings.PERFECT;
import static org.xpand.simulator.LinkVerdict.BLOCKED;
import static org.xpand.simulator.LinkVerdict.CARRIED;
import static org.xpand.simulator.LinkVerdict.LOST;
import static org.xpand.simulator.LinkVerdict.QUEUE_FULL;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinkModelTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;
    private static final long SEED = 20_260_101;

    private static LinkModel link(LinkModelSettings settings) {
        return new LinkModel(settings, new SplittableRandom(SEED));
    }

    private static long arrival(LinkModel link, int size, long now) {
        assertThat(link.offer(size, now)).isEqualTo(CARRIED);
        return link.arrivalNanos();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -7 * SECOND, Long.MAX_VALUE - MS, Long.MIN_VALUE})
    void packetsOfABurstArriveAtTheLinksRateAfterItsDelayWhereverTimeStarts(long start) {
        LinkModel link = link(PERFECT.withDelayNanos(20 * MS).withRate(1_250_000));
        for (int i = 1; i <= 50; i++) {
            assertThat(arrival(link, 1250, start) - start).isEqualTo(i * MS + 20 * MS);
        }
        assertThat(arrival(link, 1250, start + 80 * MS) - start).isEqualTo(101 * MS);
    }

    @Test
    void withoutARatePacketsTakeTheDelayAloneAndNeverQueue() {
        LinkModel link = link(PERFECT.withDelayNanos(5).withQueuePackets(1));
        for (int i = 0; i < 100; i++) {
            assertThat(arrival(link, 60_000, 7)).isEqualTo(12);
        }
        assertThat(link.stats(7).maxQueuedPackets()).isZero();
    }

    @Test
    void rateIsKeptOverManyPacketsThatTakeNoWholeNumberOfNanoseconds() {
        LinkModel link = link(PERFECT.withRate(1.25e9));
        long last = 0;
        for (int i = 0; i < 100_000; i++) {
            last = arrival(link, 64, 0);
        }
        assertThat(last).isCloseTo(5_120_000L, within(1L));
    }

    @Test
    void fullQueueDropsTheTailUntilAPacketIsSent() {
        LinkModel link = link(PERFECT.withRate(1_000_000).withQueuePackets(3));
        for (int i = 0; i < 3; i++) {
            assertThat(link.offer(1000, 0)).isEqualTo(CARRIED);
        }
        assertThat(link.offer(1000, MS - 1)).isEqualTo(QUEUE_FULL);
        assertThat(arrival(link, 1000, MS)).isEqualTo(4 * MS);
        assertThat(link.offer(1000, MS)).isEqualTo(QUEUE_FULL);

        assertThat(link.stats(MS)).isEqualTo(new LinkModelStats(6, 6000, 4, 4000, 0, 0, 2, 0, 3, 3000, 3, 3000, 0,
                3 * MS, MS));
        assertThat(link.stats(4 * MS).queuedPackets()).isZero();
    }

    @Test
    void queueLimitInBytesCountsSizes() {
        LinkModel link = link(PERFECT.withRate(1_000_000).withQueueBytes(2500));
        assertThat(link.offer(2501, 0)).isEqualTo(QUEUE_FULL);
        assertThat(link.offer(1500, 0)).isEqualTo(CARRIED);
        assertThat(link.offer(1001, 0)).isEqualTo(QUEUE_FULL);
        assertThat(link.offer(1000, 0)).isEqualTo(CARRIED);
        assertThat(link.offer(1, 0)).isEqualTo(QUEUE_FULL);
        assertThat(link.stats(0).queuedBytes()).isEqualTo(2500);
        assertThat(link.offer(1500, 1_500_000)).isEqualTo(CARRIED);
    }

    @Test
    void queueKeepsItsPacketsInOrderWhileItGrows() {
        LinkModel link = link(PERFECT.withRate(1_000_000));
        long sent = 0;
        long bytes = 0;
        for (int size = 1; size <= 500; size++) {
            // Twice as fast in as out, so that the queue has moved on whenever it runs out of room.
            link.offer(size, sent / 2);
            sent += size * 1000L;
            bytes += size;
        }
        long lastOffer = (sent - 500_000) / 2;
        long now = 0;
        for (int size = 1; size <= 500; size++) {
            now += size * 1000L;
            bytes -= size;
            if (now >= lastOffer) {
                assertThat(link.stats(now).queuedPackets()).isEqualTo(500 - size);
                assertThat(link.stats(now).queuedBytes()).isEqualTo(bytes);
            }
        }
    }

    @Test
    void lossLiesWithinFourStandardDeviationsOfItsProbabilityAndOneOrZeroAreExact() {
        int packets = 100_000;
        for (double p : new double[] {0.001, 0.02, 0.5}) {
            LinkModel link = link(PERFECT.withLoss(p));
            for (int i = 0; i < packets; i++) {
                link.offer(1000, i);
            }
            assertThat((double) link.stats(packets).lost()).as("p = " + p)
                    .isCloseTo(packets * p, within(4 * Math.sqrt(packets * p * (1 - p))));
        }
        assertThat(link(PERFECT.withLoss(1)).offer(1, 0)).isEqualTo(LOST);
    }

    @Test
    void lossesAreIndependent() {
        LinkModel link = link(PERFECT.withLoss(0.2));
        int pairs = 0;
        boolean before = false;
        for (int i = 0; i < 100_000; i++) {
            boolean lost = link.offer(1, i) == LOST;
            pairs += lost && before ? 1 : 0;
            before = lost;
        }
        assertThat((double) pairs).isCloseTo(4000, within(300.0));
    }

    @Test
    void lostPacketHasUsedTheRate() {
        LinkModel link = link(PERFECT.withRate(1_000_000).withLoss(1));
        link.offer(1000, 0);
        link.setSettings(link.settings().withLoss(0));
        assertThat(arrival(link, 1000, 0)).isEqualTo(2 * MS);
    }

    @Test
    void blockedLinkDropsWhatIsOfferedAndHeals() {
        LinkModel link = link(PERFECT.withRate(1_000_000));
        link.offer(1000, 0);
        link.setBlocked(true);
        assertThat(link.offer(1000, 0)).isEqualTo(BLOCKED);
        link.setSettings(link.settings().withDelayNanos(MS));
        assertThat(link.isBlocked()).isTrue();
        link.setBlocked(false);
        assertThat(arrival(link, 1000, 0)).isEqualTo(3 * MS);
        assertThat(link.stats(0).blocked()).isEqualTo(1);
    }

    @Test
    void orderIsKeptWhenTheDelayShrinksAndWithJitter() {
        LinkModel link = link(PERFECT.withDelayNanos(50 * MS));
        assertThat(arrival(link, 1, 0)).isEqualTo(50 * MS);
        link.setSettings(PERFECT.withDelayNanos(10 * MS).withJitterNanos(5 * MS));
        assertThat(arrival(link, 1, MS)).isEqualTo(50 * MS);
        long last = 50 * MS;
        int jittered = 0;
        for (long now = 100 * MS; now < 200 * MS; now += MS) {
            long arrival = arrival(link, 1, now);
            assertThat(arrival).isBetween(Math.max(last, now + 10 * MS), now + 15 * MS);
            jittered += arrival > now + 10 * MS ? 1 : 0;
            last = arrival;
        }
        assertThat(jittered).isGreaterThan(90);
    }

    @Test
    void packetHeldBackIsOvertakenByLaterOnes() {
        LinkModel link = link(PERFECT.withDelayNanos(10 * MS).withReordering(0.1, 3 * MS));
        int heldBack = 0;
        for (int i = 0; i < 10_000; i++) {
            long now = i * MS;
            long arrival = arrival(link, 1, now);
            assertThat(arrival - now).isIn(10 * MS, 13 * MS);
            heldBack += arrival - now == 13 * MS ? 1 : 0;
        }
        assertThat(heldBack).isBetween(880, 1120);
    }

    @Test
    void duplicatesAreReportedAndCountedApart() {
        LinkModel link = link(PERFECT.withDuplication(0.25));
        int copies = 0;
        for (int i = 0; i < 10_000; i++) {
            assertThat(link.offer(1, i)).isEqualTo(CARRIED);
            copies += link.isDuplicate() ? 1 : 0;
        }
        assertThat(copies).isBetween(2327, 2673);
        assertThat(link.stats(10_000).duplicated()).isEqualTo(copies);
        assertThat(link.stats(10_000).carried()).isEqualTo(10_000);
        link.setBlocked(true);
        link.offer(1, 10_000);
        assertThat(link.isDuplicate()).isFalse();
    }

    @Test
    void newRateHoldsForPacketsOfferedFromThenOn() {
        LinkModel link = link(PERFECT.withRate(1_000_000));
        assertThat(arrival(link, 1000, 0)).isEqualTo(MS);
        link.setSettings(PERFECT.withRate(100_000));
        assertThat(arrival(link, 1000, 0)).isEqualTo(11 * MS);
        link.setSettings(PERFECT);
        assertThat(arrival(link, 1000, 0)).isEqualTo(11 * MS);
    }

    @Test
    void negativeSizeIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> link(PERFECT).offer(-1, 0))
                .withMessage("packet size is -1 bytes: accepted is 0 or more");
    }
}
