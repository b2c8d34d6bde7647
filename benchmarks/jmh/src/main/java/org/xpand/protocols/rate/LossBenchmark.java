package org.xpand.protocols.rate;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** A packet arrives at a loss detector, and what its listener makes of that is read. */
@State(Scope.Thread)
public abstract class LossBenchmark {
    /** Time between packets. */
    protected static final long INTERVAL_NANOS = 100_000;

    private LossDetector detector;
    private long number;

    /** One packet in so many is lost; 0 for none. */
    @Param({"0", "100"})
    public int lossEvery;

    /** Names who is notified of what became of the packets; called once. */
    protected final void report(LossDetector.Listener listener) {
        detector = new LossDetector(LossDetector.DEFAULT_NDUPACK, listener);
    }

    /** What the listener knows now. */
    protected abstract double known();

    /** A packet arrives. */
    @Benchmark
    public double received() {
        number++;
        if (lossEvery > 0 && number % lossEvery == 0) {
            number++;
        }
        detector.received(number, number * INTERVAL_NANOS);
        return known();
    }
}
