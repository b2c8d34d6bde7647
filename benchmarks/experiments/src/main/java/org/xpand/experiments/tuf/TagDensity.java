package org.xpand.experiments.tuf;

import static org.xpand.experiments.tuf.FilteredNetwork.SECOND;

import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.xpand.experiments.Experiment;
import org.xpand.experiments.Figure;
import org.xpand.experiments.Finding;
import org.xpand.experiments.Findings;
import org.xpand.experiments.Line;
import org.xpand.experiments.Plan;
import org.xpand.simulator.LinkModelStats;

/** The tags of five greedy groups that came over the link of 1 MB/s. */
public final class TagDensity implements Experiment {
    private static final int GROUPS = 5;
    private static final double GREEDY = 10e6;
    /** Each group's fair rate, packets per second. */
    private static final double FAIR = 200;
    /** Width of a bin, in packets per second. */
    private static final int BIN = 5;
    private static final int BINS = 80;
    private static final long SETTLED = 60;

    /**
     * What came over the link.
     *
     * @param density share of the tags of each bin that came
     * @param loss    share of what the filter let pass that the queue dropped
     */
    private record Run(double[] density, double loss) {
        /** The bins between two parts of the fair rate. */
        double[] between(double from, double to) {
            return Arrays.copyOfRange(density, (int) (from * FAIR / BIN), (int) (to * FAIR / BIN));
        }

        double mean(double from, double to) {
            return Arrays.stream(between(from, to)).average().orElseThrow();
        }

        /** Standard deviation over mean. */
        double variation(double from, double to) {
            double mean = mean(from, to);
            double[] bins = between(from, to);
            return Math.sqrt(Arrays.stream(bins).map(each -> (each - mean) * (each - mean)).sum() / bins.length) / mean;
        }
    }

    @Override
    public String name() {
        return "tuf-tags";
    }

    @Override
    public String question() {
        return "Are the tags below the threshold all used alike, and how sharp is the threshold?";
    }

    @Override
    public String source() {
        return "TUF §6, Fig. 8";
    }

    @Override
    public Findings run(Plan plan) {
        List<Run> runs = plan.overSeeds(seed -> run(seed, plan.fullOrBrief(1000L, 60L)));
        double[] x = IntStream.range(0, BINS).mapToDouble(bin -> bin * BIN).toArray();
        return new Findings(List.of(
                Finding.of("share of the tags that came, below 0.7 of the fair rate", "", runs, run -> run.mean(0, 0.7))
                        .expect(0.93, 1),
                Finding.of("variation between bins there", "", runs, run -> run.variation(0, 0.7)).atMost(0.05),
                Finding.of("share of the tags that came, 0.9 to 1.1 of the fair rate", "", runs,
                        run -> run.mean(0.9, 1.1)).expect(0.35, 0.55).ifBrief(plan, 0.2, 0.8),
                Finding.of("share of the tags that came, 1.3 to 2 of the fair rate", "", runs, run -> run.mean(1.3, 2))
                        .atMost(plan.fullOrBrief(0.005, 0.05)).wideBecause("next to none pass"),
                Finding.of("loss in the queue", "", runs, Run::loss).expect(0.015, 0.035)),
                List.of(new Figure("tags", "Tags over the link of 1 MB/s, 5 groups (Fig. 8)", "tag B0 (packets/s), bins of 5",
                        "share of the tags that came", Figure.Style.LINES, List.of(new Line("mean of the seeds", x,
                        IntStream.range(0, BINS).mapToDouble(bin -> overRuns(runs, bin).average().orElseThrow())
                                .toArray())))));
    }

    private static DoubleStream overRuns(List<Run> runs, int bin) {
        return runs.stream().mapToDouble(run -> run.density[bin]);
    }

    private static Run run(long seed, long seconds) {
        TwoBottlenecks topology = new TwoBottlenecks(seed, FilteredNetwork.PAPER, 1, TwoBottlenecks.SHORT_QUEUE_SECONDS);
        for (int i = 0; i < GROUPS; i++) {
            topology.group().sendAt(GREEDY);
        }
        FilteredNetwork network = topology.network();
        network.run(SETTLED * SECOND);
        LinkModelStats before = topology.toA().link().stats();
        double[] density = new double[BINS];
        for (TufGroup group : network.groups()) {
            group.tree().stream().filter(branch -> branch.link() == topology.toA()).forEach(branch ->
                    branch.watch(tag -> {
                        int bin = (int) (tag * FilteredNetwork.B0 / BIN);
                        density[Math.min(BINS - 1, bin)] += 1.0 / (GROUPS * BIN * seconds);
                    }));
        }
        network.run((SETTLED + seconds) * SECOND);
        return new Run(density, topology.toA().link().stats().since(before).dropRate());
    }
}
