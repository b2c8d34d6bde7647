package org.xpand.experiments.tuf;

import static org.xpand.experiments.tuf.FilteredNetwork.SECOND;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.xpand.experiments.Experiment;
import org.xpand.experiments.Figure;
import org.xpand.experiments.Finding;
import org.xpand.experiments.Findings;
import org.xpand.experiments.Line;
import org.xpand.experiments.Plan;
import org.xpand.simulator.LinkModelSettings;
import org.xpand.simulator.net.Node;

/**
 * What a group takes of a link over what the best of its members behind the link gets. Two greedy groups share 1 MB/s to
 * a router; the only member of the first is behind a narrow link, the second's is not. The filter before the shared link
 * cannot know, and lets both have the same.
 */
public final class Redundancy implements Experiment {
    private static final double GREEDY = 10e6;
    private static final double SHARED = 1_000_000;
    private static final List<Integer> NARROW = List.of(50, 100, 200, 300, 400, 500);
    private static final int SHOWN = 100;
    private static final long SETTLED = 60;

    /**
     * The shared link, and what became of the groups.
     *
     * @param redundancy of the first group on the shared link
     * @param narrow     what its member gets, over its max-min fair rate
     * @param other      what the second group's member gets, over its max-min fair rate
     */
    private record Run(double redundancy, double narrow, double other) {
    }

    @Override
    public String name() {
        return "tuf-redundancy";
    }

    @Override
    public String question() {
        return "What does a link carry that is dropped farther down, and what does it cost others?";
    }

    @Override
    public String source() {
        return "TUF §5.1, Fig. 3";
    }

    @Override
    public Findings run(Plan plan) {
        List<Finding> numbers = new ArrayList<>();
        List<Double> redundancies = new ArrayList<>();
        List<Double> expected = new ArrayList<>();
        List<Double> others = new ArrayList<>();
        List<Integer> capacities = plan.fullOrBrief(NARROW, List.of(SHOWN));
        for (int narrow : capacities) {
            List<Run> runs = plan.overSeeds(seed -> run(plan, seed, narrow * 1000.0, false));
            double ideal = SHARED / 2 / (narrow * 1000.0);
            Finding redundancy = Finding.of("redundancy, " + narrow + " kB/s", "", runs, Run::redundancy)
                    .expect(0.95 * ideal, 1.2 * ideal).ifBrief(plan, 0.9 * ideal, 1.35 * ideal);
            Finding other = Finding.of("the other group, " + narrow + " kB/s", "of the fair rate", runs,
                    Run::other);
            numbers.add(redundancy);
            double filtered = SHARED / 2 / (SHARED - narrow * 1000.0);
            numbers.add(other.expect(0.9 * filtered, 1.02 * filtered).ifBrief(plan, 0.85 * filtered, 1.05 * filtered));
            redundancies.add(redundancy.value().mean());
            expected.add(ideal);
            others.add(other.value().mean());
        }
        List<Run> helped = plan.overSeeds(seed -> run(plan, seed, SHOWN * 1000.0, true));
        numbers.add(Finding.of("redundancy with a member before the narrow link too, 100 kB/s", "", helped, Run::redundancy)
                .expect(0.99, 1.01));
        numbers.add(Finding.of("the other group with a member before the narrow link too, 100 kB/s", "of the fair rate",
                helped, Run::other).expect(0.9, 1.02).ifBrief(plan, 0.85, 1.05));
        List<double[]> paper = plan.overSeeds(seed -> inTwoBottlenecks(plan, seed));
        numbers.add(Finding.of("mean redundancy of groups on links, topology of Fig. 4", "", paper, each ->
                Arrays.stream(each).average().orElseThrow()).expect(0.99, 1.05));
        numbers.add(Finding.of("greatest redundancy of a group on a link, topology of Fig. 4", "", paper, each ->
                Arrays.stream(each).max().orElseThrow()).expect(0.99, 1.05).ifBrief(plan, 0.99, 1.1));
        return new Findings(numbers, List.of(new Figure("redundancy", "Two groups over 1 MB/s, one of them behind a narrow link"
                + " (Fig. 3)", "narrow link (kB/s)", "redundancy; share of the fair rate", Figure.Style.POINTS, List.of(
                        Line.over("redundancy", capacities, redundancies),
                        Line.over("half the link / narrow link", capacities, expected),
                        Line.over("other group / fair rate", capacities, others)))));
    }

    private static Run run(Plan plan, long seed, double narrow, boolean memberBefore) {
        FilteredNetwork network = new FilteredNetwork(seed, FilteredNetwork.PAPER);
        Node source = network.router("source");
        Node router = network.router("router");
        LinkModelSettings link = TwoBottlenecks.LINK;
        HopEnd shared = network.link(source, router, link.withRate(SHARED));
        HopEnd slow = network.link(router, network.router("narrow"), link.withRate(narrow)
                .withQueuePackets(TwoBottlenecks.queue(narrow, TwoBottlenecks.SHORT_QUEUE_SECONDS)));
        HopEnd fast = network.link(router, network.router("wide"), TwoBottlenecks.FAST);
        TufGroup one = network.group();
        one.join(List.of(shared, slow));
        if (memberBefore) {
            one.join(List.of(shared));
        }
        one.sendAt(GREEDY);
        TufGroup two = network.group();
        two.join(List.of(shared, fast));
        two.sendAt(GREEDY);
        long end = end(plan);
        network.run(end);
        double[] fair = network.fairShares();
        List<Member> members = network.members();
        int last = members.size() - 1;
        return new Run(redundancy(one.tree().get(0), end), rate(members.get(0), end) / fair[0],
                rate(members.get(last), end) / fair[last]);
    }

    /** Of every group on every link. */
    private static double[] inTwoBottlenecks(Plan plan, long seed) {
        TwoBottlenecks topology = new TwoBottlenecks(seed, FilteredNetwork.PAPER, 2, TwoBottlenecks.SHORT_QUEUE_SECONDS);
        for (int i = 0; i < 5; i++) {
            topology.group().sendAt(GREEDY);
        }
        long end = end(plan);
        topology.network().run(end);
        return topology.network().groups().stream().flatMap(group -> group.tree().stream())
                .mapToDouble(branch -> redundancy(branch, end)).toArray();
    }

    private static double redundancy(Branch branch, long end) {
        return branch.carried().mean(SETTLED * SECOND, end)
                / branch.behind().stream().mapToDouble(member -> rate(member, end)).max().orElseThrow();
    }

    private static double rate(Member member, long end) {
        return member.throughput().mean(SETTLED * SECOND, end);
    }

    private static long end(Plan plan) {
        return (SETTLED + plan.fullOrBrief(300L, 40L)) * SECOND;
    }
}
