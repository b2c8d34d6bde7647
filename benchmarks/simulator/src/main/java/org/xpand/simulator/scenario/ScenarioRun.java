package org.xpand.simulator.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.xpand.simulator.LinkModelStats;
import org.xpand.simulator.net.Link;
import org.xpand.simulator.net.Node;
import org.xpand.simulator.net.RoutedNetwork;
import org.xpand.simulator.session.SessionReceiver;
import org.xpand.simulator.session.StrategySession;
import org.xpand.simulator.tcp.TcpFlow;
import org.xpand.simulator.traffic.OnOff;
import org.xpand.simulator.traffic.UdpSource;

/** One run of a scenario's network. */
final class ScenarioRun {
    private final ScenarioClock clock;
    private final FlowSpecs specs;
    private final long seed;
    private final RoutedNetwork network;
    private final List<TcpFlow> tcp = new ArrayList<>();
    private final List<UdpSource> udp = new ArrayList<>();
    private final List<StrategySession> sessions = new ArrayList<>();

    /**
     * Creates the network with its traffic; nothing has begun.
     *
     * @param settlingNanos time that sites at nodes of the network need to start before the run begins
     * @param sites         makes the sites, which start at once
     */
    ScenarioRun(ScenarioClock clock, Topology topology, FlowSpecs specs, long seed, long settlingNanos,
                Consumer<RoutedNetwork> sites) {
        this.clock = clock;
        this.specs = specs;
        this.seed = seed;
        this.network = topology.build(seed, -settlingNanos);
        sites.accept(network);
        topology.schedule(network);
        specs.tcp().forEach(spec -> tcp.add(start(spec)));
        specs.udp().forEach(spec -> udp.add(start(spec)));
        specs.sessions().forEach(spec -> sessions.add(start(spec)));
    }

    RunResult run() {
        List<LinkModelStats> before = statsAt(clock.windowFromNanos());
        List<LinkModelStats> after = statsAt(clock.windowToNanos());
        network.queue().runUntil(clock.endNanos());
        List<LinkResult> links = new ArrayList<>();
        for (int i = 0; i < after.size(); i++) {
            Link link = network.links().get(i);
            links.add(new LinkResult(link.from().name(), link.to().name(), after.get(i).since(before.get(i)),
                    clock.windowNanos()));
        }
        return new RunResult(seed, flows(), links, sessionResults(), network.stats(), Optional.empty());
    }

    /** Runs up to a time, exclusive like the windows of throughput, and returns the links' counters then. */
    private List<LinkModelStats> statsAt(long nanos) {
        if (nanos > 0) {
            network.queue().runUntil(nanos - 1);
        }
        return network.links().stream().map(Link::stats).toList();
    }

    private TcpFlow start(FlowSpecs.Tcp spec) {
        TcpFlow flow = new TcpFlow(network, node(spec.from()), node(spec.to()), spec.settings());
        flow.transferAt(spec.startNanos(), spec.segments());
        if (spec.stopNanos() != Long.MAX_VALUE) {
            flow.stopAt(spec.stopNanos());
        }
        return flow;
    }

    private UdpSource start(FlowSpecs.Udp spec) {
        UdpSource source = new UdpSource(network, node(spec.from()), node(spec.to()), spec.packetBytes(),
                spec.bytesPerSecond(), clock.binNanos());
        if (spec.periods().isPresent()) {
            SplittableRandom random = network.random("udp " + spec.name());
            OnOff periods = spec.periods().get();
            source.startAt(spec.startNanos(), periods.on().apply(random.split()), periods.off().apply(random.split()));
        } else {
            source.startAt(spec.startNanos());
        }
        if (spec.stopNanos() != Long.MAX_VALUE) {
            source.stopAt(spec.stopNanos());
        }
        return source;
    }

    private StrategySession start(FlowSpecs.Session spec) {
        StrategySession session = new StrategySession(spec.name(), network, node(spec.source()), spec.strategy(),
                spec.demand().make(network.random("demand " + spec.name())), spec.settings());
        if (spec.stopNanos() != Long.MAX_VALUE) {
            session.stopAt(spec.stopNanos());
        }
        for (FlowSpecs.Receiver each : spec.receivers()) {
            SessionReceiver receiver = session.receiver(node(each.node()));
            receiver.joinAt(each.joinNanos());
            if (each.leaveNanos() != Long.MAX_VALUE) {
                receiver.leaveAt(each.leaveNanos());
            }
            if (each.vanishNanos() != Long.MAX_VALUE) {
                receiver.vanishAt(each.vanishNanos());
            }
        }
        return session;
    }

    private Node node(int index) {
        return Topology.node(network, index);
    }

    private List<FlowResult> flows() {
        List<FlowResult> flows = new ArrayList<>();
        for (int i = 0; i < tcp.size(); i++) {
            TcpFlow flow = tcp.get(i);
            flows.add(FlowResult.of(specs.tcp().get(i).name(), FlowResult.Kind.TCP, flow.throughput(), clock)
                    .withTcp(flow.stats(), flow.completedNanos()));
        }
        for (int i = 0; i < udp.size(); i++) {
            flows.add(FlowResult.of(specs.udp().get(i).name(), FlowResult.Kind.UDP, udp.get(i).throughput(), clock));
        }
        for (int i = 0; i < sessions.size(); i++) {
            FlowSpecs.Session spec = specs.sessions().get(i);
            StrategySession session = sessions.get(i);
            flows.add(FlowResult.of(spec.name(), FlowResult.Kind.SOURCE, session.sent(), clock));
            for (int r = 0; r < spec.receivers().size(); r++) {
                flows.add(FlowResult.of(spec.receivers().get(r).name(), FlowResult.Kind.RECEIVER,
                        session.receivers().get(r).throughput(), clock));
            }
        }
        return flows;
    }

    private List<SessionResult> sessionResults() {
        List<SessionResult> results = new ArrayList<>();
        for (int i = 0; i < sessions.size(); i++) {
            FlowSpecs.Session spec = specs.sessions().get(i);
            List<SessionResult.Receiver> receivers = new ArrayList<>();
            TreeMap<Long, String> keys = new TreeMap<>();
            for (int r = 0; r < spec.receivers().size(); r++) {
                SessionReceiver receiver = sessions.get(i).receivers().get(r);
                receivers.add(new SessionResult.Receiver(spec.receivers().get(r).name(), receiver.stats(),
                        receiver.reports(), receiver.duplicates(), receiver.malformed()));
                keys.put(receiver.key(), spec.receivers().get(r).name());
            }
            results.add(new SessionResult(spec.name(), spec.strategy().name(), sessions.get(i).samples(), receivers,
                    keys));
        }
        return results;
    }
}
