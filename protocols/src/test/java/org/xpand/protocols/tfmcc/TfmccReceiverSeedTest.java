package org.xpand.protocols.tfmcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.rate.ThroughputEquation;

/** What a receiver makes of its first loss, and of its first RTT after it (TFMCC App. A and B, RFC 4654 §5.6). */
class TfmccReceiverSeedTest extends TfmccReceiverFixture {
    /** Eq. 4. */
    private static double simple(double rttMillis, double p) {
        return Math.sqrt(1.5) * SIZE / (rttMillis / 1e3 * Math.sqrt(p));
    }

    private double lossEventRate() {
        return receiver.stats(now).lossEventRate();
    }

    private void loseOne() {
        packets(60);
        lose(1);
        packets(3);
    }

    @Test
    void theFirstIntervalFollowsFromTheReceiveRate() {
        loseOne();
        assertThat(simple(100, lossEventRate())).isCloseTo(100_000, within(10_000.0));
        assertThat(receiver.stats(now).lossEvents()).isEqualTo(1);
    }

    /** Slow start fills a queue before it loses, which empties then: what the rate implies with it is four times too little. */
    @Test
    void theQueueThatSlowStartFillsDoesNotCount() {
        packets(20);
        measure(50);
        packets(20);
        measure(100);
        loseOne();
        assertThat(simple(50, lossEventRate())).isBetween(85_000.0, 110_000.0);
        receiver = receiver(Map.of("seedByLeastRtt", "false"));
        packets(20);
        measure(50);
        packets(20);
        measure(100);
        loseOne();
        assertThat(simple(50, lossEventRate())).as("with the RTT of then").isGreaterThan(120_000.0);
    }

    @Test
    void inThePaperItFollowsFromHalfTheSendingRate() {
        receiver = receiver(Map.of("preset", "paper"));
        loseOne();
        assertThat(simple(500, lossEventRate())).isCloseTo(50_000, within(1.0));
    }

    @Test
    void theFirstMeasurementScalesItAndSplitsTheEvents() {
        receiver = receiver(Map.of("preset", "paper"));
        packets(60);
        for (int i = 0; i < 3; i++) {
            lose(1);
            packets(14);
        }
        assertThat(receiver.stats(now).lossEvents()).as("300 ms are one event with an RTT of 500 ms").isEqualTo(1);
        double guessed = lossEventRate();
        now -= 50 * MS;
        measure(50);
        assertThat(receiver.stats(now).lossEvents()).isEqualTo(3);
        double seed = 1 / guessed / 100;
        double average = Math.max(15 + 15 + seed, 17 + 15 + 15) / 3;
        assertThat(1 / lossEventRate()).isBetween(14.0, average + 2);
        now += 10 * MS;
        measure(100);
        assertThat(receiver.stats(now).lossEvents()).as("only the first one").isEqualTo(3);
    }

    /** Eq. 1 as it stands: its last term is not bounded by 1, as TFRC's is, which matters where much is lost. */
    @Test
    void theEquationIsNotBoundedWhereMuchIsLost() {
        packets(20);
        measure(10);
        for (int i = 0; i < 100; i++) {
            lose(1);
            packets(1);
        }
        double p = lossEventRate();
        assertThat(p).isGreaterThan(0.4);
        TfmccMeasuring measuring = TfmccConfig.fromSettings(Map.of()).measuring();
        double unbounded = ThroughputEquation.unbounded(measuring.b(), measuring.rtoFactor()).rate(SIZE, receiver.stats(now).rttNanos(), p);
        double bounded = new ThroughputEquation(measuring.b(), measuring.rtoFactor()).rate(SIZE, receiver.stats(now).rttNanos(), p);
        assertThat(unbounded).isLessThan(0.9 * bounded);
        assertThat(report().rate()).isCloseTo(unbounded, within(0.02 * unbounded));
    }
}
