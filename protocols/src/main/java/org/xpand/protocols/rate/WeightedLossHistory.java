package org.xpand.protocols.rate;

import java.util.function.DoubleSupplier;

/**
 * Computes the loss event rate from received and lost packets by weighted intervals (RFC 5348 §5, TFMCC §2.3, RFC 4654 §5).
 *
 * <ul>
 * <li>A loss event starts when a lost packet would have arrived; losses up to one RTT later belong to it.
 * <li>A loss interval is the number of packets, received or lost, from the start of an event to the start of the next.
 * <li>p is the inverse of the weighted average of the last n intervals; the open one counts only if that lowers p.
 * <li>When the open interval is longer than twice the average of the others, those get less weight, and keep it
 *     (history discounting, RFC 5348 §5.5). One that is many times longer is no accident: the path has changed, and
 *     older intervals say little about it.
 * <li>The interval before the first event was not counted but is derived from the rate then. Optionally it yields: it is dropped when
 *     the first counted one is longer, and until then the average grows with each packet that finds room in the path's queue, as fast
 *     as TCP's window would. Shorter intervals in the first round-trip times after that event belong to the end of slow start, ours or TCP's
 *     beside us, and change nothing in this.
 * <li>Two consecutive events with many lost packets each show that the rate is far beyond what the path allows, which loses less
 *     than one packet per round-trip time: optionally older intervals then get as little weight as discounting allows. Not at the
 *     end of slow start, when a TCP flow beside us fills a long queue for several round-trip times, nor if the first one
 *     lost only a small part of its packets: a fast stream that has just filled the queue loses a few of many for somewhat more than a
 *     round-trip time, until its source learns of it.
 * <li>Events are recomputed from the lost packets when the first RTT is measured and when a packet arrives late.
 * </ul>
 */
public final class WeightedLossHistory implements LossHistory {
    /** At so many times the average packet rate of a loss interval the rate has risen at its end. */
    private static final double RISEN = 1.5;
    /**
     * By how much the guessed interval grows per packet. TCP's window W grows by one packet per round-trip time, so its square by two for
     * each packet that is sent, and in the simple form of Eq. 1 the interval is W² / 1.5.
     */
    private static final double GUESS_GROWTH = 4.0 / 3;
    /**
     * Loss events within so many round-trip times of the first one belong to the end of slow start: a TCP flow beside us may overflow the queue
     * once more before it knows of its losses and has retransmitted them.
     */
    private static final int SLOW_START_END_RTTS = 16;
    /** The least part of its packets that the first of two such events has lost: ten per cent lost at random are enough, an overflow is not. */
    private static final double HEAVY_PART = 0.05;
    /** Starts of events kept: those of the average and those that late packets may take away again. */
    private static final int MAX_EVENTS = 2 * LostPackets.MAX_RUNS + 2;

    /**
     * The settings.
     *
     * @param intervals         n, loss intervals in the average (RFC 5348 §5.4: 8), 2 to 64
     * @param discountThreshold THRESHOLD, the least factor of discounting on an older interval's weight (RFC 5348 §5.5:
     *                          0.25), 0 to 1; with 1 nothing is discounted
     * @param outlierFactor     an interval of so many times the average of the others also reduces their weight by the fourth
     *                          power; 0 for never. With independent losses of equal probability, one of 5 averages occurs once in
     *                          148 intervals
     * @param lateRepairs       whether a packet that arrives after it was decided lost corrects the record (RFC 5348 §5.1)
     * @param gapEvents         most loss events that begin in a gap, in which nothing arrives, 2 or more
     * @param firstEventRtts    round-trip times that the first loss event lasts: slow start goes on until the source learns of
     *                          it and its lower rate has arrived, 1 or more
     * @param guessYields       whether the first interval, which was not counted, is dropped when the next one is longer, and grows before
     *                          that while the queue has room
     * @param heavyLosses       packets lost in each of two consecutive events for which older intervals are discounted, 2 or more;
     *                          0 for never
     * @param initialRtt        how long a loss event lasts before the round-trip time is known, nanoseconds
     */
    public record Settings(int intervals, double discountThreshold, double outlierFactor, boolean lateRepairs, int gapEvents, double firstEventRtts,
                           boolean guessYields, int heavyLosses, long initialRtt) {
    }

    private final int intervals;
    private final double threshold;
    private final double outlierFactor;
    private final double[] weights;
    private final boolean lateRepairs;
    private final int gapEvents;
    private final double firstEventRtts;
    private final boolean guessYields;
    private final int heavyLosses;
    private final DoubleSupplier firstInterval;
    private final DoubleSupplier heavyInterval;
    private final LostPackets lostPackets = new LostPackets();
    private final long[] starts = new long[MAX_EVENTS];
    private final long[] startNanos = new long[MAX_EVENTS];
    /** DF when the interval before an event was closed: the factor on every older interval since then. */
    private final double[] discounts = new double[MAX_EVENTS];
    /** Packets that each event lost. */
    private final long[] losses = new long[MAX_EVENTS];
    /** The interval of half of the receive rate when each event became a heavy one, 0 if it did not: a late packet later must not change it. */
    private final double[] bounds = new double[MAX_EVENTS];
    private int events;
    private long rttNanos;

    /** Packets decided so far, which is the position of the newest one. */
    private long position;
    /** Difference between a packet's position and its number. */
    private long offset;
    private long received;
    private long lost;
    private long lossEvents;
    /** l_0, the interval before the oldest event kept; 0 once it is dropped. */
    private double seed;
    private boolean queueHasRoom;
    /** Packets received since the newest event that found room in the queue, while the guess grows. */
    private long inRoom;
    /** Whether the newest event made the average the interval of half of the receive rate. */
    private boolean halved;

    /**
     * A history without a loss.
     *
     * @param settings      how intervals are averaged and events found
     * @param firstInterval called at the first loss event: l_0 in packets
     * @param heavyInterval called at heavy losses: the interval of half of the receive rate in packets, below which they do not bring the average,
     *                      since TCP too halves its window. 0 for no such bound
     */
    public WeightedLossHistory(Settings settings, DoubleSupplier firstInterval, DoubleSupplier heavyInterval) {
        this.intervals = settings.intervals();
        this.threshold = settings.discountThreshold();
        this.outlierFactor = settings.outlierFactor();
        this.weights = weights(settings.intervals());
        this.lateRepairs = settings.lateRepairs();
        this.gapEvents = settings.gapEvents();
        this.firstEventRtts = settings.firstEventRtts();
        this.guessYields = settings.guessYields();
        this.heavyLosses = settings.heavyLosses();
        this.rttNanos = settings.initialRtt();
        this.firstInterval = firstInterval;
        this.heavyInterval = heavyInterval;
    }

    /** w_0 to w_(n−1) (RFC 5348 §5.4); for n = 8 they are 5, 5, 5, 5, 4, 3, 2, 1 (TFMCC §2.3) over 5. */
    static double[] weights(int intervals) {
        double[] weights = new double[intervals];
        double half = intervals / 2.0;
        for (int i = 0; i < intervals; i++) {
            weights[i] = i < half ? 1 : 1 - (i - (half - 1)) / (half + 1);
        }
        return weights;
    }

    @Override
    public void rttNanos(long nanos) {
        rttNanos = nanos;
    }

    @Override
    public void scaleGuess(double factor) {
        seed = seed == 0 ? 0 : Math.max(1, seed * factor);
    }

    @Override
    public boolean guessGrows() {
        return guessYields && events > 0 && (halved || seedCounts() && endsSlowStart(events - 1));
    }

    @Override
    public void queueHasRoom(boolean value) {
        queueHasRoom = value;
    }

    /** The first RTT was measured: events are recomputed, l_0 is scaled with RTT² (TFMCC App. A and B, RFC 4654 §5.6). */
    @Override
    public void firstRtt(long nanos) {
        double ratio = (double) nanos / rttNanos;
        scaleGuess(ratio * ratio);
        rttNanos = nanos;
        lostPackets.correctRtt(nanos);
        replay();
    }

    @Override
    public double lossEventRate() {
        return events == 0 ? 0 : 1 / meanInterval();
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

    @Override
    public void received(long number, long arrivalNanos) {
        received++;
        position++;
        inRoom += queueHasRoom && guessGrows() ? 1 : 0;
        offset = position - number;
    }

    @Override
    public void lost(long first, long count, long beforeNanos, long afterNanos) {
        lost += count;
        long firstNanos = LossDetector.lostNanos(1, count, beforeNanos, afterNanos);
        long lastNanos = LossDetector.lostNanos(count, count, beforeNanos, afterNanos);
        lostPackets.add(position + 1, count, firstNanos, lastNanos, rttNanos);
        startEvents(lostPackets.runs() - 1);
        position += count;
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
        if (lateRepairs && lostPackets.found(number + offset)) {
            lost--;
            replay();
        }
    }

    /** The average loss interval: the larger one of those with and without the open interval. */
    private double meanInterval() {
        double open = interval(0);
        int closed = closedIntervals();
        if (closed == 0) {
            return open;
        }
        double mean = meanBefore(events - 1, closed) + (guessGrows() ? GUESS_GROWTH * inRoom : 0);
        double discount = discount(open, mean);
        double sum = weights[0] * open;
        double total = weights[0];
        double factor = discount;
        for (int i = 1; i < closed; i++) {
            double weight = weights[i] * factor;
            sum += weight * interval(i);
            total += weight;
            factor *= i < events ? discounts[events - 1 - i] : 1;
        }
        return Math.max(sum / total, mean);
    }

    /** The average of the {@code closed} intervals before the event with this index, discounted by those after each. */
    private double meanBefore(int event, int closed) {
        double sum = 0;
        double total = 0;
        double factor = 1;
        for (int i = 1; i <= closed; i++) {
            double weight = weights[i - 1] * factor;
            int start = event - i;
            sum += weight * (start >= 0 ? starts[start + 1] - starts[start] : seed);
            total += weight;
            factor *= start >= 0 ? discounts[start] : 1;
        }
        return sum / total;
    }

    /** DF, the factor of an interval of this length on the weight of older ones. */
    private double discount(double interval, double mean) {
        if (interval <= 2 * mean) {
            return 1;
        }
        double excess = outlierFactor == 0 ? 1 : Math.max(1, interval / (outlierFactor * mean));
        return Math.max(threshold, 2 * mean / interval / (excess * excess * excess * excess));
    }

    private int closedIntervals() {
        return Math.min(intervals, events - 1 + (seedCounts() ? 1 : 0));
    }

    private boolean seedCounts() {
        return seed > 0 && !(guessYields && events > 1 && starts[1] - starts[0] > seed);
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
            long next = firstOutsideEvent(run, index + 1);
            countLosses(next - index);
            index = next;
            if (index < count && started + 1 >= gapEvents) {
                // The last one lasts until a round-trip time after the gap.
                startNanos[events - 1] = lostPackets.nanos(run, count - 1);
                index = count;
            }
        }
    }

    private void startEvent(long at, long nanos) {
        if (lossEvents == 0 && seed == 0) {
            seed = Math.max(1, firstInterval.getAsDouble());
        }
        if (events > 0) {
            int closed = closedIntervals();
            discounts[events - 1] = closed == 0 ? 1 : discount(at - starts[events - 1], meanBefore(events - 1, closed));
        }
        if (events == MAX_EVENTS) {
            System.arraycopy(starts, 1, starts, 0, MAX_EVENTS - 1);
            System.arraycopy(startNanos, 1, startNanos, 0, MAX_EVENTS - 1);
            System.arraycopy(discounts, 1, discounts, 0, MAX_EVENTS - 1);
            System.arraycopy(losses, 1, losses, 0, MAX_EVENTS - 1);
            System.arraycopy(bounds, 1, bounds, 0, MAX_EVENTS - 1);
            events--;
            seed = 0;
        }
        inRoom = 0;
        halved = false;
        losses[events] = 0;
        if (starts[events] != at) {
            bounds[events] = 0;
        }
        starts[events] = at;
        startNanos[events++] = nanos;
        lossEvents++;
    }

    /** Counts the losses of the newest event. The first one is slow start's, which exceeds the path's capacity by design. */
    private void countLosses(long count) {
        int newest = events - 1;
        long before = losses[newest];
        losses[newest] += count;
        if (before < heavyLosses && isHeavyAgain(newest) && !roseBefore(newest)) {
            double discount = heavyDiscount(newest);
            halved = discount > threshold;
            discounts[newest - 1] = Math.min(discounts[newest - 1], discount);
        }
    }

    /**
     * The factor on the intervals before the last one after heavy losses: the least one, or that with which the average is the interval of
     * half of the receive rate. A TCP flow that starts beside us overflows the queue for more than one round-trip time, and the path is the same.
     */
    private double heavyDiscount(int event) {
        if (bounds[event] == 0) {
            bounds[event] = heavyInterval.getAsDouble();
        }
        double least = bounds[event];
        double last = starts[event] - starts[event - 1];
        if (least <= last) {
            return threshold;
        }
        double sum = 0;
        double total = 0;
        double factor = 1;
        for (int i = 2; i <= closedIntervals(); i++) {
            int start = event - i;
            double weight = weights[i - 1] * factor;
            sum += weight * (start >= 0 ? starts[start + 1] - starts[start] : seed);
            total += weight;
            factor *= start >= 0 ? discounts[start] : 1;
        }
        // (w_0 · last + x · sum) / (w_0 + x · total) = least
        double enough = weights[0] * (least - last) / (sum - least * total);
        return enough > 0 ? Math.max(threshold, Math.min(1, enough)) : 1;
    }

    /** Whether an event and the one before it, shortly before, lost many packets each, and the one before a considerable part. */
    private boolean isHeavyAgain(int event) {
        return heavyLosses > 0 && event > 1 && losses[event] >= heavyLosses && !endsSlowStart(event - 1)
                && losses[event - 1] >= Math.max(heavyLosses, HEAVY_PART * (starts[event] - starts[event - 1]))
                && startNanos[event] - startNanos[event - 1] <= 2 * rttNanos;
    }

    /** Whether an event belongs to the end of slow start. */
    private boolean endsSlowStart(int event) {
        return events == lossEvents && startNanos[event] - startNanos[0] <= SLOW_START_END_RTTS * rttNanos;
    }

    /**
     * Whether packets came much faster since the last event than in the interval before it, or before the first of several events like it:
     * then the losses are those of a rate that has just risen, as after a time with little to send, and the path is the same.
     */
    private boolean roseBefore(int newest) {
        int first = newest - 1;
        while (isHeavyAgain(first)) {
            first--;
        }
        double faster = starts[newest] - starts[newest - 1];
        double longer = startNanos[first] - startNanos[first - 1];
        return faster * longer > RISEN * (starts[first] - starts[first - 1]) * (startNanos[newest] - startNanos[newest - 1]);
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
        return events == 0 || nanos - startNanos[events - 1] > (events == 1 && seed > 0 ? firstEventRtts * rttNanos : rttNanos);
    }

    /** Works the events out again that the remembered losses started, each by the RTT of its time. */
    private void replay() {
        long currentRtt = rttNanos;
        long newest = events == 0 ? 0 : starts[events - 1];
        long grown = inRoom;
        while (events > 0 && starts[events - 1] >= lostPackets.completeFrom()) {
            events--;
            lossEvents--;
            halved = false;
        }
        for (int run = 0; run < lostPackets.runs(); run++) {
            rttNanos = lostPackets.rttNanos(run);
            startEvents(run);
        }
        rttNanos = currentRtt;
        inRoom = events > 0 && starts[events - 1] == newest ? grown : 0;
        if (lossEvents == 0) {
            seed = 0;
        }
    }
}
