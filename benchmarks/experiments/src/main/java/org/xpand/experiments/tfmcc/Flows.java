package org.xpand.experiments.tfmcc;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.xpand.experiments.Figure;
import org.xpand.experiments.Finding;
import org.xpand.experiments.Line;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.simulator.measure.ThroughputRecorder;
import org.xpand.simulator.net.Dumbbell;
import org.xpand.simulator.net.Node;
import org.xpand.simulator.session.Demand;
import org.xpand.simulator.session.SessionReceiver;
import org.xpand.simulator.session.SessionSettings;
import org.xpand.simulator.session.StrategySession;
import org.xpand.simulator.tcp.TcpFlow;
import org.xpand.simulator.tcp.TcpSettings;

/** One session beside TCP flows. */
final class Flows {
    static final long SECOND = 1_000_000_000L;
    private static final Map<String, String> PAPER = Map.of("preset", "paper");
    private static final long START_SPREAD_NANOS = 3 * SECOND;
    private static final long SETTLED_NANOS = 20 * SECOND;

    final StrategySession session;

    private final Dumbbell dumbbell;
    private final TcpSettings tcpSettings;
    private final long endNanos;
    private final long spreadNanos;
    private final RandomGenerator delays;
    private final RandomGenerator starts;
    private final List<ThroughputRecorder> received = new ArrayList<>();
    private final List<ThroughputRecorder> tcp = new ArrayList<>();

    Flows(Dumbbell dumbbell, TcpSettings tcpSettings, long endNanos) {
        this(dumbbell, tcpSettings, endNanos, 0);
    }

    /** @param spreadNanos each sender's link has a delay in each direction of up to this, at random */
    Flows(Dumbbell dumbbell, TcpSettings tcpSettings, long endNanos, long spreadNanos) {
        this.tcpSettings = tcpSettings;
        this.dumbbell = dumbbell;
        this.endNanos = endNanos;
        this.spreadNanos = spreadNanos;
        this.delays = dumbbell.network().random("delays");
        this.starts = dumbbell.network().random("starts");
        this.session = new StrategySession("session", dumbbell.network(), sender("source"),
                RateStrategies.create("tfmcc", PAPER), Demand.greedy(), SessionSettings.DEFAULT);
    }

    SessionReceiver receiver(Node node) {
        SessionReceiver receiver = session.receiver(node);
        received.add(receiver.throughput());
        return receiver;
    }

    /** A TCP flow from a host of its own that starts within the first seconds. */
    void tcp(Node to) {
        tcp(sender("tcp" + tcp.size()), to, 0);
    }

    private Node sender(String name) {
        return dumbbell.sender(name, delays.nextLong(spreadNanos + 1));
    }

    /** A TCP flow that starts within seconds of a time. */
    void tcp(Node from, Node to, long startNanos) {
        TcpFlow flow = new TcpFlow(dumbbell.network(), from, to, tcpSettings);
        flow.startAt(startNanos + starts.nextLong(START_SPREAD_NANOS));
        tcp.add(flow.throughput());
    }

    Flows run() {
        dumbbell.run(endNanos);
        return this;
    }

    ThroughputRecorder received(int receiver) {
        return received.get(receiver);
    }

    ThroughputRecorder tcp(int flow) {
        return tcp.get(flow);
    }

    int tcpFlows() {
        return tcp.size();
    }

    /** Mean of the session's receivers over mean of TCP. */
    double ratio() {
        return mean(received) / mean(tcp);
    }

    /** Share of the session's packets that its first receiver does not get. */
    double sessionLoss() {
        return 1 - received.get(0).mean(SETTLED_NANOS, endNanos) / session.sent().mean(SETTLED_NANOS, endNanos);
    }

    /** Share of all flows' packets that the bottleneck drops, from the start on. */
    double dropRate() {
        return dumbbell.bottleneck().stats().dropRate();
    }

    private double mean(List<ThroughputRecorder> flows) {
        return flows.stream().mapToDouble(each -> each.mean(SETTLED_NANOS, endNanos)).average().orElseThrow();
    }

    private double variation(List<ThroughputRecorder> flows) {
        return flows.stream().mapToDouble(each -> each.coefficientOfVariation(SETTLED_NANOS, endNanos)).average()
                .orElseThrow();
    }

    /** Numbers of such runs, with the ratio in a range. */
    static List<Finding> findings(String where, List<Flows> runs, double least, double most) {
        return List.of(
                Finding.of("session" + where, "Mbit/s", runs, each -> Line.megabits(each.mean(each.received))),
                Finding.of("TCP" + where, "Mbit/s", runs, each -> Line.megabits(each.mean(each.tcp))),
                Finding.of("session over TCP" + where, "", runs, Flows::ratio).expect(least, most),
                Finding.of("variation of the session over TCP's" + where, "", runs,
                        each -> each.variation(each.received) / each.variation(each.tcp)));
    }

    Figure figure(String name, String title) {
        return Figure.rates(name, title, List.of(Line.throughput("TCP 1", tcp(0), 0, endNanos),
                Line.throughput("TCP 2", tcp(1), 0, endNanos), Line.throughput("session", received(0), 0, endNanos)));
    }
}
