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
import org.xpand.simulator.net.Node;
import org.xpand.simulator.session.StrategySession;

/** Ten, twenty, thirty, twenty and ten sessions to sixteen receivers each over one bottleneck of 10 Mbit/s. */
public final class OneBottleneck implements Experiment {
    private static final int SESSIONS_PER_SOURCE = 10;
    private static final int SOURCES = 3;
    /** The threshold allows two packets of queue per session; recommended settings come back to what the path carried, which takes more. */
    private static final double PAPER_QUEUE = 2.5;
    private static final double RECOMMENDED_QUEUE = 3;
    private static final int STAGES = 2 * SOURCES - 1;
    /** The paper gives no delays here; those of its §4.2. */
    private static final LinkModelSettings BOTTLENECK = LinkModelSettings.PERFECT.withRate(10 * Flows.MEGABIT)
            .withDelayNanos(10 * Flows.MS);

    private record Run(long stageNanos, List<List<StrategySession>> sources, LinkRecorder link) {
        int sessions(int stage) {
            return SESSIONS_PER_SOURCE * (Math.min(stage, STAGES - 1 - stage) + 1);
        }

        /** The first fifth of a stage is left out. */
        long from(int stage) {
            return stage * stageNanos + stageNanos / 5;
        }

        long to(int stage) {
            return (stage + 1) * stageNanos;
        }

        List<ThroughputRecorder> active(int stage) {
            return sources.subList(0, Math.min(stage, STAGES - 1 - stage) + 1).stream().flatMap(List::stream)
                    .map(session -> session.receivers().get(0).throughput()).toList();
        }

        double rate(int stage) {
            return active(stage).stream().mapToDouble(each -> each.mean(from(stage), to(stage))).average().orElseThrow();
        }

        double worstOverMean(int stage) {
            return active(stage).stream().mapToDouble(each -> each.mean(from(stage), to(stage))).min().orElseThrow()
                    / rate(stage);
        }

        double queue(int stage) {
            return link.meanQueue(from(stage), to(stage));
        }

        double utilisation(int stage) {
            return link.utilisation(from(stage), to(stage));
        }

        double dropRate() {
            return link.dropRate(0, STAGES * stageNanos);
        }
    }

    @Override
    public String name() {
        return "mca-bottleneck";
    }

    @Override
    public String question() {
        return "Do sessions share a link that they fill, with a short queue and without loss?";
    }

    @Override
    public String source() {
        return "MCA §4.1, Fig. 8";
    }

    @Override
    public Findings run(Plan plan) {
        List<Finding> numbers = new ArrayList<>();
        List<Figure> figures = new ArrayList<>();
        List<Line> queues = new ArrayList<>();
        List<Line> utilisations = new ArrayList<>();
        add(numbers, figures, queues, utilisations, plan, Flows.PAPER, "queue of 200", 200);
        add(numbers, figures, queues, utilisations, plan, Flows.PAPER, "queue of 50", 50);
        add(numbers, figures, queues, utilisations, plan, Flows.RECOMMENDED, "recommended settings", 200);
        figures.add(new Figure("queue", "Mean queue of the bottleneck (Fig. 8)", "time (s)", "packets",
                Figure.Style.LINES, queues));
        figures.add(new Figure("utilisation", "Utilisation of the bottleneck (Fig. 8)", "time (s)", "of the rate",
                Figure.Style.LINES, utilisations));
        return new Findings(numbers, figures);
    }

    private static void add(List<Finding> numbers, List<Figure> figures, List<Line> queues, List<Line> utilisations,
                            Plan plan, Map<String, String> settings, String what, int queue) {
        List<Run> runs = plan.overSeeds(seed -> run(plan, seed, settings, queue));
        Run shown = runs.get(0);
        for (int i = 0; i < STAGES; i++) {
            int stage = i;
            int count = shown.sessions(stage);
            String where = ", stage " + (stage + 1) + " with " + count + " sessions, " + what;
            double fair = 10.0 / count;
            numbers.add(Finding.of("rate" + where, "Mbit/s", runs, each -> Line.megabits(each.rate(stage)))
                    .expect(0.92 * fair, 1.01 * fair).ifBrief(plan, 0.85 * fair, 1.01 * fair));
            numbers.add(Finding.of("slowest over mean" + where, "", runs, each -> each.worstOverMean(stage)));
            numbers.add(Finding.of("mean queue" + where, "packets", runs, each -> each.queue(stage))
                    .atMost(Math.min(queue, (settings.equals(Flows.RECOMMENDED) ? RECOMMENDED_QUEUE : PAPER_QUEUE) * count)));
            numbers.add(Finding.of("utilisation" + where, "", runs, each -> each.utilisation(stage)).expect(0.92, 1).ifBrief(plan, 0.85, 1));
        }
        numbers.add(Finding.of("packets dropped, " + what, "of those offered", runs, Run::dropRate)
                .atMost(queue == 50 ? 0.15 : 0.0006).ifBrief(plan, 0, queue == 50 ? 0.2 : 0.01));
        List<Line> rates = new ArrayList<>();
        for (int i = 0; i < SOURCES; i++) {
            rates.add(Line.throughput("a session of source " + (i + 1), shown.sources.get(i).get(0).sent(), 0,
                    STAGES * shown.stageNanos));
        }
        figures.add(Figure.rates("rates-" + what.replace(' ', '-'), "Sending rates, " + what + " (Fig. 8)", rates));
        queues.add(shown.link.queueLine(what));
        utilisations.add(shown.link.utilisationLine(what));
    }

    private static Run run(Plan plan, long seed, Map<String, String> settings, int queue) {
        Flows flows = new Flows(seed, settings);
        long stageNanos = plan.fullOrBrief(100L, 10L) * Flows.SECOND;
        Node left = flows.network.node("left");
        Node right = flows.network.node("right");
        LinkRecorder link = new LinkRecorder(flows.network.queue(),
                flows.network.link(left, right, BOTTLENECK.withQueuePackets(queue)));
        flows.network.link(right, left, BOTTLENECK);
        List<Node> receivers = new ArrayList<>();
        for (int i = 0; i < plan.fullOrBrief(16, 4); i++) {
            receivers.add(flows.host("receiver" + i, right));
        }
        List<List<StrategySession>> sources = new ArrayList<>();
        for (int source = 0; source < SOURCES; source++) {
            Node from = flows.host("source" + source, left);
            List<StrategySession> sessions = new ArrayList<>();
            for (int i = 0; i < SESSIONS_PER_SOURCE; i++) {
                StrategySession session = flows.session(source + "." + i, from, receivers, source * stageNanos);
                session.stopAt((STAGES - source) * stageNanos);
                sessions.add(session);
            }
            sources.add(sessions);
        }
        flows.run(STAGES * stageNanos);
        return new Run(stageNanos, sources, link);
    }
}
