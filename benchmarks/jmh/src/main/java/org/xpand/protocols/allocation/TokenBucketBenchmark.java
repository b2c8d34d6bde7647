package org.xpand.protocols.allocation;

import com.google.common.util.concurrent.RateLimiter;
import io.github.bucket4j.Bucket;
import java.time.Duration;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Threads;
import org.xpand.jmh.Peers;

/**
 * What does it cost to ask for a token and to take it, beside Guava's RateLimiter and Bucket4j? Everybody reads the
 * system's clock on each call and has a token in time, so that nobody waits. The product drives a bucket from one thread;
 * with two threads ours stands behind a monitor and reads the clock there, as Guava's does, while Bucket4j's works without
 * locks.
 */
@State(Scope.Benchmark)
public class TokenBucketBenchmark {
    /** Tokens per second: the most that Bucket4j takes, one for each nanosecond. */
    private static final long RATE = 1_000_000_000;

    private final TokenBucket xpand = new TokenBucket(RATE, RATE, System.nanoTime());
    private final RateLimiter guava = RateLimiter.create(RATE);
    private final Bucket bucket4j = Bucket.builder()
            .addLimit(limit -> limit.capacity(RATE).refillGreedy(RATE, Duration.ofSeconds(1)))
            .withNanosecondPrecision().build();

    /** One thread, Xpand's. */
    @Benchmark
    @Peers({"guava", "bucket4j"})
    public boolean xpand() {
        return take();
    }

    /** One thread, Guava's. */
    @Benchmark
    public boolean guava() {
        return guava.tryAcquire();
    }

    /** One thread, Bucket4j's. */
    @Benchmark
    public boolean bucket4j() {
        return bucket4j.tryConsume(1);
    }

    /** Two threads, Xpand's. */
    @Benchmark
    @Threads(2)
    @Peers({"guavaTwoThreads", "bucket4jTwoThreads"})
    public boolean xpandTwoThreads() {
        synchronized (xpand) {
            return take();
        }
    }

    /** Two threads, Guava's. */
    @Benchmark
    @Threads(2)
    public boolean guavaTwoThreads() {
        return guava.tryAcquire();
    }

    /** Two threads, Bucket4j's. */
    @Benchmark
    @Threads(2)
    public boolean bucket4jTwoThreads() {
        return bucket4j.tryConsume(1);
    }

    private boolean take() {
        long now = System.nanoTime();
        if (!xpand.mayTake(now)) {
            return false;
        }
        xpand.take(1, now);
        return true;
    }
}
