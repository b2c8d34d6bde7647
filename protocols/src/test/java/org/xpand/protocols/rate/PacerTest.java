package org.xpand.protocols.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

/** Nominal times t_i = t_{i−1} + s/X with a bounded catch-up (RFC 5348 §4.6, §8.3). */
class PacerTest {
    private static final long MS = 1_000_000;
    private static final long RTT = 100 * MS;
    /** 1000 bytes every 10 ms. */
    private static final double RATE = 100_000;
    private static final Pacer.Limits EXACT = new Pacer.Limits(1, 0, 1, 0, 0);
    private static final Pacer.Limits BURSTS = new Pacer.Limits(4, 0, 1, 0, 0);

    @Test
    void firstPacketMayLeaveAtTheStart() {
        Pacer pacer = new Pacer(EXACT, 5 * MS);
        assertThat(pacer.maySend(5 * MS - 1)).isFalse();
        assertThat(pacer.maySend(5 * MS)).isTrue();
    }

    @Test
    void nextPacketWaitsForItsNominalTime() {
        Pacer pacer = new Pacer(EXACT, 0);
        pacer.sent(1000, RATE, RTT, 0);
        assertThat(pacer.nextSendNanos()).isEqualTo(10 * MS);
        assertThat(pacer.maySend(10 * MS - 1)).isFalse();
        assertThat(pacer.maySend(10 * MS)).isTrue();
    }

    @Test
    void earlyByHalfTheLeastOfIntervalGranularityAndRtt() {
        assertThat(nextAfterOne(20 * MS, RTT)).as("interval").isEqualTo(5 * MS);
        assertThat(nextAfterOne(4 * MS, RTT)).as("granularity").isEqualTo(8 * MS);
        assertThat(nextAfterOne(20 * MS, 2 * MS)).as("round-trip time").isEqualTo(9 * MS);
    }

    private static long nextAfterOne(long granularity, long rtt) {
        Pacer pacer = new Pacer(new Pacer.Limits(1, 0, 1, 0, granularity), 0);
        pacer.sent(1000, RATE, rtt, 0);
        return pacer.nextSendNanos();
    }

    @Test
    void packetSentEarlyKeepsItsNominalTime() {
        Pacer pacer = new Pacer(new Pacer.Limits(1, 0, 1, 0, 4 * MS), 0);
        for (int i = 0; i < 100; i++) {
            assertThat(pacer.nextSendNanos()).isEqualTo(i == 0 ? 0 : i * 10L * MS - 2 * MS);
            pacer.sent(1000, RATE, RTT, pacer.nextSendNanos());
        }
    }

    @Test
    void latenessIsCaughtUpWithByFourPacketsAtMost() {
        assertThat(burstAfter(35 * MS)).as("everything that was missed").isEqualTo(3);
        assertThat(burstAfter(1000 * MS)).isEqualTo(4);
    }

    @Test
    void burstIsAMillisecondsWorthWhenThatIsMore() {
        Pacer pacer = new Pacer(Pacer.Limits.DEFAULT, 0);
        pacer.sent(1000, 10e6, RTT, 0);
        assertThat(burst(pacer, 10e6, 1000 * MS)).isBetween(10, 11);
    }

    @Test
    void packetsOfARestLeaveTogether() {
        Pacer pacer = new Pacer(Pacer.Limits.DEFAULT, 0);
        pacer.rests(2 * MS);
        pacer.sent(1000, 10e6, RTT, 0);
        assertThat(burst(pacer, 10e6, 1000 * MS)).as("a millisecond's, and those of two rests").isBetween(50, 51);
        pacer.rests(0);
        assertThat(burst(pacer, 10e6, 2000 * MS)).isBetween(10, 11);
    }

    @Test
    void whatHasToLeaveOneByOneDoesSoAfterARestToo() {
        Pacer pacer = new Pacer(new Pacer.Limits(1, 0, 1, 0, MS), 0);
        pacer.rests(2 * MS);
        pacer.sent(1000, RATE, RTT, 0);
        assertThat(burst(pacer, 10e6, 1000 * MS)).isEqualTo(1);
    }

    @Test
    void mcaSendsOnePacketAtATime() {
        Pacer pacer = new Pacer(new Pacer.Limits(1, 0, 1, 0, MS), 0);
        pacer.sent(1000, RATE, RTT, 0);
        assertThat(burst(pacer, RATE, 1000 * MS)).isEqualTo(1);
    }

    @Test
    void idleTimeIsLostBeyondTheBurst() {
        Pacer pacer = new Pacer(new Pacer.Limits(4, 0, 1, 0, 0), 0);
        pacer.sent(1000, RATE, RTT, 0);
        for (long t = 10; t <= 1000; t++) {
            pacer.idle(t * MS);
        }
        assertThat(burst(pacer, RATE, 1000 * MS)).isEqualTo(4);
    }

    private static int burstAfter(long nanos) {
        Pacer pacer = new Pacer(new Pacer.Limits(4, 0, 1, 0, 0), 0);
        pacer.sent(1000, RATE, RTT, 0);
        return burst(pacer, RATE, nanos);
    }

    /** Packets that leave in the milliseconds after a sleep, at a rate of 10 in 10 ms, each as soon as it may. */
    private static int packetsAfterSleep(Pacer.Limits limits, long lateMillis, long rttNanos, long millis) {
        Pacer pacer = new Pacer(limits, 0);
        pacer.sent(1000, 10 * RATE, rttNanos, 0);
        long now = MS + lateMillis * MS;
        long end = now + millis * MS;
        pacer.slept(lateMillis * MS, now);
        int packets = 0;
        while (now < end) {
            pacer.sent(1000, 10 * RATE, rttNanos, now);
            packets++;
            now = Math.max(now, pacer.nextSendNanos());
        }
        return packets;
    }

    @Test
    void whatASleeperDidNotSendFollowsAtAQuarterOfTheRateInAddition() {
        assertThat(packetsAfterSleep(BURSTS, 40, RTT, 40)).isEqualTo(53);
        assertThat(packetsAfterSleep(BURSTS, 40, RTT, 1000)).isEqualTo(1040);
    }

    @Test
    void noMoreThanARoundTripTimeOfASleepIsMadeUpFor() {
        assertThat(packetsAfterSleep(BURSTS, 5000, RTT, 1000)).isEqualTo(1100);
        assertThat(packetsAfterSleep(BURSTS, 5000, RTT / 5, 1000)).isEqualTo(1020);
    }

    @Test
    void whatHasToLeaveOneByOneIsNotMadeUpFor() {
        assertThat(packetsAfterSleep(EXACT, 40, RTT, 1000)).isEqualTo(1000);
    }

    @Test
    void whoeverHasNothingToSendAfterASleepMakesUpForNothing() {
        Pacer pacer = new Pacer(BURSTS, 0);
        pacer.sent(1000, RATE, RTT, 0);
        pacer.slept(90 * MS, 100 * MS);
        pacer.idle(101 * MS);
        for (int i = 0; i < BURSTS.burstPackets(); i++) {
            pacer.sent(1000, RATE, RTT, 101 * MS);
        }
        assertThat(pacer.nextSendNanos()).isEqualTo(111 * MS);
    }

    @Test
    void whatIsMadeUpForFallsWithTheRate() {
        Pacer pacer = new Pacer(BURSTS, 0);
        pacer.sent(1000, 10 * RATE, RTT, 0);
        pacer.slept(100 * MS, 101 * MS);
        pacer.rateChanged(RATE, RTT, 101 * MS);
        int packets = 0;
        for (long now = 101 * MS; now < 1101 * MS; now = pacer.nextSendNanos()) {
            pacer.sent(1000, RATE, RTT, now);
            packets++;
        }
        assertThat(packets).isEqualTo(113);
    }

    private static int burst(Pacer pacer, double rate, long now) {
        int packets = 0;
        while (pacer.maySend(now)) {
            pacer.sent(1000, rate, RTT, now);
            packets++;
        }
        return packets;
    }

    @Test
    void higherRateShortensTheRestOfTheInterval() {
        Pacer pacer = new Pacer(EXACT, 0);
        pacer.sent(1000, RATE, RTT, 0);
        pacer.rateChanged(2 * RATE, RTT, 4 * MS);
        assertThat(pacer.nextSendNanos()).as("600 bytes are left").isEqualTo(7 * MS);
    }

    @Test
    void lowerRateLengthensTheRestOfTheInterval() {
        Pacer pacer = new Pacer(EXACT, 0);
        pacer.sent(1000, RATE, RTT, 0);
        pacer.rateChanged(RATE / 2, RTT, 4 * MS);
        assertThat(pacer.nextSendNanos()).isEqualTo(16 * MS);
    }

    @Test
    void unusedTimeOfAHighRateIsNoBurstAtALowOne() {
        Pacer pacer = new Pacer(new Pacer.Limits(4, 100 * MS, 1, 0, 0), 0);
        pacer.sent(1000, 100e6, RTT, 0);
        pacer.rateChanged(100e6, RTT, 1000 * MS);
        pacer.rateChanged(RATE, RTT, 1000 * MS);
        assertThat(burst(pacer, RATE, 1000 * MS)).isEqualTo(10);
    }

    /** 1000 bytes every microsecond. */
    @Test
    void whatHasToWaitGoesOnInARow() {
        Pacer pacer = new Pacer(Pacer.Limits.DEFAULT, 0);
        burst(pacer, 1e9, 0);
        assertThat(pacer.nextSendNanos()).isBetween(249_000L, 250_000L);
        assertThat(burst(pacer, 1e9, 250_000)).isBetween(249, 251);
        assertThat(pacer.nextSendNanos()).as("the row after it").isBetween(499_000L, 500_000L);
    }

    @Test
    void rowsDoNotLowerTheRate() {
        Pacer pacer = new Pacer(Pacer.Limits.DEFAULT, 0);
        int packets = 0;
        for (long now = 0; now < 1000 * MS; now = Math.max(now + 1, pacer.nextSendNanos())) {
            packets += burst(pacer, 1e9, now);
        }
        assertThat(packets).isBetween(999_500, 1_001_000);
    }

    @Test
    void aPacketThatTakesLongerThanARowWaitsForItsOwnTimeOnly() {
        Pacer pacer = new Pacer(new Pacer.Limits(1, MS, 1, MS, 0), 0);
        pacer.sent(1000, RATE, RTT, 0);
        assertThat(pacer.nextSendNanos()).isEqualTo(10 * MS);
    }

    @Test
    void whoeverHadNothingToSendDoesNotWaitForARow() {
        Pacer pacer = new Pacer(new Pacer.Limits(1, 8 * MS, 1, 8 * MS, 0), 0);
        pacer.sent(1000, RATE * 10, RTT, 0);
        assertThat(pacer.nextSendNanos()).isEqualTo(8 * MS);
        pacer.idle(2 * MS);
        assertThat(pacer.maySend(2 * MS)).isTrue();
    }

    @Test
    void repairIsChargedTheSameWay() {
        Pacer pacer = new Pacer(EXACT, 0);
        pacer.sent(1000, RATE, RTT, 0);
        pacer.sent(500, RATE, RTT, 0);
        assertThat(pacer.nextSendNanos()).isEqualTo(15 * MS);
    }

    @Test
    void verySlowRatesDoNotOverflow() {
        Pacer pacer = new Pacer(EXACT, Long.MAX_VALUE - 5);
        pacer.sent(1000, 1e-300, RTT, Long.MAX_VALUE - 5);
        assertThat(pacer.maySend(Long.MIN_VALUE + 1000 * MS)).isFalse();
    }

    @Test
    void nonsenseIsRefused() {
        Pacer pacer = new Pacer(EXACT, 0);
        assertThatThrownBy(() -> pacer.sent(1000, 0, RTT, 0)).hasMessageContaining("rate 0.0");
        assertThatThrownBy(() -> pacer.sent(1000, Double.NaN, RTT, 0)).hasMessageContaining("NaN");
        assertThatThrownBy(() -> pacer.sent(0, RATE, RTT, 0)).hasMessageContaining("0 bytes");
        assertThatThrownBy(() -> new Pacer.Limits(0, 0, 1, 0, 0)).hasMessageContaining("0 packets");
        assertThatThrownBy(() -> new Pacer.Limits(1, 5, 1, 6, 0)).hasMessageContaining("rows of 1 packets, 6 ns");
        assertThatThrownBy(() -> new Pacer.Limits(2, 5, 3, 5, 0)).hasMessageContaining("rows of 3 packets");
    }

    /** How many packets leave together, when the loop wakes up at the time asked for; the first row may be shorter or longer. */
    private static List<Integer> rows(Pacer pacer, double rate, long rttNanos, int packets) {
        List<Integer> rows = new ArrayList<>();
        int row = 0;
        long now = 0;
        for (int i = 0; i < packets; i++) {
            if (!pacer.maySend(now)) {
                rows.add(row);
                row = 0;
                now = pacer.nextSendNanos();
            }
            pacer.sent(1000, rate, rttNanos, now);
            row++;
        }
        return rows.subList(1, rows.size());
    }

    @Test
    void twoPacketsThatWaitLeaveTogetherAtTheSameRate() {
        Pacer pacer = new Pacer(Pacer.Limits.DEFAULT.withRowPackets(2), 0);
        // A packet takes 10 ms, a round trip 100.
        assertThat(rows(pacer, 1e5, 100 * MS, 1000)).containsOnly(2);
        assertThat((double) pacer.nextSendNanos()).isCloseTo(1000 * 10.0 * MS, Percentage.withPercentage(0.5));
    }

    @Test
    void packetsThatTakeLongLeaveOneByOne() {
        assertThat(rows(new Pacer(Pacer.Limits.DEFAULT.withRowPackets(2), 0), 1e5, 39 * MS, 100)).containsOnly(1);
        assertThat(rows(new Pacer(Pacer.Limits.DEFAULT.withRowPackets(2), 0), 1e5, 41 * MS, 100)).containsOnly(2);
    }

    @Test
    void noMoreLeaveTogetherThanABurst() {
        assertThat(Pacer.Limits.DEFAULT.withRowPackets(9).rowPackets()).isEqualTo(Pacer.Limits.DEFAULT.burstPackets());
    }

    /** The reference keeps nominal times as the RFC writes them, at one rate. */
    @Property(tries = 300)
    void agreesWithNominalTimesAtAConstantRate(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        int burst = random.nextInt(1, 6);
        Pacer pacer = new Pacer(new Pacer.Limits(burst, 0, 1, 0, 0), 0);
        double interval = 1000 / RATE * 1e9;
        double nominal = 0;
        long now = 0;
        for (int i = 0; i < 300; i++) {
            long late = random.nextInt(4) == 0 ? random.nextLong((long) (8 * interval)) : 0;
            now = Math.max(now, pacer.nextSendNanos()) + late;
            nominal = i == 0 ? now : Math.max(nominal, now - (burst - 1) * interval);
            pacer.sent(1000, RATE, RTT, now);
            nominal += interval;
            assertThat((double) pacer.nextSendNanos()).as("seed %d packet %d", seed, i)
                    .isBetween(nominal - 10, nominal + 10);
        }
    }

    /** However the rate, sizes and call times vary, no more leaves than the rate and one burst allow. */
    @Property(tries = 200)
    void neverMoreThanTheRateAndOneBurstAndARoundTripTimeOfEachSleep(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        Pacer.Limits limits = Pacer.Limits.DEFAULT.withRowPackets(1 + random.nextInt(4));
        Pacer pacer = new Pacer(limits, 0);
        double rate = 1e5;
        double allowed = 0;
        double sent = 0;
        double burst = 0;
        long now = 0;
        pacer.rateChanged(rate, RTT, now);
        for (int i = 0; i < 500; i++) {
            long step = random.nextLong(20 * MS);
            allowed += rate * step / 1e9;
            now += step;
            if (random.nextInt(10) == 0) {
                long late = random.nextLong(3 * RTT);
                allowed += rate * Math.min(late, RTT) / 1e9;
                pacer.slept(late, now);
            }
            if (random.nextInt(5) == 0) {
                rate = 1e3 * StrictMath.pow(10, random.nextDouble() * 4);
                pacer.rateChanged(rate, RTT, now);
            }
            burst = Math.max(burst, limits.burstBytes(rate, 1400));
            while (random.nextInt(20) > 0 && pacer.maySend(now)) {
                int bytes = random.nextInt(40, 1400);
                pacer.sent(bytes, rate, RTT, now);
                sent += bytes;
            }
            assertThat(sent).as("seed %d step %d", seed, i).isLessThanOrEqualTo(allowed + burst + 1400);
        }
    }
}
