package org.xpand.experiments.tfmcc;

import java.util.ArrayList;
import java.util.List;
import org.xpand.experiments.Experiment;
import org.xpand.experiments.Figure;
import org.xpand.experiments.Finding;
import org.xpand.experiments.Findings;
import org.xpand.experiments.Line;
import org.xpand.experiments.Plan;
import org.xpand.simulator.LinkModelSettings;
import org.xpand.simulator.measure.ThroughputRecorder;
import org.xpand.simulator.net.Dumbbell;
import org.xpand.simulator.tcp.TcpSettings;

/** TCP flows join a session on one bottleneck, so that every fifty seconds there are twice as many flows. */
public final class MoreFlows implements Experiment {
    private static final double RATE = 2e6;
    private static final int STAGES = 5;
    /** Of an equal share in each stage; over drop-tail a paced session loses against many flows that are acknowledged by the packet. */
    private static final List<Double> LEAST = List.of(0.95, 0.75, 0.6, 0.55, 0.45);
    private static final List<Double> LEAST_DELAYED_ACKS = List.of(0.95, 0.95, 0.95, 0.95, 0.95);
    /** The report's capacity and delay; a queue of one bandwidth-delay product, of which it says nothing. */
    private static final LinkModelSettings BOTTLENECK = LinkModelSettings.PERFECT.withRate(RATE).withDelayNanos(30_000_000)
            .withQueuePackets(120);

    @Override
    public String name() {
        return "tfmcc-more-flows";
    }

    @Override
    public String question() {
        return "Does the session's share halve each time the number of flows doubles?";
    }

    @Override
    public String source() {
        return "TFMCC App. D.2, Fig. 21";
    }

    @Override
    public Findings run(Plan plan) {
        long stage = plan.fullOrBrief(50L, 30L) * Flows.SECOND;
        List<Finding> numbers = new ArrayList<>();
        List<Figure> figures = new ArrayList<>();
        List<Flows> runs = runs(plan, stage, TcpSettings.DEFAULT);
        add(plan, numbers, runs, stage, "", LEAST, 1.5);
        figures.add(figure("flows", "1, 2, 4 and 8 more TCP flows (Fig. 21)", runs.get(0), stage));
        runs = runs(plan, stage, TcpSettings.DEFAULT.withDelayedAcks(true));
        add(plan, numbers, runs, stage, ", delayed acknowledgements", LEAST_DELAYED_ACKS, 2.2);
        figures.add(figure("flows-delayed-acks", "The same with delayed acknowledgements", runs.get(0), stage));
        return new Findings(numbers, figures);
    }

    private static List<Flows> runs(Plan plan, long stage, TcpSettings tcp) {
        return plan.overSeeds(seed -> {
            Dumbbell dumbbell = new Dumbbell(seed, BOTTLENECK);
            Flows flows = new Flows(dumbbell, tcp, STAGES * stage);
            flows.receiver(dumbbell.receiver("receiver")).joinAt(0);
            for (int i = 1; i < STAGES; i++) {
                for (int flow = 0; flow < 1 << i - 1; flow++) {
                    String name = "tcp " + i + " " + flow;
                    flows.tcp(dumbbell.sender(name + " from"), dumbbell.receiver(name + " to"), i * stage);
                }
            }
            return flows.run();
        });
    }

    private static void add(Plan plan, List<Finding> numbers, List<Flows> runs, long stage, String where, List<Double> least,
                            double most) {
        for (int i = 0; i < STAGES; i++) {
            int flows = 1 << i;
            long from = (i * stage + stage / 2) / Flows.SECOND * Flows.SECOND;
            long to = (i + 1) * stage;
            numbers.add(Finding.of("session over an equal share, " + flows + " flows" + where, "", runs,
                    run -> run.session.sent().mean(from, to) * flows / RATE).expect(least.get(i), most)
                    .ifBrief(plan, i == 0 ? 0.8 : 0.1, 2.5));
        }
    }

    private static Figure figure(String name, String title, Flows run, long stage) {
        long end = STAGES * stage;
        List<Line> lines = new ArrayList<>();
        for (int i = 1, first = 0; i < STAGES; i++) {
            List<ThroughputRecorder> group = new ArrayList<>();
            for (int flow = 0; flow < 1 << i - 1; flow++) {
                group.add(run.tcp(first++));
            }
            lines.add(Line.sum("TCP from " + i * stage / Flows.SECOND + " s", group, 0, end));
        }
        lines.add(Line.throughput("session", run.session.sent(), 0, end));
        return Figure.rates(name, title, lines);
    }
}
