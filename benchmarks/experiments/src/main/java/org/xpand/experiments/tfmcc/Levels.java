package org.xpand.experiments.tfmcc;

import java.util.ArrayList;
import java.util.List;
import org.xpand.experiments.Figure;
import org.xpand.experiments.Finding;
import org.xpand.experiments.Findings;
import org.xpand.experiments.Line;
import org.xpand.experiments.Plan;
import org.xpand.protocols.rate.ThroughputEquation;
import org.xpand.simulator.LinkModelSettings;
import org.xpand.simulator.net.Dumbbell;
import org.xpand.simulator.net.Node;
import org.xpand.simulator.session.SessionReceiver;
import org.xpand.simulator.session.SessionSample;
import org.xpand.simulator.tcp.TcpSettings;

/** Four receivers with ever worse paths join one after the other, and leave in reverse order. */
final class Levels {
    private static final int PACKET_SIZE = 1000;
    /** Seconds of which the figure shows the means. */
    private static final int DRAWN_SECONDS = 5;
    /** What is expected in a shortened version. */
    private static final double BRIEF_LEAST = 0.4;
    private static final double BRIEF_MOST = 2.5;
    private static final double BRIEF_SECONDS = 5;
    private static final ThroughputEquation EQUATION = new ThroughputEquation(1, 4);
    private static final LinkModelSettings BACKBONE = LinkModelSettings.PERFECT.withRate(125_000_000);

    /** When things happen: the report's times, or all of them by a factor sooner. */
    private record Times(long firstJoin, long between, int receivers) {
        /** The stage with so many receivers begins, on the way up. */
        long join(int receiver) {
            return receiver == 0 ? 0 : firstJoin + (receiver - 1) * between;
        }

        long leave(int receiver) {
            return firstJoin + (2L * receivers - 2 - receiver) * between;
        }

        long end() {
            return leave(0);
        }
    }

    /**
     * A path.
     *
     * @param name        what is said of it
     * @param loss        its loss
     * @param rttNanos    its round-trip time
     * @param downSeconds within what time the rate is half way down after it is joined, at most
     */
    record Level(String name, double loss, long rttNanos, double downSeconds) {
        double equation() {
            return EQUATION.rate(PACKET_SIZE, rttNanos, loss);
        }
    }

    private final List<Level> levels;
    private final Times times;

    Levels(Plan plan, List<Level> levels) {
        this.levels = levels;
        this.times = new Times(plan.fullOrBrief(100L, 40L) * Flows.SECOND, plan.fullOrBrief(50L, 20L) * Flows.SECOND,
                levels.size());
    }

    /** Runs it; each stage's rate is compared with TCP's, and what is expected of the ratio is the same for all. */
    Findings run(Plan plan, String title, double least, double most) {
        List<Flows> runs = plan.overSeeds(this::run);
        List<Finding> numbers = new ArrayList<>();
        for (int i = 0; i < levels.size(); i++) {
            int stage = i;
            String at = levels.get(i).name();
            long until = i + 1 < levels.size() ? times.join(i + 1) : times.leave(i);
            long from = times.join(i) + 10 * Flows.SECOND;
            numbers.add(Finding.of("session over TCP, " + at, "", runs, each ->
                    each.session.sent().mean(from, until) / each.tcp(stage).mean(from, until)).expect(least, most)
                    .ifBrief(plan, BRIEF_LEAST, BRIEF_MOST));
            if (i > 0) {
                numbers.add(Finding.of("half way down after a join, " + at, "s", runs,
                        each -> secondsToHalfWay(each, times.join(stage), stage - 1, stage))
                        .atMost(levels.get(stage).downSeconds()).ifBrief(plan, 0, BRIEF_SECONDS));
                numbers.add(Finding.of("half way up after a leave, " + at, "s", runs,
                        each -> secondsToHalfWay(each, times.leave(stage), stage, stage - 1)));
            }
        }
        Flows shown = runs.get(0);
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < levels.size(); i++) {
            lines.add(Line.throughput("TCP at " + levels.get(i).name(), shown.tcp(i), 0, times.end())
                    .averaged(DRAWN_SECONDS));
        }
        lines.add(Line.throughput("session", shown.session.sent(), 0, times.end()).averaged(DRAWN_SECONDS));
        return new Findings(numbers, List.of(Figure.rates("rates", title, lines)));
    }

    private Flows run(long seed) {
        Dumbbell dumbbell = new Dumbbell(seed, BACKBONE);
        Flows flows = new Flows(dumbbell, TcpSettings.DEFAULT, times.end());
        for (int i = 0; i < levels.size(); i++) {
            Level level = levels.get(i);
            Node node = dumbbell.receiver("receiver" + i, LinkModelSettings.PERFECT.withDelayNanos(level.rttNanos() / 2)
                    .withLoss(level.loss()));
            SessionReceiver receiver = flows.receiver(node);
            receiver.joinAt(times.join(i));
            receiver.leaveAt(times.leave(i));
            flows.tcp(node);
        }
        return flows.run();
    }

    /** From a change on until the allowed rate has crossed the geometric mean of the equation at both levels. */
    private double secondsToHalfWay(Flows run, long begin, int from, int to) {
        double half = Math.sqrt(levels.get(from).equation() * levels.get(to).equation());
        for (SessionSample sample : run.session.samples()) {
            if (sample.nanos() > begin && (to > from) == (sample.allowedRate() < half)) {
                return (sample.nanos() - begin) / (double) Flows.SECOND;
            }
        }
        return Double.POSITIVE_INFINITY;
    }
}
