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
import org.xpand.simulator.measure.ThroughputRecorder;
import org.xpand.simulator.net.Link;
import org.xpand.simulator.net.Node;
import org.xpand.simulator.session.SessionReceiver;
import org.xpand.simulator.session.StrategySession;

/** One session to receivers behind a bottleneck each, which it shares with three sessions to this receiver alone. */
public final class Star implements Experiment {
    private static final int UNICAST = 3;
    private static final double FAIR = 0.25;
    private static final LinkModelSettings BOTTLENECK = LinkModelSettings.PERFECT.withRate(Flows.MEGABIT)
            .withDelayNanos(5 * Flows.MS);

    private record Run(long endNanos, StrategySession multicast, List<StrategySession> unicast, LinkRecorder link) {
        double rate(StrategySession session) {
            return Line.megabits(session.sent().mean(0, endNanos));
        }

        double unicastRate() {
            return unicast.stream().mapToDouble(this::rate).average().orElseThrow();
        }

        /** Of whole packets, over the whole run: what is sent says little where much of it is dropped. */
        double unicastReceived() {
            return unicast.stream().map(session -> session.receivers().get(0).throughput())
                    .mapToDouble(received -> Line.megabits(received.mean(0, endNanos))).average().orElseThrow();
        }

        double ratio() {
            return rate(multicast) / unicastRate();
        }

        double unicastIndications() {
            return unicast.stream().mapToLong(Flows::indications).average().orElseThrow();
        }

        /** What a receiver would have sent on average. */
        double unsuppressed() {
            return multicast.receivers().stream().mapToLong(Run::indications).average().orElseThrow();
        }

        private static long indications(SessionReceiver receiver) {
            return receiver.reports() - receiver.stats().statuses() + receiver.stats().suppressed();
        }
    }

    /**
     * What is expected.
     *
     * @param ratioLeast  of multicast to unicast, at least
     * @param ratioMost   the same, at most
     * @param indications CIs of all receivers over those of one, at most
     * @param queue       mean, packets, at most
     */
    private record Expected(double ratioLeast, double ratioMost, double indications, double queue) {
    }

    @Override
    public String name() {
        return "mca-star";
    }

    @Override
    public String question() {
        return "Does a session to 64 receivers get what sessions to one get, and how much feedback is suppressed?";
    }

    @Override
    public String source() {
        return "MCA §4.3, Fig. 12";
    }

    @Override
    public Findings run(Plan plan) {
        List<Finding> numbers = new ArrayList<>();
        List<Figure> figures = new ArrayList<>();
        add(numbers, figures, plan, Flows.PAPER, "queue of 200", 200, new Expected(0.85, 1.15, 1.5, 12));
        add(numbers, figures, plan, Flows.PAPER, "queue of 10", 10, new Expected(0.45, 1.3, 3, 10));
        add(numbers, figures, plan, Flows.RECOMMENDED, "recommended settings", 200, new Expected(0.6, 0.9, 1.7, 20));
        return new Findings(numbers, figures);
    }

    private static void add(List<Finding> numbers, List<Figure> figures, Plan plan, Map<String, String> settings,
                            String what, int queue, Expected expected) {
        List<Run> runs = plan.overSeeds(seed -> run(plan, seed, settings, queue));
        String where = ", " + what;
        numbers.add(Finding.of("multicast" + where, "Mbit/s", runs, each -> each.rate(each.multicast)));
        numbers.add(Finding.of("unicast" + where, "Mbit/s", runs, Run::unicastRate));
        numbers.add(Finding.of("unicast, received" + where, "Mbit/s", runs, Run::unicastReceived)
                .expect(0.85 * FAIR, 1.2 * FAIR).ifBrief(plan, 0.8 * FAIR, 1.2 * FAIR));
        // The start is a part of the run, and the greater part of a brief one.
        numbers.add(Finding.of("multicast over unicast" + where, "", runs, Run::ratio)
                .expect(expected.ratioLeast(), expected.ratioMost()).ifBrief(plan, 0.25, 1.5));
        numbers.add(Finding.of("CIs sent by all receivers" + where, "", runs,
                each -> Flows.indications(each.multicast)));
        numbers.add(Finding.of("CIs per receiver, sent or suppressed" + where, "", runs, Run::unsuppressed));
        numbers.add(Finding.of("CIs per unicast session" + where, "", runs, Run::unicastIndications));
        numbers.add(Finding.of("sent by all over one's, sent or suppressed" + where, "", runs,
                each -> Flows.indications(each.multicast) / each.unsuppressed()).expect(0.9, expected.indications()).ifBrief(plan, 0.5, 4));
        numbers.add(Finding.of("utilisation of a bottleneck" + where, "", runs,
                each -> each.link.utilisation(each.endNanos / 4, each.endNanos)).expect(0.9, 1).ifBrief(plan, 0.7, 1));
        numbers.add(Finding.of("mean queue of a bottleneck" + where, "packets", runs,
                each -> each.link.meanQueue(each.endNanos / 4, each.endNanos))
                // Recommended settings come back to what the path carried before a reduction: the queue is longer for it.
                .atMost(expected.queue()).ifBrief(plan, 0, 20));
        Run shown = runs.get(0);
        List<ThroughputRecorder> unicast = shown.unicast.stream().map(StrategySession::sent).toList();
        figures.add(Figure.rates("rates-" + what.replace(' ', '-'), "Sending rates, " + what + " (Fig. 12)", List.of(
                Line.throughput("multicast", shown.multicast.sent(), 0, shown.endNanos),
                Line.sum("mean unicast", unicast, 0, shown.endNanos).times(1.0 / unicast.size()))));
    }

    private static Run run(Plan plan, long seed, Map<String, String> settings, int queue) {
        Flows flows = new Flows(seed, settings);
        int receivers = plan.fullOrBrief(64, 16);
        Node router = flows.network.node("router");
        Node source = flows.host("source", router);
        List<Node> nodes = new ArrayList<>();
        List<StrategySession> unicast = new ArrayList<>();
        LinkRecorder link = null;
        for (int i = 0; i < receivers; i++) {
            Node node = flows.network.node("receiver" + i);
            Link tail = flows.network.link(router, node, BOTTLENECK.withQueuePackets(queue));
            flows.network.link(node, router, BOTTLENECK);
            link = link == null ? new LinkRecorder(flows.network.queue(), tail) : link;
            nodes.add(node);
            Node from = flows.host("source" + i, router);
            for (int j = 0; j < UNICAST; j++) {
                unicast.add(flows.unicast("unicast" + i + "." + j, from, node, 0));
            }
        }
        StrategySession multicast = flows.session("multicast", source, nodes, 0);
        long endNanos = plan.fullOrBrief(400L, 60L) * Flows.SECOND;
        flows.run(endNanos);
        return new Run(endNanos, multicast, unicast, link);
    }
}
