package org.xpand.comparison;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.text.NumberFormat;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
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
    private final List<Load> loads;
    private final TreeMap<Integer, TreeMap<Peer, List<Sample>>> samples = new TreeMap<>();

    /**
     * @param maxSpread the widest spread with which there is a ratio, see {@link Series#spread}
     * @param loads     in the order of the rows
     */
    Results(double maxSpread, List<Load> loads) {
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
        Table table = new Table(2, "bytes", "system", "Mbit/s per site", "of the limit", "spread %", "xpand / it", "CPU s/GB",
                "xpand / it", "allocated MB/s", "allocated B/B", "sender MB", "receiver MB", "lost", "runs");
        samples.forEach((size, byPeer) -> byPeer.keySet().forEach(peer -> table.add(costs(size, peer))));
        return table.toString();
    }

    private List<String> costs(int size, Peer peer) {
        Series series = series(size, peer);
        return List.of(String.valueOf(size), peer.text(), Table.figure(series.median(Sample::goodput) * BITS / MEGA),
                ofTheLimit(size, peer), Table.figure(series.spread(Sample::goodput) * 100), ratio(size, peer, Sample::goodput),
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
        return quotient(series(size, base), series(size, peer), figure);
    }

    private String quotient(Series of, Series by, ToDoubleFunction<Sample> figure) {
        if (!of.clean() || !by.clean()) {
            return LOST;
        }
        if (!(of.spread(figure) <= maxSpread && by.spread(figure) <= maxSpread)) {
            return SPREAD;
        }
        return Table.figure(of.median(figure) / by.median(figure));
    }

    /** A system's goodput over that of the best C program that lost nothing, within a site over one there; empty if there is none. */
    String ofTheLimit(int size, Peer peer) {
        return samples.get(size).keySet().stream()
                .filter(each -> each.limit() && each.withinSite() == peer.withinSite() && series(size, each).clean())
                .max(Comparator.comparingDouble(each -> series(size, each).median(Sample::goodput)))
                .map(best -> quotient(series(size, peer), series(size, best), Sample::goodput)).orElse("");
    }

    /** The figures of {@link #costs} and {@link #latencies} in JSON, in the same order; what is not a number, or refused, is text or null. */
    String json() {
        ObjectNode all = JsonNodeFactory.instance.objectNode();
        ArrayNode systems = all.putArray("systems");
        samples.forEach((size, byPeer) -> byPeer.keySet().forEach(peer -> json(systems.addObject(), size, peer)));
        return all.toPrettyString() + "\n";
    }

    private void json(ObjectNode into, int size, Peer peer) {
        Series series = series(size, peer);
        into.put("bytes", size).put("system", peer.text()).put("runs", series.samples().size()).put("lost", series.lost())
                .put("mbitPerSecond", series.median(Sample::goodput) * BITS / MEGA);
        put(into, "ofTheLimit", ofTheLimit(size, peer));
        put(into, "spreadPercent", Table.figure(series.spread(Sample::goodput) * 100));
        put(into, "xpandGoodputOverIt", ratio(size, peer, Sample::goodput));
        into.put("cpuSecondsPerGigabyte", series.median(Sample::cpuPerGigabyte));
        put(into, "xpandCpuOverIt", ratio(size, peer, Sample::cpuPerGigabyte));
        into.put("allocatedBytesPerSecond", series.median(Sample::allocationRate))
                .put("allocatedPerByte", series.median(Sample::allocatedPerByte))
                .put("senderResidentBytes", series.median(Sample::senderResident))
                .put("receiverResidentBytes", series.median(Sample::receiverResident));
        ArrayNode latencies = into.putArray("latencies");
        for (Load load : loads) {
            Series loaded = loaded(size, peer, load);
            if (!loaded.samples().isEmpty()) {
                ObjectNode row = latencies.addObject().put(load.common() ? "messagesPerSecond" : "loadPercent", load.value())
                        .put("mbitPerSecond", loaded.median(sample -> sample.latencies().get(load).rate()) * BITS / MEGA);
                for (double percentile : PERCENTILES) {
                    put(row, "p" + NumberFormat.getInstance(Locale.ROOT).format(percentile) + "Micros",
                            Table.figure(loaded.median(sample -> micros(sample, load, percentile))));
                }
            }
        }
    }

    /** A figure of a table as a number, null where there is none, or the reason why not. */
    private static void put(ObjectNode into, String name, String figure) {
        if (figure.isEmpty()) {
            into.putNull(name);
        } else if (figure.startsWith("refused")) {
            into.put(name, figure);
        } else {
            into.put(name, Double.parseDouble(figure));
        }
    }

    /** The runs in which latencies were taken at this load. */
    private Series loaded(int size, Peer peer, Load load) {
        return new Series(samples.get(size).get(peer).stream().filter(sample -> sample.latencies().containsKey(load)).toList());
    }

    /** Medians over the runs of each run's percentiles, microseconds. */
    String latencies() {
        Table table = new Table(3, "bytes", "load", "system", "Mbit/s", "p50 µs", "p90 µs", "p99 µs", "p99.9 µs",
                "spread of p50 %");
        for (int size : samples.keySet()) {
            for (Load load : loads) {
                for (Peer peer : samples.get(size).keySet()) {
                    Series series = loaded(size, peer, load);
                    if (!series.samples().isEmpty()) {
                        table.add(latencies(series, size, load, peer));
                    }
                }
            }
        }
        return table.toString();
    }

    private List<String> latencies(Series series, int size, Load load, Peer peer) {
        List<String> row = new ArrayList<>(List.of(String.valueOf(size), load.text(), peer.text()));
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
        Table table = new Table(3, "bytes", "load", "system", "to another site p50 µs", "within a site p50 µs", "difference µs");
        Load load = loads.stream().min(Load::compareTo).orElseThrow();
        samples.forEach((size, byPeer) -> {
            for (Peer peer : byPeer.containsKey(Peer.XPAND_SITE) ? List.of(Peer.XPAND_DEFAULT, Peer.XPAND) : List.<Peer>of()) {
                if (byPeer.containsKey(peer)) {
                    table.add(crossing(size, load, peer));
                }
            }
        });
        return table.toString();
    }

    private List<String> crossing(int size, Load load, Peer peer) {
        ToDoubleFunction<Sample> latency = sample -> sample.latencies().containsKey(load) ? micros(sample, load, 50) : Double.NaN;
        double across = series(size, peer).median(latency);
        double within = series(size, Peer.XPAND_SITE).median(latency);
        boolean clean = series(size, peer).clean() && series(size, Peer.XPAND_SITE).clean();
        return List.of(String.valueOf(size), load.text(), peer.text(), Table.figure(across), Table.figure(within),
                clean ? Table.figure(across - within) : LOST);
    }

    /** A percentile of one run; not a number if there were too few messages for it. */
    private static double micros(Sample sample, Load load, double percentile) {
        Histogram histogram = sample.latencies().get(load).histogram();
        return histogram.getTotalCount() * (100 - percentile) < 100 ? Double.NaN
                : histogram.getValueAtPercentile(percentile) / MICRO;
    }
}
