package org.xpand.comparison;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.HdrHistogram.Histogram;
import org.xpand.comparison.peer.Peer;

/** What all runs gave, as tables. */
final class Results {
    /** Why there is no ratio. */
    static final String LOST = "refused: lost";
    /** Why there is no ratio. */
    static final String SPREAD = "refused: spread";

    private static final double MEGA = 1e6;
    private static final double BITS = 8;
    private static final double MICRO = 1e3;
    private static final double[] PERCENTILES = {50, 90, 99, 99.9};

    private final double maxSpread;
    private final List<Integer> loads;
    private final TreeMap<Integer, TreeMap<Peer, List<Sample>>> samples = new TreeMap<>();

    /**
     * @param maxSpread the widest spread with which there is a ratio, see {@link Series#spread}
     * @param loads     in percent, in the order of the rows
     */
    Results(double maxSpread, List<Integer> loads) {
        this.maxSpread = maxSpread;
        this.loads = List.copyOf(loads);
    }

    void add(Sample sample) {
        samples.computeIfAbsent(sample.size(), size -> new TreeMap<>())
                .computeIfAbsent(sample.peer(), peer -> new ArrayList<>()).add(sample);
    }

    private Series series(int size, Peer peer) {
        return new Series(samples.get(size).get(peer));
    }

    /** Xpand as it comes, or tuned if only that was run; within a site, what Xpand does there. */
    private Peer base(int size, Peer peer) {
        if (peer.withinSite()) {
            return Peer.XPAND_SITE;
        }
        return samples.get(size).containsKey(Peer.XPAND_DEFAULT) ? Peer.XPAND_DEFAULT : Peer.XPAND;
    }

    /** Goodput and what it costs; ratios are Xpand's figure over the other's. */
    String costs() {
        Table table = new Table(2, "bytes", "system", "Mbit/s per site", "spread %", "xpand / it", "CPU s/GB", "xpand / it",
                "allocated MB/s", "allocated B/B", "sender MB", "receiver MB", "lost", "runs");
        samples.forEach((size, byPeer) -> byPeer.keySet().forEach(peer -> table.add(costs(size, peer))));
        return table.toString();
    }

    private List<String> costs(int size, Peer peer) {
        Series series = series(size, peer);
        return List.of(String.valueOf(size), peer.text(), Table.figure(series.median(Sample::goodput) * BITS / MEGA),
                Table.figure(series.spread(Sample::goodput) * 100), ratio(size, peer, Sample::goodput),
                Table.figure(series.median(Sample::cpuPerGigabyte)), ratio(size, peer, Sample::cpuPerGigabyte),
                Table.figure(series.median(Sample::allocationRate) / MEGA),
                Table.figure(series.median(Sample::allocatedPerByte)),
                Table.figure(series.median(Sample::senderResident) / MEGA),
                Table.figure(series.median(Sample::receiverResident) / MEGA), String.valueOf(series.lost()),
                String.valueOf(series.samples().size()));
    }

    /** Xpand's median over the other's; a reason if one of the two lost anything or varies too much. */
    String ratio(int size, Peer peer, ToDoubleFunction<Sample> figure) {
        Peer base = base(size, peer);
        if (peer == base || !samples.get(size).containsKey(base)) {
            return "";
        }
        Series xpand = series(size, base);
        Series other = series(size, peer);
        if (!xpand.clean() || !other.clean()) {
            return LOST;
        }
        if (!(xpand.spread(figure) <= maxSpread && other.spread(figure) <= maxSpread)) {
            return SPREAD;
        }
        return Table.figure(xpand.median(figure) / other.median(figure));
    }

    /** Medians over the runs of each run's percentiles, microseconds. */
    String latencies() {
        Table table = new Table(3, "bytes", "load", "system", "Mbit/s", "p50 µs", "p90 µs", "p99 µs", "p99.9 µs",
                "spread of p50 %");
        for (int size : samples.keySet()) {
            for (int load : loads) {
                for (Peer peer : samples.get(size).keySet()) {
                    Series series = new Series(samples.get(size).get(peer).stream()
                            .filter(sample -> sample.latencies().containsKey(load)).toList());
                    if (!series.samples().isEmpty()) {
                        table.add(latencies(series, size, load, peer));
                    }
                }
            }
        }
        return table.toString();
    }

    private List<String> latencies(Series series, int size, int load, Peer peer) {
        List<String> row = new ArrayList<>(List.of(String.valueOf(size), load + " %", peer.text()));
        row.add(Table.figure(series.median(sample -> sample.latencies().get(load).rate()) * BITS / MEGA));
        for (double percentile : PERCENTILES) {
            row.add(Table.figure(series.median(sample -> micros(sample, load, percentile))));
        }
        ToDoubleFunction<Sample> median = sample -> micros(sample, load, 50);
        row.add(Table.figure(series.spread(median) * 100));
        return row;
    }

    /** What crossing to another site adds to the median latency at the lightest load, microseconds. */
    String crossing() {
        Table table = new Table(2, "bytes", "load", "to another site p50 µs", "within a site p50 µs", "difference µs");
        int load = loads.stream().min(Integer::compare).orElse(0);
        samples.forEach((size, byPeer) -> {
            if (byPeer.containsKey(Peer.XPAND) && byPeer.containsKey(Peer.XPAND_SITE)) {
                table.add(crossing(size, load));
            }
        });
        return table.toString();
    }

    private List<String> crossing(int size, int load) {
        ToDoubleFunction<Sample> latency = sample -> sample.latencies().containsKey(load) ? micros(sample, load, 50) : Double.NaN;
        double across = series(size, Peer.XPAND).median(latency);
        double within = series(size, Peer.XPAND_SITE).median(latency);
        boolean clean = series(size, Peer.XPAND).clean() && series(size, Peer.XPAND_SITE).clean();
        return List.of(String.valueOf(size), load + " %", Table.figure(across), Table.figure(within),
                clean ? Table.figure(across - within) : LOST);
    }

    /** A percentile of one run; not a number if there were too few messages for it. */
    private static double micros(Sample sample, int load, double percentile) {
        Histogram histogram = sample.latencies().get(load).histogram();
        return histogram.getTotalCount() * (100 - percentile) < 100 ? Double.NaN
                : histogram.getValueAtPercentile(percentile) / MICRO;
    }
}
