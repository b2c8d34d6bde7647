package org.xpand.protocols.tfmcc;

import java.util.function.DoubleSupplier;
import org.xpand.protocols.rate.LossDetector;

/**
 * Turns received and lost packets into the loss event rate (TFMCC §2.3, RFC 4654 §5).
 *
 * <ul>
 * <li>A loss event starts when a lost packet would have arrived; losses up to one RTT later belong to it.
 * <li>A loss interval is the number of packets, received or lost, from the start of an event to the start of the next.
 * <li>p is the inverse of the weighted average of the last n intervals; the open one counts only if that lowers p.
 * <li>The interval before the first event is not what was counted but what the rate then implies.
 * <li>Events are worked out again from the lost packets when the first RTT is measured and when a packet comes late.
 * </ul>
 */
final class TfmccLossHistory implements LossDetector.Listener {
    /** Loss events that one gap may start: after so many every interval of the average is a short one. */
    private static final int MAX_EVENTS_PER_GAP = 64;
    /** Starts of events kept: those of the average and those that late packets may take away again. */
    private static final int MAX_EVENTS = 2 * LostPackets.MAX_RUNS + 2;

    private final int intervals;
    private final double[] weights;
    private final boolean lateRepairs;
    private final DoubleSupplier firstInterval;
    private final LostPackets lostPackets = new LostPackets();
    private final long[] starts = new long[MAX_EVENTS];
    private final long[] startNanos = new long[MAX_EVENTS];
    private int events;
    private long rttNanos;

    /** Packets decided so far, which is the position of the newest one. */
    private long position;
    /** Difference between a packet's position and its number. */
    private long offset;
    private long received;
    private long lost;
    private long lossEvents;
    /** l_0, the interval before the oldest event kept; 0 once it is forgotten. */
    private double seed;

    /**
     * @param firstInterval asked at the first loss event: l_0 in packets
     */
    TfmccLossHistory(TfmccMeasuring config, DoubleSupplier firstInterval) {
        this.intervals = config.intervals();
        this.weights = weights(config.intervals());
        this.lateRepairs = config.lateRepairs();
        this.rttNanos = config.initialRtt();
        this.firstInterval = firstInterval;
    }

    /** w_0 to w_(n−1) (RFC 4654 §5.4); for n = 8 they are 5, 5, 5, 5, 4, 3, 2, 1 (TFMCC §2.3) over 5. */
    static double[] weights(int intervals) {
        double[] weights = new double[intervals];
        double half = intervals / 2.0;
        for (int i = 0; i < intervals; i++) {
            weights[i] = i < half ? 1 : 1 - (i - (half - 1)) / (half + 1);
        }
        return weights;
    }

    /** How long a loss event lasts from now on. */
    void rttNanos(long nanos) {
        rttNanos = nanos;
    }

    /** The first RTT was measured: events are worked out again, l_0 goes with RTT² (TFMCC App. A and B, RFC 4654 §5.6). */
    void remodel(long nanos) {
        double ratio = (double) nanos / rttNanos;
        seed = seed == 0 ? 0 : Math.max(1, seed * ratio * ratio);
        rttNanos = nanos;
        replay();
    }

    /** p, 0 before the first loss event. */
    double lossEventRate() {
        return events == 0 ? 0 : 1 / meanInterval();
    }

    long received() {
        return received;
    }

    long lost() {
        return lost;
    }

    /** Loss events seen; fewer than before after a late packet took one back. */
    long lossEvents() {
        return lossEvents;
    }

    @Override
    public void received(long number, long arrivalNanos) {
        received++;
        position++;
        offset = position - number;
    }

    @Override
    public void lost(long first, long count, long beforeNanos, long afterNanos) {
        lost += count;
        long firstNanos = LossDetector.lostNanos(1, count, beforeNanos, afterNanos);
        long lastNanos = LossDetector.lostNanos(count, count, beforeNanos, afterNanos);
        lostPackets.add(position + 1, count, firstNanos, lastNanos);
        startEvents(lostPackets.runs() - 1);
        position += count;
    }

    @Override
    public void late(long number, long arrivalNanos) {
        received++;
        if (lateRepairs && lostPackets.found(number + offset)) {
            lost--;
            replay();
        }
    }

    /** The average loss interval: the larger one of those with and without the open interval. */
    private double meanInterval() {
        double withOpen = 0;
        double withoutOpen = 0;
        double total = 0;
        int closed = Math.min(intervals, events - 1 + (seed > 0 ? 1 : 0));
        for (int i = 0; i < Math.max(closed, 1); i++) {
            total += weights[i];
            withOpen += weights[i] * interval(i);
            withoutOpen += closed == 0 ? 0 : weights[i] * interval(i + 1);
        }
        return Math.max(withOpen, withoutOpen) / total;
    }

    /** I_i: 0 is the open interval, then backwards in time. */
    private double interval(int i) {
        if (i == 0) {
            return position - starts[events - 1] + 1;
        }
        return i < events ? starts[events - i] - starts[events - 1 - i] : seed;
    }

    private void startEvents(int run) {
        long count = lostPackets.count(run);
        long index = 0;
        for (int started = 0; index < count; started++) {
            long nanos = lostPackets.nanos(run, index);
            if (isOutsideEvent(nanos)) {
                startEvent(lostPackets.first(run) + index, nanos);
            }
            index = started < MAX_EVENTS_PER_GAP ? firstOutsideEvent(run, index + 1) : count;
        }
    }

    private void startEvent(long at, long nanos) {
        if (lossEvents == 0 && seed == 0) {
            seed = Math.max(1, firstInterval.getAsDouble());
        }
        if (events == MAX_EVENTS) {
            System.arraycopy(starts, 1, starts, 0, MAX_EVENTS - 1);
            System.arraycopy(startNanos, 1, startNanos, 0, MAX_EVENTS - 1);
            events--;
            seed = 0;
        }
        starts[events] = at;
        startNanos[events++] = nanos;
        lossEvents++;
    }

    private long firstOutsideEvent(int run, long index) {
        long low = index;
        long high = lostPackets.count(run);
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (isOutsideEvent(lostPackets.nanos(run, middle))) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private boolean isOutsideEvent(long nanos) {
        return events == 0 || nanos - startNanos[events - 1] > rttNanos;
    }

    /** Works the events out again that the remembered losses started. */
    private void replay() {
        while (events > 0 && starts[events - 1] >= lostPackets.completeFrom()) {
            events--;
            lossEvents--;
        }
        for (int run = 0; run < lostPackets.runs(); run++) {
            startEvents(run);
        }
        if (lossEvents == 0) {
            seed = 0;
        }
    }
}
