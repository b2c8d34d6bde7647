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
import org.xpand.simulator.net.Node;
import org.xpand.simulator.session.SessionReceiver;
import org.xpand.simulator.session.SessionSample;
import org.xpand.simulator.tcp.TcpSettings;

/** A receiver behind a slow link joins a session of eight that shares a bottleneck with TCP, and leaves it. */
public final class LateJoin implements Experiment {
    private static final int RECEIVERS = 8;
    private static final int TCP_FLOWS = 7;
    private static final LinkModelSettings BOTTLENECK = LinkModelSettings.PERFECT.withRate(1e6).withDelayNanos(30_000_000)
            .withQueuePackets(60);
    private static final double SLOW_RATE = 25_000;
    private static final LinkModelSettings SLOW = LinkModelSettings.PERFECT.withRate(SLOW_RATE).withDelayNanos(30_000_000)
            .withQueuePackets(10);
    private static final long JOIN = 50 * Flows.SECOND;
    private static final long LEAVE = 100 * Flows.SECOND;
    private static final long END = 140 * Flows.SECOND;
    /** What the stages' means leave out. */
    private static final long SETTLING = 15 * Flows.SECOND;

    /** A run, with what was on the slow link. */
    private record Run(Flows flows, SessionReceiver slow, long key) {
        double session(long from, long to) {
            return Line.megabits(flows.session.sent().mean(from, to));
        }

        double tcp(int flow, long from, long to) {
            return Line.megabits(flows.tcp(flow).mean(from, to));
        }

        double secondsToChoice() {
            for (SessionSample sample : flows.session.samples()) {
                if (sample.nanos() > JOIN && sample.limitingReceiver().orElse(-1) == key) {
                    return (sample.nanos() - JOIN) / (double) Flows.SECOND;
                }
            }
            return Double.POSITIVE_INFINITY;
        }
    }

    @Override
    public String name() {
        return "tfmcc-late-join";
    }

    @Override
    public String question() {
        return "Does a session of several times its rate come down to a slow receiver that joins, and back?";
    }

    @Override
    public String source() {
        return "TFMCC §4.5, Figs 15 and 16";
    }

    @Override
    public Findings run(Plan plan) {
        List<Finding> numbers = new ArrayList<>();
        List<Figure> figures = new ArrayList<>();
        List<Run> runs = plan.overSeeds(seed -> run(seed, false));
        add(plan, numbers, ", alone on the slow link", runs, 0.95, 1.1);
        figures.add(figure("late-join", "A receiver behind 200 kbit/s joins at 50 s and leaves at 100 s (Fig. 15)", runs));
        runs = plan.overSeeds(seed -> run(seed, true));
        add(plan, numbers, ", beside TCP on the slow link", runs, 0.3, 0.7);
        numbers.add(Finding.of("TCP on the slow link with the session", "Mbit/s", runs,
                each -> each.tcp(TCP_FLOWS, JOIN + SETTLING, LEAVE)).expect(0.07, 0.16));
        figures.add(figure("late-join-tcp", "The same with a TCP flow on the slow link (Fig. 16)", runs));
        return new Findings(numbers, figures);
    }

    private static void add(Plan plan, List<Finding> numbers, String where, List<Run> runs, double leastShare, double mostShare) {
        double slow = Line.megabits(SLOW_RATE);
        numbers.add(Finding.of("session before" + where, "Mbit/s", runs, each -> each.session(JOIN / 2, JOIN))
                .expect(0.5, 1.2).ifBrief(plan, 0.3, 3));
        numbers.add(Finding.of("one TCP flow before" + where, "Mbit/s", runs, each -> meanTcp(each, JOIN / 2, JOIN)));
        numbers.add(Finding.of("until the slow receiver is chosen" + where, "s", runs, Run::secondsToChoice)
                .atMost(2.5));
        numbers.add(Finding.of("session with the slow receiver" + where, "Mbit/s", runs,
                each -> each.session(JOIN + SETTLING, LEAVE)).expect(leastShare * slow, mostShare * slow));
        numbers.add(Finding.of("least second of the session" + where, "Mbit/s", runs, each -> least(each)));
        numbers.add(Finding.of("session after" + where, "Mbit/s", runs, each -> each.session(LEAVE + SETTLING, END))
                .expect(0.42, 1.2).ifBrief(plan, 0.3, 3));
    }

    private static double least(Run run) {
        double least = Double.POSITIVE_INFINITY;
        for (double each : run.flows.session.sent().series(JOIN, LEAVE)) {
            least = Math.min(least, Line.megabits(each));
        }
        return least;
    }

    private static double meanTcp(Run run, long from, long to) {
        double sum = 0;
        for (int i = 0; i < TCP_FLOWS; i++) {
            sum += run.tcp(i, from, to);
        }
        return sum / TCP_FLOWS;
    }

    private static Run run(long seed, boolean withTcp) {
        Dumbbell dumbbell = new Dumbbell(seed, BOTTLENECK);
        Flows flows = new Flows(dumbbell, TcpSettings.DEFAULT, END);
        for (int i = 0; i < RECEIVERS; i++) {
            flows.receiver(dumbbell.receiver("receiver" + i)).joinAt(0);
        }
        for (int i = 0; i < TCP_FLOWS; i++) {
            flows.tcp(dumbbell.receiver("tcp receiver " + i));
        }
        Node host = dumbbell.network().node("slow");
        dumbbell.network().link(flows.session.node(), host, SLOW);
        dumbbell.network().link(host, flows.session.node(), LinkModelSettings.PERFECT.withDelayNanos(SLOW.delayNanos()));
        SessionReceiver slow = flows.session.receiver(host);
        slow.joinAt(JOIN);
        slow.leaveAt(LEAVE);
        if (withTcp) {
            flows.tcp(flows.session.node(), host, 0);
        }
        flows.run();
        return new Run(flows, slow, slow.key());
    }

    private static Figure figure(String name, String title, List<Run> runs) {
        Flows flows = runs.get(0).flows;
        List<ThroughputRecorder> tcp = new ArrayList<>();
        for (int i = 0; i < TCP_FLOWS; i++) {
            tcp.add(flows.tcp(i));
        }
        List<Line> lines = new ArrayList<>();
        lines.add(Line.sum("TCP, all", tcp, 0, END));
        lines.add(Line.throughput("session", flows.session.sent(), 0, END));
        if (flows.tcpFlows() > TCP_FLOWS) {
            lines.add(Line.throughput("TCP, slow link", flows.tcp(TCP_FLOWS), 0, END));
        }
        return Figure.rates(name, title, lines);
    }
}
