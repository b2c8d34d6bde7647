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
import org.xpand.simulator.measure.ThroughputRecorder;
import org.xpand.simulator.net.Node;
import org.xpand.simulator.session.StrategySession;
import org.xpand.simulator.tcp.TcpFlow;
import org.xpand.simulator.tcp.TcpSettings;

/**
 * One session and one TCP flow on 10 Mbit/s, in one queue and in queues of their own. A queue of its own is a link of half
 * the rate: what a router gives to each of two classes with equal weights while both have packets waiting.
 */
public final class SharingWithTcp implements Experiment {
    private static final LinkModelSettings LINK = LinkModelSettings.PERFECT.withRate(10 * Flows.MEGABIT)
            .withDelayNanos(28 * Flows.MS).withQueuePackets(75);
    private static final double BRIEF_BESIDE = 0.3;
    private static final LinkModelSettings CLASS = LINK.withRate(LINK.bytesPerSecond() / 2);

    private record Run(long fromNanos, long endNanos, StrategySession session, ThroughputRecorder tcp,
                       LinkRecorder link) {
        double ours() {
            return Line.megabits(session.receivers().get(0).throughput().mean(2 * fromNanos, endNanos));
        }

        double alone() {
            return Line.megabits(session.receivers().get(0).throughput().mean(fromNanos / 2, fromNanos));
        }

        double theirs() {
            return Line.megabits(tcp.mean(2 * fromNanos, endNanos));
        }

        double queue() {
            return link.meanQueue(2 * fromNanos, endNanos);
        }
    }

    @Override
    public String name() {
        return "mca-tcp";
    }

    @Override
    public String question() {
        return "What is left of a session beside TCP, in one queue and in two?";
    }

    @Override
    public String source() {
        return "beyond MCA §1, which says it";
    }

    @Override
    public Findings run(Plan plan) {
        List<Finding> numbers = new ArrayList<>();
        List<Figure> figures = new ArrayList<>();
        List<Run> one = plan.overSeeds(seed -> run(plan, seed, false));
        numbers.add(Finding.of("session alone", "Mbit/s", one, Run::alone).expect(9.7, 10));
        add(plan, numbers, figures, one, "one queue", List.of(2.7, 4.6, 5.0, 7.2));
        add(plan, numbers, figures, plan.overSeeds(seed -> run(plan, seed, true)), "two queues", List.of(4.75, 5.0, 4.9, 5.01));
        return new Findings(numbers, figures);
    }

    /** @param expected the least and most of the session's rate, and the least and most of TCP's, Mbit/s */
    private static void add(Plan plan, List<Finding> numbers, List<Figure> figures, List<Run> runs, String where, List<Double> expected) {
        numbers.add(Finding.of("session beside TCP, " + where, "Mbit/s", runs, Run::ours).expect(expected.get(0), expected.get(1))
                .ifBrief(plan, expected.get(0) - BRIEF_BESIDE, expected.get(1) + BRIEF_BESIDE));
        numbers.add(Finding.of("TCP beside the session, " + where, "Mbit/s", runs, Run::theirs).expect(expected.get(2), expected.get(3))
                .ifBrief(plan, expected.get(2) - BRIEF_BESIDE, expected.get(3) + BRIEF_BESIDE));
        numbers.add(Finding.of("mean queue in which the session's packets wait, " + where, "packets", runs, Run::queue));
        Run shown = runs.get(0);
        figures.add(Figure.rates(where.replace(' ', '-'), "One session, and one TCP flow from " + shown.fromNanos
                / Flows.SECOND + " s on: " + where, List.of(
                Line.throughput("session", shown.session.receivers().get(0).throughput(), 0, shown.endNanos),
                Line.throughput("TCP", shown.tcp, 0, shown.endNanos))));
    }

    private static Run run(Plan plan, long seed, boolean ownQueues) {
        Flows flows = new Flows(seed, Flows.DEFAULT);
        long fromNanos = 20 * Flows.SECOND;
        long endNanos = plan.fullOrBrief(140L, 60L) * Flows.SECOND;
        Node left = flows.network.node("left");
        Node right = flows.network.node("right");
        LinkRecorder link = new LinkRecorder(flows.network.queue(), flows.network.link(left, right,
                ownQueues ? CLASS : LINK));
        flows.network.link(right, left, LINK);
        Node tcpLeft = left;
        Node tcpRight = right;
        if (ownQueues) {
            tcpLeft = flows.network.node("left of TCP's queue");
            tcpRight = flows.network.node("right of TCP's queue");
            flows.network.link(tcpLeft, tcpRight, CLASS);
            flows.network.link(tcpRight, tcpLeft, LINK);
        }
        StrategySession session = flows.unicast("session", flows.host("source", left), flows.host("receiver", right), 0);
        TcpFlow tcp = new TcpFlow(flows.network, flows.host("TCP source", tcpLeft), flows.host("TCP sink", tcpRight),
                TcpSettings.DEFAULT);
        tcp.startAt(fromNanos + flows.network.random("TCP").nextLong(Flows.SECOND));
        flows.run(endNanos);
        return new Run(fromNanos, endNanos, session, tcp.throughput(), link);
    }
}
