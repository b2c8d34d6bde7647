package org.xpand.comparison;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.zip.DataFormatException;
import org.HdrHistogram.Histogram;
import org.xpand.comparison.Fleet.Ending;
import org.xpand.comparison.Fleet.Mark;
import org.xpand.comparison.Sample.Latency;
import org.xpand.comparison.peer.Peer;

/** One turn of a system: new processes, all sizes, the goodput of each and then its latencies at parts of it. */
final class Run {
    private static final int WARM_UP_SIZE = 1000;
    private static final double GIGA = 1e9;
    private static final int DIGITS = 3;
    /** Between a value and its count; does not occur in Base64. */
    private static final String COUNT = ":";

    private final ComparisonPlan plan;
    private final Peer peer;
    private final Map<Integer, Double> reference;

    /** @param reference goodput by size of which the loads are parts, bytes per second; empty to take the run's own */
    Run(ComparisonPlan plan, Peer peer, Map<Integer, Double> reference) {
        this.plan = plan;
        this.peer = peer;
        this.reference = reference;
    }

    List<Sample> samples() throws IOException, InterruptedException {
        List<Sample> samples = new ArrayList<>();
        try (Fleet fleet = new Fleet(peer, plan.options())) {
            fleet.begin(WARM_UP_SIZE, 0, 0);
            sleep(plan.warmUpSeconds(peer));
            fleet.end();
            for (int size : plan.sizes()) {
                samples.add(sample(fleet, size));
            }
        }
        return samples;
    }

    private Sample sample(Fleet fleet, int size) throws InterruptedException {
        fleet.begin(size, 0, 0);
        sleep(plan.settleSeconds());
        List<Mark> before = fleet.mark();
        sleep(plan.goodputSeconds());
        List<Mark> after = fleet.mark();
        String state = fleet.state();
        if (!state.isEmpty()) {
            System.err.println(peer.text() + ", " + size + " bytes: " + state);
        }
        Ending ending = fleet.end();
        long lost = ending.lost();
        long disordered = ending.disordered();
        double goodput = goodput(before, after);
        TreeMap<Load, Latency> latencies = new TreeMap<>();
        for (Load load : plan.loads()) {
            double rate = load.messages(reference.getOrDefault(size, goodput), size);
            if (rate > 0) {
                double settle = plan.settleSeconds() / 2;
                fleet.begin(size, rate, (long) (settle * GIGA));
                sleep(settle + plan.latencySeconds());
                ending = fleet.end();
                lost += ending.lost();
                disordered += ending.disordered();
                latencies.put(load, new Latency(rate * size, merged(fleet.latencies())));
            }
        }
        return sample(size, goodput, before, after, new Ending(lost, disordered), latencies);
    }

    private static double goodput(List<Mark> before, List<Mark> after) {
        double least = Double.POSITIVE_INFINITY;
        for (int i = 1; i < before.size(); i++) {
            least = Math.min(least, (after.get(i).bytes() - before.get(i).bytes())
                    / ((after.get(i).nanos() - before.get(i).nanos()) / GIGA));
        }
        return least;
    }

    private Sample sample(int size, double goodput, List<Mark> before, List<Mark> after, Ending ending,
                          Map<Load, Latency> latencies) {
        double delivered = 0;
        double cpuNanos = 0;
        double allocated = 0;
        double allocationRate = 0;
        double receiverResident = 0;
        int receivers = before.size() - 1;
        for (int i = 0; i < before.size(); i++) {
            Mark from = before.get(i);
            Mark to = after.get(i);
            cpuNanos += to.cpuNanos() - from.cpuNanos();
            allocated += to.allocatedBytes() - from.allocatedBytes();
            allocationRate += (to.allocatedBytes() - from.allocatedBytes()) / ((to.nanos() - from.nanos()) / GIGA);
            if (i > 0) {
                delivered += to.bytes() - from.bytes();
                receiverResident += (double) to.residentBytes() / receivers;
            }
        }
        return new Sample(peer, size, goodput, cpuNanos / delivered, allocationRate, allocated / delivered,
                after.get(0).residentBytes(), receiverResident, ending.lost(), ending.disordered(), latencies);
    }

    private static Histogram merged(List<String> encoded) {
        Histogram all = new Histogram(DIGITS);
        for (String each : encoded) {
            if (each.contains(COUNT) || each.isEmpty()) {
                addCounts(all, each);
                continue;
            }
            try {
                all.add(Histogram.decodeFromCompressedByteBuffer(ByteBuffer.wrap(Base64.getDecoder().decode(each)), 0));
            } catch (DataFormatException e) {
                throw new IllegalStateException(e);
            }
        }
        return all;
    }

    /** What the C program says: values and how often each occurred. */
    private static void addCounts(Histogram all, String counts) {
        for (String each : counts.isEmpty() ? new String[0] : counts.split(",")) {
            String[] pair = each.split(COUNT);
            all.recordValueWithCount(Long.parseLong(pair[0]), Long.parseLong(pair[1]));
        }
    }

    private static void sleep(double seconds) throws InterruptedException {
        TimeUnit.NANOSECONDS.sleep((long) (seconds * GIGA));
    }
}
