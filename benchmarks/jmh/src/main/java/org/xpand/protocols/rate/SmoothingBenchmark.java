package org.xpand.protocols.rate;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What do a round-trip time's update and a packet's pacing cost? */
@State(Scope.Thread)
public class SmoothingBenchmark {
    private static final long RTT_NANOS = 50_000_000;

    private final RttEstimator estimator = new RttEstimator(RttEstimator.DEFAULT_QUOTIENT);
    private final Pacer pacer = new Pacer(Pacer.Limits.DEFAULT, 0);
    private long samples;
    private long now;

    /** A sample is taken in, and the smoothed round-trip time read. */
    @Benchmark
    public long rttSample() {
        estimator.sample(RTT_NANOS + (samples++ & 0xFFFFF));
        return estimator.rttNanos();
    }

    /** A packet leaves when pacing lets it. */
    @Benchmark
    public long pacedPacket() {
        now = Math.max(now, pacer.nextSendNanos());
        pacer.sent(1400, 1e7, RTT_NANOS, now);
        return now;
    }
}
