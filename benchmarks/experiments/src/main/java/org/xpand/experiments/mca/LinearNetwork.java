package org.xpand.experiments.mca;

import java.util.ArrayList;
import java.util.List;
import org.xpand.experiments.Experiment;
import org.xpand.experiments.Figure;
import org.xpand.experiments.Finding;
import org.xpand.experiments.Findings;
import org.xpand.experiments.Line;
import org.xpand.experiments.Plan;
import org.xpand.simulator.LinkModelSettings;
import org.xpand.simulator.net.Node;
import org.xpand.simulator.session.StrategySession;

/**
 * Four bottlenecks in a row, each shared by thirty sessions: ten over this one only, ten over two, ten over all four. The
 * last ones the paper calls one-hop flows "from Src 1 to Group 4", which are four hops.
 */
public final class LinearNetwork implements Experiment {
    private static final int BOTTLENECKS = 4;
    private static final int SESSIONS = 10;
    /** With more than these packets the thirty sessions lose none. */
    private static final int QUEUE_WITHOUT_LOSS = 75;
    private static final LinkModelSettings BOTTLENECK = LinkModelSettings.PERFECT.withRate(10 * Flows.MEGABIT)
            .withDelayNanos(10 * Flows.MS);
    /** One of each kind; the paper's figure, too, shows a bottleneck of its choice. */
    private static final int SHOWN = 0;

    private record Run(long endNanos, List<StrategySession> oneHop, List<StrategySession> twoHops,
                       List<StrategySession> fourHops, List<LinkRecorder> links) {
        /** The paper's average rate at the end of the time: all that was sent, by all the time. */
        double rate(List<StrategySession> sessions) {
            return Line.megabits(sessions.stream().mapToDouble(each -> each.sent().mean(0, endNanos)).average()
                    .orElseThrow());
        }

        double utilisation() {
            return links.stream().mapToDouble(each -> each.utilisation(endNanos / 4, endNanos)).min().orElseThrow();
        }

        double queue() {
            return links.stream().mapToDouble(each -> each.meanQueue(endNanos / 4, endNanos)).average().orElseThrow();
        }
    }

    @Override
    public String name() {
        return "mca-linear";
    }

    @Override
    public String question() {
        return "What do sessions over one, two and four bottlenecks get?";
    }

    @Override
    public String source() {
        return "MCA §4.2, Fig. 10";
    }

    @Override
    public Findings run(Plan plan) {
        List<Finding> numbers = new ArrayList<>();
        List<Figure> figures = new ArrayList<>();
        for (int queue : List.of(200, 40)) {
            String what = ", queue of " + queue;
            boolean longQueue = queue > QUEUE_WITHOUT_LOSS;
            List<Run> runs = plan.overSeeds(seed -> run(plan, seed, queue));
            numbers.add(Finding.of("one hop" + what, "Mbit/s", runs, each -> each.rate(each.oneHop)));
            numbers.add(Finding.of("two hops" + what, "Mbit/s", runs, each -> each.rate(each.twoHops)));
            numbers.add(Finding.of("four hops" + what, "Mbit/s", runs, each -> each.rate(each.fourHops)));
            numbers.add(Finding.of("one hop over two" + what, "", runs,
                    each -> each.rate(each.oneHop) / each.rate(each.twoHops)).expect(longQueue ? 1.9 : 2, longQueue ? 2.3 : 3)
                    .ifBrief(plan, 1.4, 4));
            numbers.add(Finding.of("two hops over four" + what, "", runs,
                    each -> each.rate(each.twoHops) / each.rate(each.fourHops)).expect(longQueue ? 1.4 : 2, longQueue ? 2 : 3.5)
                    .ifBrief(plan, 1.3, 4));
            numbers.add(Finding.of("least utilisation of the four" + what, "", runs, Run::utilisation).expect(0.9, 1).ifBrief(plan, 0.85, 1));
            numbers.add(Finding.of("mean queue" + what, "packets", runs, Run::queue).atMost(75));
            Run shown = runs.get(0);
            figures.add(Figure.rates("rates-queue-of-" + queue, "Average rate until now" + what + " (Fig. 10)", List.of(
                    averages("one hop", shown.oneHop, shown.endNanos), averages("two hops", shown.twoHops, shown.endNanos),
                    averages("four hops", shown.fourHops, shown.endNanos))));
            figures.add(new Figure("queue-of-" + queue, "Mean queue of a bottleneck" + what + " (Fig. 10)", "time (s)",
                    "packets", Figure.Style.LINES, List.of(shown.links.get(SHOWN).queueLine("mean queue"))));
        }
        return new Findings(numbers, figures);
    }

    /** The mean of several sessions' rates, each the bytes sent by then over the time. */
    private static Line averages(String label, List<StrategySession> sessions, long endNanos) {
        int seconds = (int) (endNanos / Flows.SECOND);
        double[] x = new double[seconds];
        double[] y = new double[seconds];
        for (int i = 0; i < seconds; i++) {
            long until = (i + 1) * Flows.SECOND;
            x[i] = i + 1;
            y[i] = Line.megabits(sessions.stream().mapToDouble(each -> each.sent().mean(0, until)).average().orElseThrow());
        }
        return new Line(label, x, y);
    }

    private static Run run(Plan plan, long seed, int queue) {
        Flows flows = new Flows(seed, Flows.PAPER);
        List<Node> routers = new ArrayList<>();
        List<LinkRecorder> links = new ArrayList<>();
        for (int i = 0; i <= BOTTLENECKS; i++) {
            routers.add(flows.network.node("router" + i));
            if (i > 0) {
                links.add(new LinkRecorder(flows.network.queue(), flows.network.link(routers.get(i - 1), routers.get(i),
                        BOTTLENECK.withQueuePackets(queue))));
                flows.network.link(routers.get(i), routers.get(i - 1), BOTTLENECK);
            }
        }
        List<Node> sources = new ArrayList<>();
        List<List<Node>> groups = new ArrayList<>();
        for (int i = 0; i < BOTTLENECKS; i++) {
            sources.add(flows.host("source" + i, routers.get(i)));
            List<Node> group = new ArrayList<>();
            for (int j = 0; j < plan.fullOrBrief(16, 3); j++) {
                group.add(flows.host("receiver" + i + "." + j, routers.get(i + 1)));
            }
            groups.add(group);
        }
        List<StrategySession> oneHop = new ArrayList<>();
        List<StrategySession> twoHops = new ArrayList<>();
        List<StrategySession> fourHops = new ArrayList<>();
        for (int i = 0; i < SESSIONS; i++) {
            for (int hop = 0; hop < BOTTLENECKS; hop++) {
                oneHop.add(flows.session("one" + hop + "." + i, sources.get(hop), groups.get(hop), 0));
                if (hop % 2 == 0) {
                    twoHops.add(flows.session("two" + hop + "." + i, sources.get(hop), groups.get(hop + 1), 0));
                }
            }
            fourHops.add(flows.session("four" + i, sources.get(0), groups.get(BOTTLENECKS - 1), 0));
        }
        long endNanos = plan.fullOrBrief(200L, 40L) * Flows.SECOND;
        flows.run(endNanos);
        return new Run(endNanos, oneHop, twoHops, fourHops, links);
    }
}
