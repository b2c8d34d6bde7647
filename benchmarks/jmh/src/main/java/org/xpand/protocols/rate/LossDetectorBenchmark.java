package org.xpand.protocols.rate;

/** What does it cost to decide whether packets are lost, for each packet that arrives? */
public class LossDetectorBenchmark extends LossBenchmark {
    private final Counts counts = new Counts();

    /** Counts only. */
    public LossDetectorBenchmark() {
        report(counts);
    }

    @Override
    protected double known() {
        return counts.received - counts.lost;
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
