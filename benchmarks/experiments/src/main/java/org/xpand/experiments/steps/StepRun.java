package org.xpand.experiments.steps;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.xpand.experiments.Figure;
import org.xpand.experiments.Finding;
import org.xpand.experiments.Findings;
import org.xpand.experiments.Line;
import org.xpand.experiments.Plan;
import org.xpand.protocols.rate.ThroughputEquation;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.LinkModelSettings;
import org.xpand.simulator.net.Link;
import org.xpand.simulator.net.Node;
import org.xpand.simulator.net.RoutedNetwork;
import org.xpand.simulator.session.Demand;
import org.xpand.simulator.session.SessionReceiver;
import org.xpand.simulator.session.SessionSample;
import org.xpand.simulator.session.SessionSettings;
import org.xpand.simulator.session.StrategySession;

/** One session alone on a path that is in one state, in another, and in the first again. */
final class StepRun {
    private static final long SECOND = 1_000_000_000L;
    /** Of a stage, what is left out of its mean: the rate is on its way. */
    private static final double SETTLING = 1.0 / 3;
    private static final int PACKET_SIZE = 1000;
    private static final double RTO_FACTOR = 4;

    private final long stageNanos;
    private final StrategySession session;
    private final SessionReceiver receiver;
    private final List<Stage> stages;

    /**
     * A state of the path.
     *
     * @param link the link to the receiver; the one back has its delay alone
     * @param loss its loss event rate: with one packet per event, that of packets
     */
    record Stage(LinkModelSettings link, double loss) {
        double equation() {
            return new ThroughputEquation(1, RTO_FACTOR).rate(PACKET_SIZE, 2 * link.delayNanos(), loss);
        }
    }

    /**
     * What is expected beside rates near the equation's.
     *
     * @param downSeconds the longest until half of the way down
     * @param upSeconds   the longest until half of the way up
     * @param ruleBefore  about what the paper's loss rule alone gives in the first stage, over the equation
     * @param ruleDuring  the same in the second
     */
    record Expected(double downSeconds, double upSeconds, double ruleBefore, double ruleDuring) {
    }

    private StepRun(long seed, long stageNanos, Stage first, Stage second) {
        this.stageNanos = stageNanos;
        this.stages = List.of(first, second, first);
        RoutedNetwork network = new RoutedNetwork(new EventQueue(), seed);
        Node from = network.node("source");
        Node to = network.node("receiver");
        Link there = network.link(from, to, first.link());
        Link back = network.link(to, from, LinkModelSettings.PERFECT.withDelayNanos(first.link().delayNanos()));
        for (int i = 1; i < stages.size(); i++) {
            LinkModelSettings link = stages.get(i).link();
            there.changeAt(i * stageNanos, settings -> link);
            back.changeAt(i * stageNanos, settings -> settings.withDelayNanos(link.delayNanos()));
        }
        session = new StrategySession("session", network, from, RateStrategies.create("tfrc", Map.of()), Demand.greedy(),
                SessionSettings.DEFAULT.withPacketSize(PACKET_SIZE));
        receiver = session.receiver(to);
        receiver.joinAt(0);
        network.queue().runUntil(stages.size() * stageNanos);
    }

    /** Runs it and compares each stage's mean with the equation, and how long the rate takes to cross half the way. */
    static Findings findings(Plan plan, String name, String title, Stage first, Stage second, Expected expected) {
        long stageNanos = plan.fullOrBrief(60L, 30L) * SECOND;
        List<StepRun> runs = plan.overSeeds(seed -> new StepRun(seed, stageNanos, first, second));
        StepRun shown = runs.get(0);
        return new Findings(Stream.concat(Stream.of(
                Finding.of("mean over equation before", "", runs, run -> run.overEquation(0)).expect(0.8, 1.2),
                Finding.of("mean over equation during", "", runs, run -> run.overEquation(1)).expect(0.8, 1.2),
                Finding.of("mean over equation after", "", runs, run -> run.overEquation(2)).expect(0.8, 1.2),
                Finding.of("half way down after", "s", runs, run -> run.secondsToHalfWay(1)).atMost(expected.downSeconds()),
                Finding.of("half way up after", "s", runs, run -> run.secondsToHalfWay(2)).atMost(expected.upSeconds())),
                Stream.concat(lossRule(plan, "before", first, expected.ruleBefore()),
                        lossRule(plan, "during", second, expected.ruleDuring()))).toList(),
                List.of(Figure.rates(name, title, List.of(
                        Line.samples("allowed", shown.session.samples(), each -> Line.megabits(each.allowedRate()))
                                .below(3 * Line.megabits(Math.max(first.equation(), second.equation()))),
                        Line.throughput("received", shown.receiver.throughput(), 0, 3 * stageNanos)))));
    }

    private static Stream<Finding> lossRule(Plan plan, String when, Stage stage, double expected) {
        return Stream.of(false, true).map(counts -> Finding.of("loss rule alone over equation " + when
                + (counts ? ", an event's first RTT counted" : ""), "", plan.overSeeds(new LossRule(stage, counts)::overEquation),
                each -> each).expect(counts ? 1 : 0.96 * expected, counts ? 1.08 : 1.04 * expected));
    }

    private double overEquation(int stage) {
        long settled = (long) ((stage + SETTLING) * stageNanos) / SECOND * SECOND;
        return receiver.throughput().mean(settled, (stage + 1) * stageNanos) / stages.get(stage).equation();
    }

    /** From the change to a stage until the allowed rate has crossed the geometric mean of both stages' equations. */
    private double secondsToHalfWay(int stage) {
        double from = stages.get(stage - 1).equation();
        double to = stages.get(stage).equation();
        double half = Math.sqrt(from * to);
        long begin = stage * stageNanos;
        for (SessionSample sample : session.samples()) {
            if (sample.nanos() > begin && (to < from) == (sample.allowedRate() < half)) {
                return (sample.nanos() - begin) / (double) SECOND;
            }
        }
        return stageNanos / (double) SECOND;
    }
}
