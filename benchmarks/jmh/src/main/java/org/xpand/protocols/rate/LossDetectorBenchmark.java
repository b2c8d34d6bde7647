package org.xpand.protocols.rate;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** What does it cost to decide whether packets are lost, for each packet that arrives? */
@State(Scope.Thread)
public class LossDetectorBenchmark {
    private static final long INTERVAL_NANOS = 100_000;

    private final Counts counts = new Counts();
    private final LossDetector detector = new LossDetector(LossDetector.DEFAULT_NDUPACK, counts);
    private long number;

    /** One packet in so many is lost; 0 for none. */
    @Param({"0", "100"})
    public int lossEvery;

    /** A packet arrives. */
    @Benchmark
    public void received(Blackhole hole) {
        number++;
        if (lossEvery > 0 && number % lossEvery == 0) {
            number++;
        }
        detector.received(number, number * INTERVAL_NANOS);
        hole.consume(counts.received);
    }

    private static final class Counts implements LossDetector.Listener {
        private long received;
        private long lost;

        @Override
        public void received(long number, long arrivalNanos) {
            received++;
        }

        @Override
        public void lost(long first, long count, long beforeNanos, long afterNanos) {
            lost += count;
        }

        @Override
        public void late(long number, long arrivalNanos) {
            lost--;
        }
    }
}
