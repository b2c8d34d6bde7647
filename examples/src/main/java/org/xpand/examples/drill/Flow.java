package org.xpand.examples.drill;

import java.io.IOException;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.xpand.examples.traffic.TraceReader;

/**
 * What one receiver received from one source, and when. Uses one bit per number and one counter per {@value #BUCKET_NANOS} ns of
 * the timeline. Not thread-safe.
 */
final class Flow {
    /** Limit of numbers, more than one source can send in a drill. */
    static final int MAX_NUMBER = 100_000_000;
    /** Resolution of rates. */
    static final long BUCKET_NANOS = 100_000_000;
    /** Number of buckets over which a rate is measured. */
    static final int WINDOW_BUCKETS = 5;
    /** The fraction of the rate before the fault that counts as recovered. */
    static final double BACK = 0.8;

    private static final double NANOS_PER_SECOND = 1e9;

    private final Timeline timeline;
    private final double rate;
    private final BitSet numbers = new BitSet();
    private final int[] buckets;
    private long duplicates;
    private long reordered;
    private long lastArrivalNanos;
    private long longestSilenceNanos;
    private long longestSilenceFromNanos;
    private long silenceSinceMendNanos;

    /** @param rate messages per second that the source is meant to send */
    Flow(Timeline timeline, double rate) {
        this.timeline = timeline;
        this.rate = rate;
        this.buckets = new int[(int) ((timeline.stopNanos() - timeline.startNanos()) / BUCKET_NANOS) + 1];
        this.lastArrivalNanos = timeline.faultNanos();
    }

    /**
     * Returns the complete flows of a receiver's trace, by the source's process.
     *
     * @param rate messages per second that each source is meant to send
     * @throws IOException if the trace cannot be read
     */
    static Map<Long, Flow> read(Path trace, List<DrillFindings.Source> sources, Timeline timeline, double rate) throws IOException {
        Map<Long, Flow> flows = new HashMap<>();
        sources.forEach(source -> flows.put(source.process(), new Flow(timeline, rate)));
        TraceReader.read(trace, (process, nanos, number) -> {
            Flow flow = flows.get(process);
            if (flow != null) {
                flow.take(nanos, number);
            }
        });
        flows.values().forEach(Flow::end);
        return flows;
    }

    /**
     * Records a delivery; in the order of time.
     *
     * @throws IllegalArgumentException if the number is below 0 or above {@link #MAX_NUMBER}
     */
    void take(long arrivalNanos, long number) {
        if (number < 0 || number > MAX_NUMBER) {
            throw new IllegalArgumentException("message number " + number + ": accepted is 0 to " + MAX_NUMBER);
        }
        int index = (int) number;
        if (numbers.get(index)) {
            duplicates++;
        } else if (index < numbers.length()) {
            reordered++;
        }
        numbers.set(index);
        if (arrivalNanos >= timeline.startNanos() && arrivalNanos < timeline.stopNanos()) {
            buckets[(int) ((arrivalNanos - timeline.startNanos()) / BUCKET_NANOS)]++;
        }
        if (arrivalNanos > timeline.faultNanos()) {
            silentUntil(arrivalNanos);
        }
        lastArrivalNanos = arrivalNanos;
    }

    private void silentUntil(long nanos) {
        if (lastArrivalNanos < timeline.stopNanos()) {
            if (nanos - lastArrivalNanos > longestSilenceNanos) {
                longestSilenceNanos = nanos - lastArrivalNanos;
                longestSilenceFromNanos = lastArrivalNanos;
            }
            silenceSinceMendNanos = Math.max(silenceSinceMendNanos,
                    nanos - Math.max(lastArrivalNanos, timeline.mendedNanos()));
        }
    }

    /** Ends the flow after the last delivery. */
    void end() {
        silentUntil(timeline.stopNanos());
    }

    /** Returns the delivered numbers; not to be changed. */
    BitSet numbers() {
        return numbers;
    }

    /** Returns the repeated deliveries. */
    long duplicates() {
        return duplicates;
    }

    /** Returns the numbers delivered after a later one. */
    long reordered() {
        return reordered;
    }

    /** Returns the longest time between two deliveries that ended after the fault and started before the senders stopped. */
    long longestSilenceNanos() {
        return longestSilenceNanos;
    }

    /** Returns when the longest silence began, after the start of the measurement. */
    long longestSilenceFromNanos() {
        return longestSilenceFromNanos - timeline.startNanos();
    }

    /** Returns the longest silence after the end of the fault. */
    long silenceSinceMendNanos() {
        return silenceSinceMendNanos;
    }

    /** Returns the messages per second during the fault, without its first quarter; 0 if it was momentary. */
    double rateMeanwhile() {
        long from = timeline.faultNanos() + (timeline.mendedNanos() - timeline.faultNanos()) / 4;
        int first = (int) ((from - timeline.startNanos()) / BUCKET_NANOS);
        int last = (int) ((timeline.mendedNanos() - timeline.startNanos()) / BUCKET_NANOS);
        return last <= first ? 0 : sum(first, last) * NANOS_PER_SECOND / ((last - first) * BUCKET_NANOS);
    }

    /**
     * Returns how long after the fault the rate was back, permanently, at {@value #BACK} of its value before: the start of the
     * first window after the last one below it. Empty if the last window was below, or nothing arrived before the fault. The faster
     * rate of a source that was catching up before the fault does not count.
     */
    OptionalLong backAfterNanos() {
        int fault = (int) ((timeline.faultNanos() - timeline.startNanos()) / BUCKET_NANOS);
        long before = sum(0, fault);
        int last = buckets.length - 1 - WINDOW_BUCKETS;
        if (before == 0 || last < fault) {
            return OptionalLong.empty();
        }
        double nominal = rate * BUCKET_NANOS / NANOS_PER_SECOND;
        double enough = BACK * Math.min(nominal, (double) before / fault) * WINDOW_BUCKETS;
        int back = fault;
        for (int start = fault; start <= last; start++) {
            if (sum(start, start + WINDOW_BUCKETS) < enough) {
                back = start + 1;
            }
        }
        return back > last ? OptionalLong.empty() : OptionalLong.of((back - fault) * BUCKET_NANOS);
    }

    private long sum(int from, int to) {
        long sum = 0;
        for (int i = from; i < to; i++) {
            sum += buckets[i];
        }
        return sum;
    }
}
