package org.xpand.protocols.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** The receive rate covers about the last round-trip time (RFC 5348 §6.2). */
class ReceiveRateMeterTest {
    private static final long MS = 1_000_000;

    @Test
    void steadyStreamIsMeasuredAsItIs() {
        ReceiveRateMeter meter = new ReceiveRateMeter();
        for (long t = 0; t <= 1000; t++) {
            meter.received(1000, 100 * MS, t * MS);
        }
        assertThat(meter.rate(100 * MS, 1000 * MS)).isCloseTo(1e6, within(1e4));
    }

    @Test
    void beforeTheFirstRoundTripIsOverTheWholeOfItCounts() {
        ReceiveRateMeter meter = new ReceiveRateMeter();
        assertThat(meter.rate(100 * MS, 0)).isZero();
        meter.received(1000, 100 * MS, 0);
        assertThat(meter.rate(100 * MS, 0)).isEqualTo(10_000);
        meter.received(1000, 100 * MS, 10 * MS);
        assertThat(meter.rate(100 * MS, 20 * MS)).isEqualTo(20_000);
    }

    @Test
    void whatCameBeforeAnIdleTimeIsForgotten() {
        ReceiveRateMeter meter = new ReceiveRateMeter();
        for (int i = 0; i < 50; i++) {
            meter.received(1000, 100 * MS, i * 10_000);
        }
        meter.received(1000, 100 * MS, 2000 * MS);
        assertThat(meter.rate(100 * MS, 2000 * MS)).isEqualTo(10_000);
        assertThat(meter.rate(100 * MS, 3000 * MS)).isZero();
    }

    @Test
    void roundTripTimeMayGrowAndShrink() {
        ReceiveRateMeter meter = new ReceiveRateMeter();
        for (long t = 0; t <= 3000; t++) {
            long rtt = (t < 1000 ? 500 : t < 2000 ? 20 : 200) * MS;
            meter.received(1000, rtt, t * MS);
            if (t % 1000 > 600) {
                assertThat(meter.rate(rtt, t * MS)).as("after %d ms", t).isCloseTo(1e6, within(6e4));
            }
        }
        assertThat(meter.rate(200 * MS, 3000 * MS)).isCloseTo(1e6, within(1e4));
        assertThat(meter.rate(2000 * MS, 3000 * MS)).isCloseTo(1e6, within(1e4));
    }

    @Property(tries = 300)
    void rateLiesBetweenThatOfOneAndOfNineEighthsRoundTrips(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        ReceiveRateMeter meter = new ReceiveRateMeter();
        long rtt = random.nextLong(1, 500) * MS;
        List<long[]> arrivals = new ArrayList<>();
        long now = random.nextLong();
        for (int i = 0; i < 400; i++) {
            now += random.nextInt(10) == 0 ? random.nextLong(3 * rtt) : random.nextLong(rtt / 20);
            int bytes = random.nextInt(40, 1400);
            meter.received(bytes, rtt, now);
            arrivals.add(new long[] {now, bytes});
            long asked = now + random.nextLong(rtt);
            double rate = meter.rate(rtt, asked);
            double least = bytesSince(arrivals, asked, rtt) * 1e9 / (rtt + rtt / 8);
            double most = bytesSince(arrivals, asked, rtt + rtt / 8) * 1e9 / rtt;
            assertThat(rate).as("seed %d packet %d", seed, i).isBetween(least * (1 - 1e-9), most * (1 + 1e-9));
        }
    }

    private static long bytesSince(List<long[]> arrivals, long now, long window) {
        return arrivals.stream().filter(arrival -> now - arrival[0] < window).mapToLong(arrival -> arrival[1]).sum();
    }
}
