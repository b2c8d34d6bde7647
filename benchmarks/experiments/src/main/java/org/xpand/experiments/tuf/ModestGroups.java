package org.xpand.experiments.tuf;

import static org.xpand.experiments.tuf.FilteredNetwork.SECOND;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.xpand.experiments.Experiment;
import org.xpand.experiments.Figure;
import org.xpand.experiments.Finding;
import org.xpand.experiments.Findings;
import org.xpand.experiments.Line;
import org.xpand.experiments.Plan;

/** Fifteen groups that send 15 to 250 kB/s over the link of 1 MB/s. */
public final class ModestGroups implements Experiment {
    private static final int GROUPS = 15;
    private static final double LOWEST = 15_000;
    private static final double HIGHEST = 250_000;
    /** Of the paths to a node of each type, the one to A-2. */
    private static final int A_2 = 1;
    /** A source that asks for more than this part of the highest fair rate meets the filter now and then. */
    private static final double MODEST = 0.7;
    private static final long SETTLED = 60;

    /**
     * What came to the node A-2.
     *
     * @param rates by group, in the order of their demands, bytes per second
     * @param fair  their max-min fair rates
     */
    private record Run(double[] rates, double[] fair) {
        double sum() {
            return Arrays.stream(rates).sum();
        }

        /** The least share of what is fair, of groups that ask for this part of the highest fair rate. */
        double least(double from, double to) {
            double level = Arrays.stream(fair).max().orElseThrow();
            return IntStream.range(0, GROUPS).filter(i -> demand(i) >= from * level && demand(i) < to * level)
                    .mapToDouble(i -> rates[i] / fair[i]).min().orElseThrow();
        }

        /** The mean share of what is fair, of those that ask for more. */
        double greedy() {
            return IntStream.range(0, GROUPS).filter(i -> demand(i) > fair[i]).mapToDouble(i -> rates[i] / fair[i])
                    .average().orElseThrow();
        }
    }

    @Override
    public String name() {
        return "tuf-demands";
    }

    @Override
    public String question() {
        return "Do modest sources get what they ask for, and greedy ones the rest in equal parts?";
    }

    @Override
    public String source() {
        return "TUF §6, Fig. 7";
    }

    @Override
    public Findings run(Plan plan) {
        List<Run> runs = plan.overSeeds(seed -> run(seed, SETTLED + plan.fullOrBrief(300L, 40L)));
        List<Integer> demands = IntStream.range(0, GROUPS).mapToObj(i -> (int) Math.round(demand(i) / 1000)).toList();
        List<Line> lines = List.of(
                Line.bars("least to most", demands, overGroups(i -> rates(runs, i).min().orElseThrow()),
                        overGroups(i -> rates(runs, i).max().orElseThrow())),
                Line.over("fair", demands, overGroups(i -> runs.get(0).fair[i])),
                Line.over("received", demands, overGroups(i -> rates(runs, i).average().orElseThrow())));
        return new Findings(List.of(
                Finding.of("sum of the rates", "MB/s", runs, run -> run.sum() / 1e6).expect(0.95, 1),
                Finding.of("worst of those that ask for less than 0.7 of the greedy ones' fair rate", "of the demand", runs,
                        run -> run.least(0, MODEST)).expect(0.95, 1.01).ifBrief(plan, 0.93, 1.01),
                Finding.of("worst of those that ask for 0.7 to 1 of it", "of the demand", runs,
                        run -> run.least(MODEST, 1)).expect(0.8, 0.96).ifBrief(plan, 0.7, 1.05),
                Finding.of("mean of the greedy ones", "of the fair rate", runs, Run::greedy).expect(0.95, 1.03).ifBrief(plan, 0.85, 1.1)),
                List.of(new Figure("demands", "15 groups over 1 MB/s (Fig. 7)", "rate sent (kB/s)", "rate received (kB/s)",
                        Figure.Style.POINTS, lines)));
    }

    private static DoubleStream rates(List<Run> runs, int group) {
        return runs.stream().mapToDouble(run -> run.rates[group]);
    }

    private static List<Double> overGroups(ToDoubleFunction<Integer> bytes) {
        return IntStream.range(0, GROUPS).mapToObj(i -> bytes.applyAsDouble(i) / 1000).toList();
    }

    private static double demand(int group) {
        return LOWEST + (HIGHEST - LOWEST) * group / (GROUPS - 1);
    }

    private static Run run(long seed, long end) {
        TwoBottlenecks topology = new TwoBottlenecks(seed, FilteredNetwork.PAPER, 1, TwoBottlenecks.SHORT_QUEUE_SECONDS);
        FilteredNetwork network = topology.network();
        for (int i = 0; i < GROUPS; i++) {
            topology.group().sendAt(demand(i));
        }
        network.run(end * SECOND);
        double[] fair = network.fairShares();
        int[] places = IntStream.range(0, GROUPS).map(i -> i * TwoBottlenecks.TYPES + A_2).toArray();
        return new Run(Arrays.stream(places).mapToDouble(i -> network.members().get(i).throughput()
                .mean(SETTLED * SECOND, end * SECOND)).toArray(), Arrays.stream(places).mapToDouble(i -> fair[i]).toArray());
    }
}
