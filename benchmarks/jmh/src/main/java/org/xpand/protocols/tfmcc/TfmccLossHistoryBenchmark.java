package org.xpand.protocols.tfmcc;

import org.xpand.protocols.rate.LossBenchmark;
import org.xpand.protocols.rate.WeightedLossHistory;

/** What do loss events and the last eight weighted intervals cost for each packet that arrives, with p read each time? */
public class TfmccLossHistoryBenchmark extends LossBenchmark {
    private final WeightedLossHistory history = new WeightedLossHistory(TfmccConfig.recommended().measuring().history(), () -> 100, () -> 0);

    /** Loss events last ten packets. */
    public TfmccLossHistoryBenchmark() {
        history.rttNanos(10 * INTERVAL_NANOS);
        report(history);
    }

    @Override
    protected double known() {
        return history.lossEventRate();
    }
}
