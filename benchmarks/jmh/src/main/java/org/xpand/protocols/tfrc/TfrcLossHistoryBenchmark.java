package org.xpand.protocols.tfrc;

import org.xpand.protocols.rate.LossBenchmark;

/** What do loss events and intervals, as Xpand weighs them, cost for each packet that arrives, with p read each time? */
public class TfrcLossHistoryBenchmark extends LossBenchmark {
    private final TfrcLossHistory history = new TfrcLossHistory(TfrcConfig.recommended(), () -> 100);

    /** Loss events last ten packets. */
    public TfrcLossHistoryBenchmark() {
        history.rttNanos(10 * INTERVAL_NANOS);
        report(history);
    }

    @Override
    protected double known() {
        return history.lossEventRate();
    }
}
