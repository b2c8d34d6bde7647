package org.xpand.testbed.bed;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * What passed the links, ten times a second: the counters of the emulator over time. All figures are taken from here,
 * none from what programs say of themselves. Times are those of {@link System#nanoTime}. For any thread.
 */
public final class Counters {
    /** What is counted, in the order of the emulator's lines. */
    public enum Count { PACKETS, BYTES, DROPPED, MARKED }

    private static final double NANOS_PER_SECOND = 1e9;
    private static final int FIRST_COUNT = 6;

    private final List<String> sites;
    private final Map<FlowKey, Series> flows = new HashMap<>();
    private long[] times = new long[1024];
    private int samples;

    Counters(List<String> sites) {
        this.sites = List.copyOf(sites);
    }

    /** Takes a line of the emulator; answers whether it was one of counters. */
    synchronized boolean take(String line) {
        if (line.startsWith("flow ")) {
            String[] words = line.split(" ");
            FlowKey key = new FlowKey(words[2], sites.get(Integer.parseInt(words[3])), sites.get(Integer.parseInt(words[4])),
                    words[5]);
            long[] counts = new long[Count.values().length];
            for (int i = 0; i < counts.length; i++) {
                counts[i] = Long.parseLong(words[FIRST_COUNT + i]);
            }
            flows.computeIfAbsent(key, any -> new Series()).add(samples, counts);
            return true;
        }
        if (line.startsWith("sampled ")) {
            if (samples == times.length) {
                times = Arrays.copyOf(times, 2 * samples);
            }
            times[samples++] = Long.parseLong(line.substring("sampled ".length()));
            return true;
        }
        return false;
    }

    /** The flows that were seen. */
    public synchronized List<FlowKey> keys() {
        return List.copyOf(flows.keySet());
    }

    /** When the counters were read last. */
    public synchronized long latest() {
        return samples == 0 ? 0 : times[samples - 1];
    }

    /** How much was counted in a span of time, of all flows that fit. */
    public synchronized double between(Predicate<FlowKey> which, Count count, long fromNanos, long toNanos) {
        double sum = 0;
        for (Map.Entry<FlowKey, Series> flow : flows.entrySet()) {
            if (which.test(flow.getKey())) {
                sum += at(flow.getValue(), count, toNanos) - at(flow.getValue(), count, fromNanos);
            }
        }
        return sum;
    }

    /** The mean rate in a span of time, Mbit/s of IP packets. */
    public double megabits(Predicate<FlowKey> which, long fromNanos, long toNanos) {
        return between(which, Count.BYTES, fromNanos, toNanos) * 8 / 1e6 / ((toNanos - fromNanos) / NANOS_PER_SECOND);
    }

    /**
     * How often a count began to rise in a span of time: samples at which it has risen since the one before, and had not risen there.
     * Drops of a queue that overflows for less than two samples are one of them.
     */
    public synchronized int spells(Predicate<FlowKey> which, Count count, long fromNanos, long toNanos) {
        int spells = 0;
        boolean rose = false;
        double before = Double.NaN;
        for (int place = 0; place < samples; place++) {
            if (times[place] < fromNanos || times[place] > toNanos) {
                continue;
            }
            double sum = 0;
            for (Map.Entry<FlowKey, Series> flow : flows.entrySet()) {
                sum += which.test(flow.getKey()) ? flow.getValue().at(place, count) : 0;
            }
            boolean rises = sum > before;
            spells += rises && !rose ? 1 : 0;
            rose = rises;
            before = sum;
        }
        return spells;
    }

    private double at(Series series, Count count, long nanos) {
        int place = Arrays.binarySearch(times, 0, samples, nanos);
        if (place >= 0) {
            return series.at(place, count);
        }
        int after = -place - 1;
        if (after == 0) {
            return 0;
        }
        double before = series.at(after - 1, count);
        if (after == samples) {
            return before;
        }
        double share = (double) (nanos - times[after - 1]) / (times[after] - times[after - 1]);
        return before + share * (series.at(after, count) - before);
    }

    /** Counts of the samples at which they had changed. */
    private static final class Series {
        private final List<Integer> places = new ArrayList<>();
        private final List<long[]> counts = new ArrayList<>();

        void add(int place, long[] values) {
            places.add(place);
            counts.add(values);
        }

        long at(int place, Count count) {
            int low = 0;
            int high = places.size();
            while (low < high) {
                int middle = (low + high) / 2;
                if (places.get(middle) <= place) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            return low == 0 ? 0 : counts.get(low - 1)[count.ordinal()];
        }
    }
}
