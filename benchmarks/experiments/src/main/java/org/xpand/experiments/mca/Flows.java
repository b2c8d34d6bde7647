package org.xpand.experiments.mca;

import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.protocols.strategy.RateStrategy;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.LinkModelSettings;
import org.xpand.simulator.net.Node;
import org.xpand.simulator.net.RoutedNetwork;
import org.xpand.simulator.session.Demand;
import org.xpand.simulator.session.SessionSettings;
import org.xpand.simulator.session.StrategySession;

/** A network with MCA sessions of packets of 1000 bytes (MCA §4), which start within a second of their time. */
final class Flows {
    static final long SECOND = 1_000_000_000L;
    static final long MS = 1_000_000;
    static final double MEGABIT = 125_000;
    /** The paper's algorithm with its constants. */
    static final Map<String, String> PAPER = Map.of("preset", "paper");
    /** The recommended settings where nobody fills the queue: the sessions that meet here would take each other for TCP. */
    static final Map<String, String> RECOMMENDED = Map.of("competing", "false");
    /** What a user gets who sets nothing. */
    static final Map<String, String> DEFAULT = Map.of();
    /** Every link that is no bottleneck (MCA §4.2). */
    static final LinkModelSettings ACCESS = LinkModelSettings.PERFECT.withRate(100 * MEGABIT).withDelayNanos(MS);

    final RoutedNetwork network;

    private final RateStrategy strategy;
    private final SessionSettings settings;
    private final RandomGenerator starts;

    Flows(long seed, Map<String, String> settings) {
        this.network = new RoutedNetwork(new EventQueue(), seed);
        this.strategy = RateStrategies.create("mca", settings);
        SessionSettings base = SessionSettings.DEFAULT.withSampleNanos(SECOND);
        this.settings = base.withPacing(strategy.pacing(base.pacing()));
        this.starts = network.random("starts");
    }

    /** A session without receivers. */
    StrategySession empty(String name, Node from) {
        return new StrategySession(name, network, from, strategy, Demand.greedy(), settings);
    }

    /** A session whose receivers join together, from which on it sends. */
    StrategySession session(String name, Node from, List<Node> to, long startNanos) {
        StrategySession session = empty(name, from);
        long start = startNanos + starts.nextLong(SECOND);
        to.forEach(node -> session.receiver(node).joinAt(start));
        return session;
    }

    /** A session to one receiver. */
    StrategySession unicast(String name, Node from, Node to, long startNanos) {
        return session(name, from, List.of(to), startNanos);
    }

    /** A host with the links of {@link #ACCESS} to and from a router. */
    Node host(String name, Node router) {
        Node host = network.node(name);
        network.duplex(host, router, ACCESS);
        return host;
    }

    /** The CIs that all receivers have sent: statuses are none (MCA §4.3 counts CIs). */
    static long indications(StrategySession session) {
        return session.reports() - session.statuses();
    }

    void run(long endNanos) {
        network.queue().runUntil(endNanos);
    }
}
