package org.xpand.experiments.tuf;

import static org.xpand.experiments.tuf.FilteredNetwork.SECOND;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.xpand.experiments.Experiment;
import org.xpand.experiments.Figure;
import org.xpand.experiments.Finding;
import org.xpand.experiments.Findings;
import org.xpand.experiments.Line;
import org.xpand.experiments.Plan;
import org.xpand.simulator.net.Node;
import org.xpand.simulator.tcp.TcpFlow;

/**
 * Groups and as many TCP flows over the link of 1 MB/s, half of them to A, half one link farther, to A-2; every group has
 * members at both. TCP's packets are late by up to a packet's time at random, against phase effects.
 */
public final class BesideTcp implements Experiment {
    /** App. B with R_UDP = 150 ms, R_max = 450 ms, R_min = 50 ms, n = 1. */
    private static final double ALPHA = 1.0 / 6;
    private static final double BETA = 3;
    /** Narrower, of the means over the flows to a place: TCP to A has a shorter round-trip time than the filter assumes. */
    private static final double NEAR_LEAST = 2;
    private static final double FAR_LEAST = 0.7;
    private static final double FAR_MOST = 1.35;
    private static final double GREEDY = 10e6;
    private static final long PACKET_NANOS = 1_000_000;
    private static final long SETTLED = 60;
    private static final Map<String, String> SETTINGS = Map.of("preset", "paper", "unit", "1400", "threshold", "tcp");

    /**
     * TCP's rates over the groups' mean rate at the same place.
     *
     * @param near to A
     * @param far  to A-2
     * @param use  of the link
     */
    private record Run(double[] near, double[] far, double use) {
        double nearMean() {
            return Arrays.stream(near).average().orElseThrow();
        }

        double farMean() {
            return Arrays.stream(far).average().orElseThrow();
        }
    }

    @Override
    public String name() {
        return "tuf-tcp";
    }

    @Override
    public String question() {
        return "Does the ratio of TCP's rate to a group's stay between 1/6 and 3?";
    }

    @Override
    public String source() {
        return "TUF §6, Fig. 9, App. B";
    }

    @Override
    public Findings run(Plan plan) {
        List<Integer> counts = plan.fullOrBrief(List.of(2, 4, 8, 12, 16, 20), List.of(4));
        List<Finding> numbers = new ArrayList<>();
        List<List<Double>> series = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            series.add(new ArrayList<>());
        }
        for (int count : counts) {
            List<Run> runs = plan.overSeeds(seed -> run(seed, count, SETTLED + plan.fullOrBrief(300L, 60L)));
            String where = ", " + count + " of each";
            numbers.add(Finding.of("TCP over TUF at A" + where, "", runs, Run::nearMean).expect(NEAR_LEAST, BETA));
            numbers.add(Finding.of("TCP over TUF at A-2" + where, "", runs, Run::farMean).expect(FAR_LEAST, FAR_MOST));
            numbers.add(Finding.of("use of the link" + where, "", runs, Run::use).expect(0.9, 1));
            addSummary(series.subList(0, 3), runs.stream().map(Run::near).toList());
            addSummary(series.subList(3, 6), runs.stream().map(Run::far).toList());
        }
        return new Findings(numbers, List.of(new Figure("ratio", "TCP's rate over TUF's (Fig. 9)", "flows of each kind",
                "ratio", Figure.Style.POINTS, List.of(
                        Line.bars("at A, least to most", counts, series.get(1), series.get(2)),
                        Line.bars("at A-2, least to most", counts, series.get(4), series.get(5)),
                        Line.over("at A", counts, series.get(0)),
                        Line.over("at A-2", counts, series.get(3)),
                        Line.constant("alpha", counts.get(0), counts.get(counts.size() - 1), ALPHA),
                        Line.constant("beta", counts.get(0), counts.get(counts.size() - 1), BETA)))));
    }

    /** Mean, least and most of all flows of all runs. */
    private static void addSummary(List<List<Double>> to, List<double[]> runs) {
        double[] all = runs.stream().flatMapToDouble(Arrays::stream).toArray();
        to.get(0).add(Arrays.stream(all).average().orElseThrow());
        to.get(1).add(Arrays.stream(all).min().orElseThrow());
        to.get(2).add(Arrays.stream(all).max().orElseThrow());
    }

    private static Run run(long seed, int count, long end) {
        FilteredNetwork network = new FilteredNetwork(seed, SETTINGS);
        Node source = network.router("source");
        Node near = network.router("A");
        Node far = network.router("A-2");
        HopEnd bottleneck = network.link(source, near, TwoBottlenecks.TO_A);
        HopEnd tail = network.link(near, far, TwoBottlenecks.FAST);
        List<TcpFlow> tcp = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            TufGroup group = network.group();
            group.join(List.of(bottleneck));
            group.join(List.of(bottleneck, tail));
            group.sendAt(GREEDY);
            tcp.add(network.tcp(source, i % 2 == 0 ? near : far, PACKET_NANOS));
        }
        network.run(end * SECOND);
        double all = tcp.stream().mapToDouble(flow -> rate(flow, end)).sum()
                + network.members().stream().mapToDouble(member -> rate(member, end)).sum() / 2;
        return new Run(ratios(network, tcp, 0, end), ratios(network, tcp, 1, end),
                all / bottleneck.link().settings().bytesPerSecond());
    }

    private static double[] ratios(FilteredNetwork network, List<TcpFlow> tcp, int place, long end) {
        double group = network.groups().stream().mapToDouble(each -> rate(each.members().get(place), end)).average()
                .orElseThrow();
        double[] ratios = new double[tcp.size() / 2];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = rate(tcp.get(2 * i + place), end) / group;
        }
        return ratios;
    }

    private static double rate(Member member, long end) {
        return member.throughput().mean(SETTLED * SECOND, end * SECOND);
    }

    private static double rate(TcpFlow flow, long end) {
        return flow.throughput().mean(SETTLED * SECOND, end * SECOND);
    }
}
