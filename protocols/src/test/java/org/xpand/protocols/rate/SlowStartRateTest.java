package org.xpand.protocols.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** The receive rate of a slow start that doubles as fast as TCP's. */
class SlowStartRateTest {
    private static final long MS = 1_000_000;
    private static final long RTT = 160 * MS;
    private static final int SIZE = 1000;

    private final ReceiveRateMeter meter = new ReceiveRateMeter();
    private final SlowStartRate search = new SlowStartRate();
    private long now = 5_000 * MS;

    private void packet() {
        meter.received(SIZE, RTT, now);
        search.received(SIZE, now);
    }

    private double rate() {
        return search.rate(meter, RTT, now);
    }

    private void steadily(double rate, long millis) {
        for (long end = now + millis * MS; now < end;) {
            packet();
            now += Math.round(SIZE * 1e9 / rate);
        }
    }

    @Test
    void aSteadyRateIsItself() {
        steadily(500_000, 500);
        assertThat(rate()).isCloseTo(500_000, within(30_000.0));
    }

    @Test
    void theFirstRoundTripCountsFromItsFirstPacket() {
        steadily(500_000, 80);
        assertThat(meter.rate(RTT, now)).as("half of the time").isLessThan(300_000);
        assertThat(rate()).isCloseTo(500_000, within(30_000.0));
    }

    @Test
    void aPairOfPacketsIsNoRate() {
        packet();
        now += 1000;
        packet();
        double packetInAQuarter = SIZE * 1e9 / (RTT / 4);
        assertThat(rate()).isCloseTo(packetInAQuarter / StrictMath.log(2), within(1.0));
    }

    @Test
    void aRateThatDoublesIsThatOfItsEnd() {
        steadily(100_000, 500);
        double mean = 0;
        for (double rate = 100_000; rate < 800_000; rate *= Math.pow(2, SIZE * 1e9 / rate / RTT)) {
            packet();
            now += Math.round(SIZE * 1e9 / rate);
            mean = rate;
        }
        assertThat(meter.rate(RTT, now)).isLessThan(0.8 * mean);
        assertThat(rate()).isCloseTo(mean, within(0.15 * mean));
    }

    @Test
    void aBurstCountsAsOneDoublingAtMost() {
        steadily(100_000, 500);
        for (int i = 0; i < 100; i++) {
            packet();
        }
        now += MS;
        assertThat(rate()).isCloseTo(meter.rate(RTT, now) / StrictMath.log(2), within(1.0));
    }

    @Test
    void itHasRisenByATwentieth() {
        steadily(500_000, 500);
        search.reported(rate(), RTT, now);
        steadily(500_000, 300);
        assertThat(search.hasRisen(meter, RTT, now)).isFalse();
        steadily(600_000, 30);
        assertThat(search.hasRisen(meter, RTT, now)).isTrue();
    }

    @Test
    void itIsComparedAnEighthOfAnRttAfterAReportAndThenNotForEachPacket() {
        steadily(500_000, 500);
        search.reported(100_000, RTT, now);
        now += RTT / 8 - 1;
        assertThat(search.hasRisen(meter, RTT, now)).isFalse();
        now++;
        packet();
        assertThat(search.hasRisen(meter, RTT, now)).isTrue();
        packet();
        assertThat(search.hasRisen(meter, RTT, now)).as("not for each packet").isFalse();
    }

    @Test
    void afterARestartNothingWasReportedAndTheNextPacketIsTheFirst() {
        steadily(500_000, 500);
        search.reported(10_000_000, RTT, now);
        search.restart();
        assertThat(search.rateSinceFirst(RTT, now)).isNotNegative();
        now += RTT;
        packet();
        assertThat(search.rateSinceFirst(RTT, now)).as("the first one only").isZero();
        now += 10 * MS;
        packet();
        assertThat(search.rateSinceFirst(RTT, now)).isEqualTo(SIZE * 1e9 / (10 * MS));
        assertThat(search.hasRisen(meter, RTT, now)).isTrue();
        assertThat(search.rateSinceFirst(10 * MS, now)).as("a round-trip time ago").isZero();
    }
}
