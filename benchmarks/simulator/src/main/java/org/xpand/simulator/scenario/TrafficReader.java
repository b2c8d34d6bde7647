package org.xpand.simulator.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.random.RandomGenerator;
import org.xpand.simulator.JsonFields;
import org.xpand.simulator.net.Node;
import org.xpand.simulator.net.RoutedNetwork;
import org.xpand.simulator.tcp.TcpSettings;
import org.xpand.simulator.traffic.OnOff;
import org.xpand.simulator.traffic.Periods;

/** Reads the cross traffic, and checks that there are paths for it. */
final class TrafficReader {
    static final Set<String> TCP_NAMES = JsonFields.names("name", "from", "to", "count", "startSeconds",
            "stopSeconds", "segments", "preset", "recovery", "growth", "delayedAcks", "timestamps", "segmentBytes", "initialWindow",
            "maxWindow", "minRtoMs");
    static final Set<String> UDP_NAMES = JsonFields.names("name", "from", "to", "rateMbps", "packetBytes",
            "startSeconds", "stopSeconds", "on", "off");
    static final Set<String> PERIOD_NAMES = JsonFields.names("distribution", "meanMs", "shape");
    private static final Map<String, TcpSettings.Recovery> RECOVERIES = new TreeMap<>(Map.of(
            "newreno", TcpSettings.Recovery.NEW_RENO, "sack", TcpSettings.Recovery.SACK));
    private static final Map<String, TcpSettings.Growth> GROWTHS = new TreeMap<>(Map.of(
            "acks", TcpSettings.Growth.ACKS, "segments", TcpSettings.Growth.SEGMENTS, "cubic", TcpSettings.Growth.CUBIC));
    private static final Map<String, TcpSettings> PRESETS = new TreeMap<>(Map.of(
            "default", TcpSettings.DEFAULT, "kernel", TcpSettings.KERNEL));

    private static final double BYTES_PER_MEGABIT = 125_000;
    private static final double MIN_MBPS = 0.000_001;
    private static final double MAX_MBPS = 1_000_000;
    private static final long MAX_DATAGRAM = 65_535;
    private static final long DEFAULT_PACKET_BYTES = 1000;
    private static final long MAX_COUNT = 10_000;
    private static final double NANOS_PER_MS = 1e6;
    private static final double MAX_PERIOD_MS = ScenarioTime.MAX_SECONDS * 1000;
    private static final double MAX_RTO_MS = TcpSettings.DEFAULT.maxRtoNanos() / NANOS_PER_MS;
    private static final double DEFAULT_SHAPE = 1.5;
    private static final double MIN_SHAPE = 1.01;
    private static final double MAX_SHAPE = 100;

    private final NodeNames nodes;
    private final ScenarioClock clock;
    private final RoutedNetwork network;
    private final FlowNames names;

    /** @param network the scenario's network, to search for paths */
    TrafficReader(NodeNames nodes, ScenarioClock clock, RoutedNetwork network, FlowNames names) {
        this.nodes = nodes;
        this.clock = clock;
        this.network = network;
        this.names = names;
    }

    List<FlowSpecs.Tcp> readTcp(JsonFields root) {
        List<FlowSpecs.Tcp> flows = new ArrayList<>();
        for (JsonFields fields : root.objects("tcp", TCP_NAMES)) {
            int from = nodes.one(fields, "from");
            int to = nodes.one(fields, "to");
            requirePathAndBack(fields, "to", from, to);
            long start = start(fields);
            long stop = stop(fields, start);
            long segments = fields.wholeNumber("segments", 1, Long.MAX_VALUE, Long.MAX_VALUE);
            TcpSettings settings = tcpSettings(fields);
            long count = fields.wholeNumber("count", 1, MAX_COUNT, 1);
            String name = names.read(fields, "tcp" + (flows.size() + 1));
            for (int i = 1; i <= count; i++) {
                flows.add(new FlowSpecs.Tcp(names.take(fields, count == 1 ? name : name + "-" + i), from, to, start, stop,
                        segments, settings));
            }
        }
        return flows;
    }

    private TcpSettings tcpSettings(JsonFields fields) {
        TcpSettings base = choice(fields, "preset", PRESETS, TcpSettings.DEFAULT);
        int most = (int) fields.wholeNumber("maxWindow", 1, TcpSettings.MAX_WINDOW, base.maxWindow());
        int initial = (int) fields.wholeNumber("initialWindow", 1, most, Math.min(most, base.initialWindow()));
        long rto = Math.round(fields.number("minRtoMs", 1, MAX_RTO_MS, base.minRtoNanos() / NANOS_PER_MS) * NANOS_PER_MS);
        return base.withBinNanos(clock.binNanos())
                .withSegmentSize((int) fields.wholeNumber("segmentBytes", 1, MAX_DATAGRAM, base.segmentSize()))
                .withRecovery(choice(fields, "recovery", RECOVERIES, base.recovery()))
                .withGrowth(choice(fields, "growth", GROWTHS, base.growth()))
                .withDelayedAcks(fields.flag("delayedAcks", base.delayedAcks()))
                .withTimestamps(fields.flag("timestamps", base.timestamps()))
                .withWindows(initial, most).withRto(rto, base.maxRtoNanos());
    }

    List<FlowSpecs.Udp> readUdp(JsonFields root) {
        List<FlowSpecs.Udp> flows = new ArrayList<>();
        for (JsonFields fields : root.objects("udp", UDP_NAMES)) {
            int from = nodes.one(fields, "from");
            int to = nodes.one(fields, "to");
            requirePath(fields, "to", from, to);
            long start = start(fields);
            String name = names.take(fields, names.read(fields, "udp" + (flows.size() + 1)));
            flows.add(new FlowSpecs.Udp(name, from, to,
                    (int) fields.wholeNumber("packetBytes", 1, MAX_DATAGRAM, DEFAULT_PACKET_BYTES), rate(fields), start,
                    stop(fields, start), onOff(fields)));
        }
        return flows;
    }

    /** A rate that must be present, bytes per second. */
    double rate(JsonFields fields) {
        return fields.number("rateMbps", MIN_MBPS, MAX_MBPS) * BYTES_PER_MEGABIT;
    }

    /** Periods of sending and silence, of which both or none must be present. */
    Optional<OnOff> onOff(JsonFields fields) {
        if (!fields.has("on") && !fields.has("off")) {
            return Optional.empty();
        }
        return Optional.of(new OnOff(periods(fields, "on"), periods(fields, "off")));
    }

    private static Function<RandomGenerator, Periods> periods(JsonFields fields, String name) {
        JsonFields object = fields.object(name, PERIOD_NAMES);
        long mean = Math.round(object.number("meanMs", 0.001, MAX_PERIOD_MS) * NANOS_PER_MS);
        double shape = object.number("shape", MIN_SHAPE, MAX_SHAPE, DEFAULT_SHAPE);
        Map<String, Function<RandomGenerator, Periods>> makers = new TreeMap<>(Map.of("fixed", random -> Periods.fixed(mean),
                "exponential", random -> Periods.exponential(mean, random),
                "pareto", random -> Periods.pareto(mean, shape, random)));
        return choice(object, "distribution", makers, makers.get("fixed"));
    }

    /** When a flow begins; by default with the run. */
    long start(JsonFields fields) {
        return ScenarioTime.nanos(fields, "startSeconds", 0, clock.endSeconds(), 0);
    }

    /** When a flow with this start ends; by default never. */
    long stop(JsonFields fields, long startNanos) {
        return end(fields, "stopSeconds", "startSeconds", startNanos);
    }

    /** When a flow or receiver with this start ends, from the field with this name; by default never. */
    long end(JsonFields fields, String name, String startName, long startNanos) {
        long end = ScenarioTime.nanos(fields, name, 0, clock.endSeconds(), Long.MAX_VALUE);
        if (end <= startNanos) {
            throw fields.error(name, ScenarioTime.seconds(end) + " is not after " + startName + " "
                    + ScenarioTime.seconds(startNanos));
        }
        return end;
    }

    /** Refuses a path that does not exist. */
    void requirePath(JsonFields fields, String field, int from, int to) {
        if (!leads(from, to)) {
            throw cannotBeReached(fields, field, from, to, "");
        }
    }

    /** Refuses a path that does not exist in both directions, and one without delay. */
    void requirePathAndBack(JsonFields fields, String field, int from, int to) {
        requirePath(fields, field, from, to);
        if (!leads(to, from)) {
            throw cannotBeReached(fields, field, from, to, " and back");
        }
        requireTime(fields, field, from, to);
    }

    /** Refuses a path without delay: a flow that sends until the network slows it down would never stop. */
    void requireTime(JsonFields fields, String field, int from, int to) {
        Node first = Topology.node(network, from);
        Node last = Topology.node(network, to);
        if (!network.takesTime(first, last) && !network.takesTime(last, first)) {
            throw fields.error(field, "\"" + nodes.name(to) + "\" is reached from \"" + nodes.name(from)
                    + "\" and back in no time: accepted are paths with a delay or a rate");
        }
    }

    private boolean leads(int from, int to) {
        return network.pathDelayNanos(Topology.node(network, from), Topology.node(network, to)).isPresent();
    }

    private IllegalArgumentException cannotBeReached(JsonFields fields, String field, int from, int to, String andBack) {
        return fields.error(field, "\"" + nodes.name(to) + "\" cannot be reached from \"" + nodes.name(from) + "\""
                + andBack);
    }

    /** The accepted value whose name is in a field. */
    static <T> T choice(JsonFields fields, String name, Map<String, T> accepted, T absent) {
        if (!fields.has(name)) {
            return absent;
        }
        T chosen = accepted.get(fields.text(name));
        if (chosen == null) {
            throw fields.error(name, JsonFields.quote(fields.text(name)) + ": accepted are "
                    + String.join(", ", accepted.keySet()));
        }
        return chosen;
    }
}
