package org.xpand.experiments.tuf;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import org.xpand.experiments.Figure;
import org.xpand.experiments.Finding;
import org.xpand.experiments.Findings;
import org.xpand.experiments.Line;
import org.xpand.experiments.Plan;

/**
 * What members got, over their max-min fair rates.
 *
 * @param mean  over the members
 * @param least of a member
 * @param most  of a member
 */
record ShareOfFair(double mean, double least, double most) {
    /** Well above any share (TUF §6). */
    private static final double GREEDY = 10e6;

    static ShareOfFair of(FilteredNetwork network, long fromNanos, long toNanos) {
        double[] fair = network.fairShares();
        List<Member> members = network.members();
        double[] shares = new double[fair.length];
        for (int i = 0; i < fair.length; i++) {
            shares[i] = members.get(i).throughput().mean(fromNanos, toNanos) / fair[i];
        }
        return new ShareOfFair(Arrays.stream(shares).average().orElseThrow(),
                Arrays.stream(shares).min().orElseThrow(), Arrays.stream(shares).max().orElseThrow());
    }

    /** Of greedy groups in the paper's topology, for each seed. */
    static List<ShareOfFair> ofGreedy(Plan plan, int perType, int groups, double queueSeconds) {
        return plan.overSeeds(seed -> {
            TwoBottlenecks topology = new TwoBottlenecks(seed, FilteredNetwork.PAPER, perType, queueSeconds);
            for (int i = 0; i < groups; i++) {
                topology.group().sendAt(GREEDY);
            }
            long settled = plan.fullOrBrief(60L, 40L) * FilteredNetwork.SECOND;
            long end = settled + plan.fullOrBrief(200L, 30L) * FilteredNetwork.SECOND;
            topology.network().run(end);
            return of(topology.network(), settled, end);
        });
    }

    /**
     * A figure of the paper: means with bars from the least to the most.
     *
     * @param x    what is varied
     * @param runs over the seeds for each of it
     */
    static Findings sweep(String name, String title, String axis, List<Integer> x, IntFunction<List<ShareOfFair>> runs) {
        List<Finding> numbers = new ArrayList<>();
        List<Double> means = new ArrayList<>();
        List<Double> least = new ArrayList<>();
        List<Double> most = new ArrayList<>();
        for (int each : x) {
            List<ShareOfFair> shares = runs.apply(each);
            numbers.addAll(numbers(", " + each + " " + axis, shares));
            means.add(shares.stream().mapToDouble(ShareOfFair::mean).average().orElseThrow());
            least.add(shares.stream().mapToDouble(ShareOfFair::least).min().orElseThrow());
            most.add(shares.stream().mapToDouble(ShareOfFair::most).max().orElseThrow());
        }
        return new Findings(numbers, List.of(new Figure(name, title, axis, "rate / max-min fair rate",
                Figure.Style.POINTS, List.of(Line.bars("least to most", x, least, most), Line.over("mean", x, means)))));
    }

    private static List<Finding> numbers(String where, List<ShareOfFair> runs) {
        return List.of(
                Finding.of("mean" + where, "of the fair rate", runs, ShareOfFair::mean).expect(0.9, 0.98),
                Finding.of("worst" + where, "of the fair rate", runs, ShareOfFair::least).expect(0.68, 0.92),
                Finding.of("best" + where, "of the fair rate", runs, ShareOfFair::most).expect(0.94, 1.08));
    }
}
