package org.xpand.protocols.allocation;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What does a sender's demand cost for each segment that passes its window, samples and reports included? */
@State(Scope.Thread)
public class DemandEstimatorBenchmark {
    private static final int SEGMENT_BYTES = 1000;
    private static final long INTERVAL_NANOS = 100_000;

    private final DemandEstimator estimator = new DemandEstimator(DemandConfig.defaults(), 0);
    private long now;
    private long passed;

    /** A segment enters the window and leaves it; for a quarter of the time it finds the window full. */
    @Benchmark
    public double segment() {
        now += INTERVAL_NANOS;
        estimator.filled(SEGMENT_BYTES, now);
        estimator.window((passed++ & 0xFFF) < 0x400, now);
        estimator.drained(SEGMENT_BYTES, now);
        if (estimator.reportDue(now)) {
            estimator.granted(estimator.report(now), now);
        }
        return estimator.demand(now);
    }
}
