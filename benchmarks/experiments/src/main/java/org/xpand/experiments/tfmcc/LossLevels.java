package org.xpand.experiments.tfmcc;

import java.util.ArrayList;
import java.util.List;
import org.xpand.experiments.Experiment;
import org.xpand.experiments.Figure;
import org.xpand.experiments.Finding;
import org.xpand.experiments.Findings;
import org.xpand.experiments.Line;
import org.xpand.experiments.Plan;
import org.xpand.experiments.sharing.Topology;
import org.xpand.protocols.rate.ThroughputEquation;
import org.xpand.simulator.LinkSettings;
import org.xpand.simulator.net.Node;
import org.xpand.simulator.session.SessionReceiver;
import org.xpand.simulator.session.SessionSample;
import org.xpand.simulator.tcp.TcpSettings;

/** Four receivers with ever higher loss join one after the other, and leave in reverse order. */
public final class LossLevels implements Experiment {
    private static final List<Double> LOSSES = List.of(0.001, 0.005, 0.025, 0.125);
    private static final long RTT_NANOS = 60_000_000;
    private static final int PACKET_SIZE = 1000;
    private static final ThroughputEquation EQUATION = new ThroughputEquation(1, 4);
    private static final LinkSettings BACKBONE = LinkSettings.PERFECT.withRate(125_000_000);

    /** When things happen: the report's times, or all of them by a factor sooner. */
    private record Times(long firstJoin, long between) {
        /** The stage with so many receivers begins, on the way up. */
        long join(int receiver) {
            return receiver == 0 ? 0 : firstJoin + (receiver - 1) * between;
        }

        long leave(int receiver) {
            return firstJoin + (2L * LOSSES.size() - 2 - receiver) * between;
        }

        long end() {
            return leave(0);
        }
    }

    @Override
    public String name() {
        return "tfmcc-loss-levels";
    }

    @Override
    public String question() {
        return "Does the rate follow TCP's at the receiver with the highest loss, and how fast?";
    }

    @Override
    public String source() {
        return "TFMCC §4.2, Fig. 11";
    }

    @Override
    public Findings run(Plan plan) {
        Times times = new Times(plan.fullOrBrief(100L, 40L) * Flows.SECOND, plan.fullOrBrief(50L, 20L) * Flows.SECOND);
        List<Flows> runs = plan.overSeeds(seed -> run(seed, times));
        List<Finding> numbers = new ArrayList<>();
        for (int i = 0; i < LOSSES.size(); i++) {
            int stage = i;
            long until = i + 1 < LOSSES.size() ? times.join(i + 1) : times.leave(i);
            long from = times.join(i) + 10 * Flows.SECOND;
            numbers.add(Finding.of("session over TCP at " + percent(i), "", runs, each ->
                    each.session.sent().mean(from, until) / each.tcp(stage).mean(from, until)).expect(0.4, 2.5));
            if (i > 0) {
                numbers.add(Finding.of("half way down when " + percent(i) + " joins", "s", runs,
                        each -> secondsToHalfWay(each, times.join(stage), stage - 1, stage)).expect(0, 5));
                numbers.add(Finding.of("half way up when " + percent(i) + " leaves", "s", runs,
                        each -> secondsToHalfWay(each, times.leave(stage), stage, stage - 1)));
            }
        }
        Flows shown = runs.get(0);
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < LOSSES.size(); i++) {
            lines.add(Line.throughput("TCP at " + percent(i), shown.tcp(i), 0, times.end()));
        }
        lines.add(Line.throughput("session", shown.session.sent(), 0, times.end()));
        return new Findings(numbers, List.of(Figure.rates("rates",
                "Receivers with 0.1, 0.5, 2.5 and 12.5 % loss join and leave (Fig. 11)", lines)));
    }

    private static String percent(int receiver) {
        return LOSSES.get(receiver) * 100 + " %";
    }

    private static Flows run(long seed, Times times) {
        Topology topology = new Topology(seed, BACKBONE);
        Flows flows = new Flows(topology, TcpSettings.DEFAULT, times.end());
        for (int i = 0; i < LOSSES.size(); i++) {
            Node node = topology.receiver("receiver" + i, LinkSettings.PERFECT.withDelayNanos(RTT_NANOS / 2)
                    .withLoss(LOSSES.get(i)));
            SessionReceiver receiver = flows.receiver(node);
            receiver.joinAt(times.join(i));
            receiver.leaveAt(times.leave(i));
            flows.tcp(node);
        }
        return flows.run();
    }

    /** From a change on until the allowed rate has crossed the geometric mean of the equation at both levels. */
    private static double secondsToHalfWay(Flows run, long begin, int from, int to) {
        double half = Math.sqrt(equation(from) * equation(to));
        for (SessionSample sample : run.session.samples()) {
            if (sample.nanos() > begin && (to > from) == (sample.allowedRate() < half)) {
                return (sample.nanos() - begin) / (double) Flows.SECOND;
            }
        }
        return Double.POSITIVE_INFINITY;
    }

    private static double equation(int receiver) {
        return EQUATION.rate(PACKET_SIZE, RTT_NANOS, LOSSES.get(receiver));
    }
}
