package org.xpand.protocols.tfmcc;

import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** What do a receiver's draw of its feedback timer and its decision to cancel it cost? */
@State(Scope.Thread)
public class TfmccTimerBenchmark {
    private static final int RECEIVERS = 10_000;
    private static final long ROUND_NANOS = 200_000_000;
    private static final double RATE = 1e6;

    private final SplittableRandom random = new SplittableRandom(1);
    private double receiverRate = RATE / 2;

    /** A timer is drawn with the paper's bias. */
    @Benchmark
    public long draw() {
        return TfmccTimer.delayNanos(TfmccConfig.paper().feedback(), ROUND_NANOS, RECEIVERS, 1 - random.nextDouble(), 0.7);
    }

    /** Another receiver's report arrives. */
    @Benchmark
    public boolean cancels() {
        receiverRate = receiverRate >= RATE ? RATE / 2 : receiverRate + 1;
        return TfmccTimer.cancels(TfmccTimer.suppressionRate(TfmccConfig.paper().feedback(), RATE), receiverRate);
    }
}
