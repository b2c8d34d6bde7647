package org.xpand.experiments.mca;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.xpand.experiments.Experiment;
import org.xpand.experiments.Figure;
import org.xpand.experiments.Finding;
import org.xpand.experiments.Findings;
import org.xpand.experiments.Line;
import org.xpand.experiments.Plan;
import org.xpand.simulator.LinkModelSettings;
import org.xpand.simulator.net.Node;
import org.xpand.simulator.session.SessionReceiver;
import org.xpand.simulator.session.StrategySession;
import org.xpand.simulator.traffic.Periods;

/**
 * A tree of three levels of links of 2 Mbit/s, three sessions that come and go on each, and a session whose receivers come
 * and go, all but one. The figure with the network is lost: eight links at the first level and two behind every link fit
 * the long delays, of which every path has at most one.
 */
public final class Dynamic implements Experiment {
    private static final int FIRST_LEVEL = 8;
    private static final int BRANCHES = 2;
    private static final int LEVELS = 3;
    private static final int SESSIONS_PER_LINK = 3;
    private static final long LONG_DELAY = 200 * Flows.MS;
    private static final LinkModelSettings LINK = LinkModelSettings.PERFECT.withRate(2 * Flows.MEGABIT)
            .withDelayNanos(20 * Flows.MS).withQueuePackets(50);
    private static final long IN_NANOS = 60 * Flows.SECOND;
    private static final long OUT_NANOS = 30 * Flows.SECOND;
    /** The paper does not say; usual. */
    private static final double PARETO_SHAPE = 1.5;

    private record Run(long endNanos, StrategySession session) {
        double kilobits() {
            return 1000 * Line.megabits(session.sent().mean(0, endNanos));
        }
    }

    @Override
    public String name() {
        return "mca-dynamic";
    }

    @Override
    public String question() {
        return "What does a session get where everything changes at random, and how much feedback comes?";
    }

    @Override
    public String source() {
        return "MCA §4.5";
    }

    @Override
    public Findings run(Plan plan) {
        List<Finding> numbers = new ArrayList<>();
        List<Line> lines = new ArrayList<>();
        add(numbers, lines, plan, Flows.PAPER, "the paper's settings");
        add(numbers, lines, plan, Flows.RECOMMENDED, "recommended settings");
        return new Findings(numbers, List.of(Figure.rates("rates", "Sending rate in a network that changes (§4.5)", lines)));
    }

    private static void add(List<Finding> numbers, List<Line> lines, Plan plan, Map<String, String> settings,
                            String what) {
        List<Run> runs = plan.overSeeds(seed -> run(plan, seed, settings));
        Finding rate = Finding.of("rate, " + what, "kbit/s", runs, Run::kilobits).expect(215, 280).ifBrief(plan, 80, 700);
        numbers.add(rate);
        numbers.add(deviation("deviation of the rate, " + what, "kbit/s", rate));
        Finding indications = Finding.of("CIs, " + what, "", runs, each -> Flows.indications(each.session));
        numbers.add(indications);
        numbers.add(deviation("deviation of the CIs, " + what, "", indications));
        lines.add(Line.throughput(what, runs.get(0).session.sent(), 0, runs.get(0).endNanos));
    }

    /** The paper gives standard deviations over its runs. */
    private static Finding deviation(String name, String unit, Finding of) {
        return Finding.of(name, unit, List.of(of), each -> each.value().deviation());
    }

    private static Run run(Plan plan, long seed, Map<String, String> settings) {
        Flows flows = new Flows(seed, settings);
        long endNanos = plan.fullOrBrief(400L, 60L) * Flows.SECOND;
        Node root = flows.network.node("root");
        StrategySession session = flows.empty("multicast", flows.host("source", root));
        List<Node> nodes = List.of(root);
        for (int level = 0; level < LEVELS; level++) {
            List<Node> below = new ArrayList<>();
            int branches = level == 0 ? FIRST_LEVEL : BRANCHES;
            for (int i = 0; i < nodes.size() * branches; i++) {
                Node from = nodes.get(i / branches);
                Node to = flows.network.node("node" + level + "." + i);
                // Two of the eight subtrees have their long delays at this level.
                boolean isLong = i * FIRST_LEVEL / (nodes.size() * branches) / 2 == level;
                flows.network.duplex(from, to, isLong ? LINK.withDelayNanos(LONG_DELAY) : LINK);
                below.add(to);
                for (int j = 0; j < SESSIONS_PER_LINK; j++) {
                    String name = "cross" + level + "." + i + "." + j;
                    comeAndGo(flows.empty(name, from).receiver(to), flows.network.random(name), endNanos);
                }
            }
            nodes = below;
        }
        session.receiver(nodes.get(0)).joinAt(0);
        for (Node node : nodes.subList(1, nodes.size())) {
            comeAndGo(session.receiver(node), flows.network.random("member at " + node), endNanos);
        }
        flows.run(endNanos);
        return new Run(endNanos, session);
    }

    private static void comeAndGo(SessionReceiver receiver, RandomGenerator random, long endNanos) {
        Periods in = Periods.pareto(IN_NANOS, PARETO_SHAPE, random);
        Periods out = Periods.pareto(OUT_NANOS, PARETO_SHAPE, random);
        long at = random.nextLong(OUT_NANOS);
        while (at < endNanos) {
            receiver.joinAt(at);
            at += in.nextNanos();
            receiver.leaveAt(at);
            at += out.nextNanos();
        }
    }
}
