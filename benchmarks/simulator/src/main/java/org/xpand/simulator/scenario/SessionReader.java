package org.xpand.simulator.scenario;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.protocols.strategy.RateStrategy;
import org.xpand.simulator.JsonFields;
import org.xpand.simulator.session.Demand;
import org.xpand.simulator.session.SessionSettings;
import org.xpand.simulator.traffic.OnOff;

/** Reads the sessions of our strategies, their receivers and their demand. */
final class SessionReader {
    static final Set<String> SESSION_NAMES = JsonFields.names("name", "strategy", "settings", "source",
            "receivers", "demand", "packetBytes", "multicast", "pathRttKnown", "ecn", "stopSeconds");
    static final Set<String> RECEIVER_NAMES = JsonFields.names("node", "count", "joinSeconds", "leaveSeconds",
            "vanishSeconds");
    static final Set<String> DEMAND_NAMES = JsonFields.names("rateMbps", "backlogBytes", "on", "off");
    private static final String GREEDY = "greedy";
    private static final int MAX_RECEIVERS = 100_000;
    private static final int DEFAULT_BACKLOG_PACKETS = 10;

    private final NodeNames nodes;
    private final ScenarioClock clock;
    private final FlowNames names;
    private final TrafficReader traffic;

    SessionReader(NodeNames nodes, ScenarioClock clock, FlowNames names, TrafficReader traffic) {
        this.nodes = nodes;
        this.clock = clock;
        this.names = names;
        this.traffic = traffic;
    }

    List<FlowSpecs.Session> read(JsonFields root) {
        List<FlowSpecs.Session> sessions = new ArrayList<>();
        for (JsonFields fields : root.objects("sessions", SESSION_NAMES)) {
            String name = names.take(fields, names.read(fields, "session" + (sessions.size() + 1)));
            RateStrategy strategy = strategy(fields);
            int source = nodes.one(fields, "source");
            SessionSettings settings = settings(fields, strategy);
            sessions.add(new FlowSpecs.Session(name, source, strategy, demand(fields, settings.packetSize()), settings,
                    traffic.stop(fields, 0), receivers(fields, name, source)));
        }
        return sessions;
    }

    /** The strategy that an object chooses, with its settings. */
    static RateStrategy strategy(JsonFields fields) {
        String name = fields.text("strategy", RateStrategies.DEFAULT);
        try {
            RateStrategies.create(name, Map.of());
        } catch (IllegalArgumentException e) {
            throw fields.error("strategy", e.getMessage());
        }
        SortedMap<String, String> settings = fields.scalars("settings");
        try {
            return RateStrategies.create(name, settings);
        } catch (IllegalArgumentException e) {
            throw fields.error("settings", settings.keySet(), e.getMessage());
        }
    }

    private SessionSettings settings(JsonFields fields, RateStrategy strategy) {
        SessionSettings base = SessionSettings.DEFAULT;
        SessionSettings settings = base.withBinNanos(clock.binNanos()).withSampleNanos(clock.sampleNanos())
                .withPacing(strategy.pacing(base.pacing()))
                .withPacketSize((int) fields.wholeNumber("packetBytes", SessionSettings.MIN_PACKET_SIZE,
                        SessionSettings.MAX_PACKET_SIZE, base.packetSize()));
        settings = fields.flag("multicast", base.multicast()) ? settings : settings.withUnicast();
        settings = fields.flag("ecn", base.ecn()) ? settings.withEcn() : settings;
        return fields.flag("pathRttKnown", base.pathRttKnown()) ? settings.withPathRttKnown() : settings;
    }

    private FlowSpecs.DemandMaker demand(JsonFields fields, int packetBytes) {
        if (!fields.has("demand")) {
            return random -> Demand.greedy();
        }
        if (fields.isText("demand")) {
            if (!fields.text("demand").equals(GREEDY)) {
                throw fields.error("demand", JsonFields.quote(fields.text("demand")) + " is neither \"" + GREEDY
                        + "\" nor an object");
            }
            return random -> Demand.greedy();
        }
        JsonFields demand = fields.object("demand", DEMAND_NAMES);
        Optional<OnOff> onOff = traffic.onOff(demand);
        if (onOff.isPresent()) {
            if (demand.has("rateMbps")) {
                throw demand.error("rateMbps", "refused beside on and off: in its on periods the demand is greedy");
            }
            return random -> Demand.onOff(onOff.get().on().apply(random), onOff.get().off().apply(random));
        }
        double rate = traffic.rate(demand);
        int backlog = (int) demand.wholeNumber("backlogBytes", packetBytes, Integer.MAX_VALUE,
                (long) DEFAULT_BACKLOG_PACKETS * packetBytes);
        return random -> Demand.limited(rate, backlog);
    }

    private List<FlowSpecs.Receiver> receivers(JsonFields session, String sessionName, int source) {
        List<FlowSpecs.Receiver> receivers = new ArrayList<>();
        Map<Integer, Integer> atNode = new HashMap<>();
        for (JsonFields fields : session.objects("receivers", RECEIVER_NAMES)) {
            long join = ScenarioTime.nanos(fields, "joinSeconds", 0, clock.endSeconds(), 0);
            long leave = traffic.end(fields, "leaveSeconds", "joinSeconds", join);
            long vanish = traffic.end(fields, "vanishSeconds", "joinSeconds", join);
            long count = fields.wholeNumber("count", 1, MAX_RECEIVERS, 1);
            for (int node : nodes.some(fields, "node")) {
                traffic.requirePathAndBack(fields, "node", source, node);
                for (int i = 0; i < count; i++) {
                    if (receivers.size() == MAX_RECEIVERS) {
                        throw fields.error("node", "more than " + MAX_RECEIVERS + " receivers");
                    }
                    int number = atNode.merge(node, 1, Integer::sum);
                    receivers.add(new FlowSpecs.Receiver(sessionName + "/" + nodes.name(node)
                            + (number == 1 ? "" : "#" + number), node, join, leave, vanish));
                }
            }
        }
        if (receivers.isEmpty()) {
            throw session.error("receivers", "none: accepted is one or more");
        }
        return receivers;
    }
}
