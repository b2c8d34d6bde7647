package org.xpand.protocols.allocation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

/** A sender keeps to its rate, but for a burst. */
class TokenBucketTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1000 * MS;

    @Test
    void beginsFullAndThenKeepsExactlyToTheRate() {
        TokenBucket bucket = new TokenBucket(300_000, 10_000, 5);
        long now = 5;
        long taken = 0;
        while (now - 5 < 100 * SECOND) {
            bucket.take(1232, now);
            taken += 1232;
            now = bucket.readyNanos(now);
        }
        // What left until now is paid for: the burst was there at the beginning.
        assertThat(taken - 10_000.0).isCloseTo(300_000.0 * (now - 5) / SECOND, within(0.01));
    }

    @Test
    void segmentMayLeaveExactlyWhenItIsSaid() {
        TokenBucket bucket = new TokenBucket(1_000_000.0 / 3, 1000, 0);
        assertThat(bucket.readyNanos(-5)).as("no tokens come from the past").isZero();
        bucket.take(2000, 0);
        long ready = bucket.readyNanos(0);
        assertThat(ready).isEqualTo(3 * MS);
        assertThat(bucket.mayTake(ready - 1)).isFalse();
        assertThat(bucket.mayTake(ready)).isTrue();
        assertThat(bucket.readyNanos(ready + 7)).isEqualTo(ready + 7);
    }

    @Test
    void segmentLongerThanTheBurstPasses() {
        TokenBucket bucket = new TokenBucket(1000, 100, 0);
        bucket.take(1100, 0);
        assertThat(bucket.readyNanos(0)).isEqualTo(SECOND);
        TokenBucket none = new TokenBucket(1000, 0, 0);
        assertThat(none.mayTake(0)).isTrue();
        none.take(1000, 0);
        assertThat(none.readyNanos(0)).isEqualTo(SECOND);
    }

    @Test
    void unusedTimeIsKeptUpToTheBurst() {
        TokenBucket bucket = new TokenBucket(1000, 500, 0);
        bucket.take(500, 0);
        bucket.take(500, 3600 * SECOND);
        assertThat(bucket.mayTake(3600 * SECOND)).as("tokens of one burst are all used").isTrue();
        bucket.take(1, 3600 * SECOND);
        assertThat(bucket.readyNanos(3600 * SECOND)).isEqualTo(3600 * SECOND + MS);
    }

    @Test
    void debtIsPaidAtTheNewRateFromTheChangeOn() {
        TokenBucket bucket = new TokenBucket(1000, 0, 0);
        bucket.take(1000, 0);
        bucket.rate(2000, 0, SECOND / 2);
        assertThat(bucket.rate()).isEqualTo(2000);
        assertThat(bucket.readyNanos(SECOND / 2)).isEqualTo(SECOND * 3 / 4);
        bucket.rate(500, 0, SECOND * 5 / 8);
        assertThat(bucket.readyNanos(SECOND * 5 / 8)).isEqualTo(SECOND * 9 / 8);
    }

    @Test
    void tokensBeyondASmallerBurstAreLost() {
        TokenBucket bucket = new TokenBucket(1000, 5000, 0);
        bucket.rate(1000, 100, 0);
        bucket.take(1100, 0);
        assertThat(bucket.readyNanos(0)).isEqualTo(SECOND);
    }

    @Test
    void rateOfZeroWaitsWithoutOverflow() {
        long late = Long.MAX_VALUE - 10;
        TokenBucket bucket = new TokenBucket(0, 100, late);
        bucket.take(100, late);
        assertThat(bucket.mayTake(late)).as("nothing is owed").isTrue();
        bucket.take(1, late);
        assertThat(bucket.readyNanos(late) - late).isPositive();
        assertThat(bucket.mayTake(late + 3600 * SECOND)).isFalse();
        assertThat(bucket.mayTake(late - 3600 * SECOND)).as("asked with an older time").isFalse();
        bucket.rate(1e-300, 100, late);
        assertThat(bucket.readyNanos(late) - late).isPositive();
        bucket.rate(1, 100, late);
        assertThat(bucket.readyNanos(late) - late).isEqualTo(SECOND);
    }

    @Test
    void whatIsNoRateIsRefused() {
        TokenBucket bucket = new TokenBucket(1, 1, 0);
        assertThatThrownBy(() -> bucket.rate(Double.NaN, 1, 0)).hasMessageContaining("rate NaN");
        assertThatThrownBy(() -> bucket.rate(Double.POSITIVE_INFINITY, 1, 0)).hasMessageContaining("Infinity");
        assertThatThrownBy(() -> new TokenBucket(1, -1, 0)).hasMessageContaining("burst -1.0");
        assertThatThrownBy(() -> bucket.take(-1, 0)).hasMessageContaining("-1 bytes");
        assertThat(bucket.rate()).isEqualTo(1);
    }

    /** Random segments, pauses and lengths: between any two departures no more than the rate, a burst and a segment. */
    @Property(tries = 200)
    void noMoreThanTheRateTheBurstAndOneSegment(@ForAll long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double rate = random.nextDouble(1e3, 1e6);
        double burst = random.nextDouble(0, 10_000);
        TokenBucket bucket = new TokenBucket(rate, burst, 0);
        List<long[]> departures = new ArrayList<>();
        long now = 0;
        for (int i = 0; i < 100; i++) {
            now = bucket.readyNanos(now) + (random.nextInt(4) == 0 ? random.nextLong(SECOND) : 0);
            int bytes = random.nextInt(1, 1300);
            bucket.take(bytes, now);
            departures.add(new long[] {now, bytes});
        }
        double most = 0;
        for (int from = 0; from < departures.size(); from++) {
            double sum = 0;
            for (int to = from; to < departures.size(); to++) {
                sum += departures.get(to)[1];
                most = Math.max(most, sum - rate * (departures.get(to)[0] - departures.get(from)[0]) / 1e9);
            }
        }
        assertThat(most).as("seed %d: bytes beyond the rate", seed).isLessThanOrEqualTo(burst + 1300 + 0.01);
    }
}
