package org.xpand.experiments.mca;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.xpand.experiments.Experiment;
import org.xpand.experiments.Figure;
import org.xpand.experiments.Finding;
import org.xpand.experiments.Findings;
import org.xpand.experiments.Line;
import org.xpand.experiments.Plan;
import org.xpand.simulator.LinkModelSettings;
import org.xpand.simulator.net.Node;
import org.xpand.simulator.session.SessionReceiver;
import org.xpand.simulator.session.SessionSample;
import org.xpand.simulator.session.StrategySession;

/**
 * The most congested of 32 links changes: 1, 2, 3, 4, 3, 2, 1. The figure with the network is lost; Table 1 and the flows
 * that are added fit links alike of which the first has one flow more from the beginning.
 */
public final class Tracking implements Experiment {
    /** Links to which flows are added: as many as the link's number. */
    private static final int CHANGING = 4;
    private static final int PERIODS = 2 * CHANGING - 1;
    private static final LinkModelSettings BOTTLENECK = LinkModelSettings.PERFECT.withRate(Flows.MEGABIT)
            .withDelayNanos(5 * Flows.MS);

    private record Run(long periodNanos, StrategySession multicast, List<SessionReceiver> receivers) {
        /** The most congested link of a period, from 1. */
        static int congested(int period) {
            return Math.min(period, PERIODS - 1 - period) + 1;
        }

        /** What each of the flows over the most congested link would get, Mbit/s: the added ones, one, and this one. */
        static double fair(int period) {
            return 1.0 / (congested(period) + 2);
        }

        /** A fifth of the period is left to find it. */
        long from(int period) {
            return period * periodNanos + periodNanos / 5;
        }

        long to(int period) {
            return (period + 1) * periodNanos;
        }

        double rate(int period) {
            return Line.megabits(multicast.sent().mean(from(period), to(period)));
        }

        /** Share of the samples in which the receiver behind the most congested link is the representative. */
        double tracked(int period) {
            long key = receivers.get(congested(period) - 1).key();
            List<SessionSample> samples = multicast.samples().stream()
                    .filter(each -> each.nanos() >= from(period) && each.nanos() < to(period)).toList();
            return samples.stream().filter(each -> each.limitingReceiver().orElse(-1) == key).count()
                    / (double) samples.size();
        }

        /** From a period's beginning until its receiver is the representative first, or the whole period. */
        double secondsUntil(int period) {
            long key = receivers.get(congested(period) - 1).key();
            return multicast.samples().stream().filter(each -> each.nanos() >= period * periodNanos
                            && each.nanos() < to(period) && each.limitingReceiver().orElse(-1) == key)
                    .findFirst().map(each -> (each.nanos() - period * periodNanos) / (double) Flows.SECOND)
                    .orElse(periodNanos / (double) Flows.SECOND);
        }
    }

    @Override
    public String name() {
        return "mca-tracking";
    }

    @Override
    public String question() {
        return "Does the representative follow the most congested link?";
    }

    @Override
    public String source() {
        return "MCA §4.4, Fig. 14 and Table 1";
    }

    @Override
    public Findings run(Plan plan) {
        List<Finding> numbers = new ArrayList<>();
        List<Figure> figures = new ArrayList<>();
        add(numbers, figures, plan, Flows.PAPER, "queue of 200", 200, 0.75, 1.35);
        add(numbers, figures, plan, Flows.PAPER, "queue of 8", 8, 1.05, 2);
        add(numbers, figures, plan, Flows.RECOMMENDED, "recommended settings", 200, 0.85, 1.15);
        return new Findings(numbers, figures);
    }

    private static void add(List<Finding> numbers, List<Figure> figures, Plan plan, Map<String, String> settings,
                            String what, int queue, double least, double most) {
        List<Run> runs = plan.overSeeds(seed -> run(plan, seed, settings, queue));
        for (int i = 0; i < PERIODS; i++) {
            int period = i;
            String where = ", " + what + ", period " + (period + 1) + " (link " + Run.congested(period) + ")";
            numbers.add(Finding.of("rate" + where, "Mbit/s", runs, each -> each.rate(period)));
            numbers.add(Finding.of("rate over the link's fair share" + where, "", runs,
                    each -> each.rate(period) / Run.fair(period)).expect(least, most).ifBrief(plan, 0.25, 2));
            numbers.add(Finding.of("time that its receiver was the representative" + where, "of the period", runs,
                    each -> each.tracked(period)));
            numbers.add(Finding.of("until it was" + where, "s", runs, each -> each.secondsUntil(period)));
        }
        Run shown = runs.get(0);
        long end = PERIODS * shown.periodNanos;
        figures.add(Figure.rates("rates-" + what.replace(' ', '-'), "Sending rate of the session, " + what + " (Fig. 14)",
                List.of(Line.throughput("session", shown.multicast.sent(), 0, end), fairLine(shown))));
        figures.add(new Figure("representative-" + what.replace(' ', '-'), "The representative, " + what + " (Table 1)",
                "time (s)", "link of the representative", Figure.Style.LINES,
                List.of(Line.samples("representative", shown.multicast.samples(), each ->
                        each.limitingReceiver().isPresent() ? each.limitingReceiver().getAsLong() : Double.NaN))));
    }

    private static Line fairLine(Run run) {
        double[] x = new double[2 * PERIODS];
        double[] y = new double[2 * PERIODS];
        for (int i = 0; i < x.length; i++) {
            x[i] = (i + 1) / 2 * (run.periodNanos / (double) Flows.SECOND);
            y[i] = Run.fair(i / 2);
        }
        return new Line("fair share of the most congested link", x, y);
    }

    private static Run run(Plan plan, long seed, Map<String, String> settings, int queue) {
        Flows flows = new Flows(seed, settings);
        int count = plan.fullOrBrief(32, 8);
        long periodNanos = plan.fullOrBrief(200L, 20L) * Flows.SECOND;
        Node router = flows.network.node("router");
        Node source = flows.host("source", router);
        List<Node> nodes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Node node = flows.network.node("receiver" + i);
            flows.network.link(router, node, BOTTLENECK.withQueuePackets(queue));
            flows.network.link(node, router, BOTTLENECK);
            nodes.add(node);
            flows.unicast("unicast" + i, source, node, 0);
        }
        StrategySession multicast = flows.session("multicast", source, nodes, 0);
        for (int link = 1; link <= CHANGING; link++) {
            for (int i = 0; i < link; i++) {
                StrategySession added = flows.unicast("added" + link + "." + i, source, nodes.get(link - 1),
                        (link - 1) * periodNanos);
                added.stopAt((PERIODS - (link - 1)) * periodNanos);
            }
        }
        flows.run(PERIODS * periodNanos);
        return new Run(periodNanos, multicast, multicast.receivers());
    }
}
