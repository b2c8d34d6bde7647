package org.xpand.protocols.tfmcc;

import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.xpand.protocols.rate.LossDetector;

/** What do loss events and intervals, as the last eight weighted intervals, cost for each packet that arrives, with p read each time? */
@State(Scope.Thread)
public class TfmccLossHistoryBenchmark {
    private static final long INTERVAL_NANOS = 100_000;

    private final TfmccLossHistory history = new TfmccLossHistory(TfmccMeasuring.RECOMMENDED, () -> 100);
    private final LossDetector detector = new LossDetector(LossDetector.DEFAULT_NDUPACK, history);
    private long number;

    /** One packet in so many is lost; 0 for none. */
    @Param({"0", "100"})
    public int lossEvery;

    /** Loss events last ten packets. */
    public TfmccLossHistoryBenchmark() {
        history.rttNanos(10 * INTERVAL_NANOS);
    }

    /** A packet arrives, and p is read. */
    @Benchmark
    public double received() {
        number++;
        if (lossEvery > 0 && number % lossEvery == 0) {
            number++;
        }
        detector.received(number, number * INTERVAL_NANOS);
        return history.lossEventRate();
    }
}
