package org.xpand.protocols.tfrc;

import java.util.function.DoubleSupplier;
import org.xpand.protocols.rate.LossDetector;
import org.xpand.protocols.rate.LossHistory;

/**
 * Computes the loss event rate from received and lost packets (Xpand §4.2).
 *
 * <ul>
 * <li>A loss event starts when a lost packet would have arrived, T1, and lasts one RTT; packets that arrive or are lost
 *     in [T1, T1 + RTT) are ignored.
 * <li>I_sample counts the packets that arrive from T1 + RTT until the next loss event.
 * <li>I_mean = ½ I_past + ½ I_sample (Eq. 2). At a new loss event I_mean becomes I_past; between events I_mean is
 *     I_past until I_sample ≥ I_past. I_mean ≥ 1, and p = 1/I_mean.
 * <li>A gap begins at most as many loss events as configured; the last of them lasts until one RTT after the gap.
 * <li>A late packet cancels the newest loss event if it was the only loss in it (RFC 5348 §5.1); older events are kept.
 * </ul>
 */
final class TfrcLossHistory implements LossHistory {
    private final double quotient;
    private final boolean lateRepairs;
    private final int gapEvents;
    private final boolean seeded;
    private final DoubleSupplier firstInterval;
    private long rttNanos;

    private long received;
    private long lost;
    private long lossEvents;
    private double past;
    /** Packets of {@link #past} that stem from the first interval. */
    private double firstShare;
    private long sample;
    private long eventEndNanos;

    /** The newest event, so that it can be cancelled. */
    private long eventFirst;
    private long eventLost;
    private long eventReceived;
    private double pastBefore;
    private double firstShareBefore;
    private long sampleBefore;
    private long endBeforeNanos;

    /**
     * @param firstInterval called at the first loss event: I_past in packets, or NaN to take the packets received so far
     */
    TfrcLossHistory(TfrcConfig config, DoubleSupplier firstInterval) {
        this.quotient = config.historyQuotient();
        this.lateRepairs = config.lateRepairs();
        this.gapEvents = config.gapEvents();
        this.seeded = config.seededHistory();
        this.rttNanos = config.initialRtt();
        this.firstInterval = firstInterval;
    }

    @Override
    public void rttNanos(long nanos) {
        rttNanos = nanos;
    }

    /** I_mean in packets; infinite before the first loss event. */
    double meanInterval() {
        if (lossEvents == 0) {
            return Double.POSITIVE_INFINITY;
        }
        return sample >= past ? mix(past, sample) : past;
    }

    @Override
    public double lossEventRate() {
        return lossEvents == 0 ? 0 : 1 / meanInterval();
    }

    @Override
    public long received() {
        return received;
    }

    @Override
    public long lost() {
        return lost;
    }

    @Override
    public long lossEvents() {
        return lossEvents;
    }

    /** The part of I_past that stems from the first interval is scaled with RTT² at a given rate (RFC 4654 §5.6). */
    @Override
    public void firstRtt(long nanos) {
        if (seeded) {
            double ratio = (double) nanos / rttNanos;
            scaleFirst(ratio * ratio);
        }
        rttNanos = nanos;
    }

    void scaleFirst(double factor) {
        past = Math.max(1, past + firstShare * (factor - 1));
        firstShare *= factor;
        firstShareBefore *= factor;
        pastBefore = Math.max(1, pastBefore + firstShareBefore * (1 - 1 / factor));
    }

    @Override
    public void received(long number, long arrivalNanos) {
        received++;
        if (lossEvents > 0 && arrivalNanos - eventEndNanos < 0) {
            eventReceived++;
        } else {
            sample++;
        }
    }

    @Override
    public void lost(long first, long count, long beforeNanos, long afterNanos) {
        lost += count;
        long index = 1;
        int begun = 0;
        while (index <= count) {
            long nanos = LossDetector.lostNanos(index, count, beforeNanos, afterNanos);
            if (lossEvents == 0 || nanos - eventEndNanos >= 0) {
                if (begun == gapEvents) {
                    eventEndNanos = LossDetector.lostNanos(count, count, beforeNanos, afterNanos) + rttNanos;
                } else {
                    startEvent(first + index - 1, nanos);
                    begun++;
                }
            }
            long next = firstOutsideEvent(index + 1, count, beforeNanos, afterNanos);
            eventLost += next - index;
            index = next;
        }
    }

    /** Begins a loss event, though the packet has arrived. */
    @Override
    public void marked(long number, long arrivalNanos) {
        lost(number, 1, arrivalNanos, arrivalNanos);
        lost--;
        received++;
    }

    @Override
    public void late(long number, long arrivalNanos) {
        received++;
        if (!lateRepairs) {
            return;
        }
        lost--;
        if (number >= eventFirst && --eventLost == 0) {
            lossEvents--;
            past = pastBefore;
            firstShare = firstShareBefore;
            sample += sampleBefore + eventReceived + 1;
            eventEndNanos = endBeforeNanos;
        }
    }

    private void startEvent(long number, long nanos) {
        pastBefore = past;
        firstShareBefore = firstShare;
        sampleBefore = sample;
        endBeforeNanos = eventEndNanos;
        if (lossEvents == 0) {
            double interval = firstInterval.getAsDouble();
            past = Math.max(1, Double.isNaN(interval) ? sample : interval);
            firstShare = past;
        } else {
            past = Math.max(1, mix(past, sample));
            firstShare *= quotient;
        }
        lossEvents++;
        sample = 0;
        eventFirst = number;
        eventLost = 0;
        eventReceived = 0;
        eventEndNanos = nanos + rttNanos;
    }

    /** Index of the first lost packet from {@code index} on that lies outside the event, {@code count} + 1 if none. */
    private long firstOutsideEvent(long index, long count, long beforeNanos, long afterNanos) {
        long low = index;
        long high = count + 1;
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (LossDetector.lostNanos(middle, count, beforeNanos, afterNanos) - eventEndNanos >= 0) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private double mix(double older, double newer) {
        return quotient * older + (1 - quotient) * newer;
    }
}
