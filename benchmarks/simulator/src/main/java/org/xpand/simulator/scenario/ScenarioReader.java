package org.xpand.simulator.scenario;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.xpand.simulator.JsonFields;
import org.xpand.simulator.net.RoutedNetwork;

/** Reads the JSON form of a {@link Scenario}. */
final class ScenarioReader {
    static final Set<String> FIELDS = JsonFields.names("description", "seconds", "window", "binSeconds",
            "sampleSeconds", "seeds", "nodes", "linkDefault", "links", "changes", "tcp", "udp", "sessions", "sites");
    private static final int MAX_SEEDS = 10_000;
    /** Most bins of all flows of a run together: some hundred megabytes. */
    private static final long MAX_ALL_BINS = 20_000_000;

    private ScenarioReader() {
    }

    static Scenario read(String document, String json) {
        JsonFields root = JsonFields.parse(document, json, FIELDS);
        ScenarioClock clock = ScenarioClock.read(root);
        NodeNames nodes = NodeNames.read(root);
        Topology topology = TopologyReader.read(root, nodes, clock);
        RoutedNetwork network = topology.build(0, 0);
        FlowNames names = new FlowNames();
        TrafficReader traffic = new TrafficReader(nodes, clock, network, names);
        FlowSpecs flows = new FlowSpecs(traffic.readTcp(root), traffic.readUdp(root),
                new SessionReader(nodes, clock, names, traffic).read(root));
        Optional<SitesSpec> sites = SitesReader.read(root, nodes, clock, traffic);
        sites.ifPresent(spec -> spec.groups().forEach(group -> spec.names().forEach(site ->
                names.take(root.object("sites", SitesReader.SITES_NAMES), group.named() ? "groups" : spec.atNodes() ? "nodes" : "wan",
                        group.label(site)))));
        requireSomeFlows(root, flows, sites, clock);
        return new Scenario(document, root.text("description", ""), clock, seeds(root), topology, flows, sites);
    }

    private static void requireSomeFlows(JsonFields root, FlowSpecs flows, Optional<SitesSpec> sites,
                                         ScenarioClock clock) {
        long count = flows.tcp().size() + flows.udp().size()
                + flows.sessions().stream().mapToLong(session -> 1L + session.receivers().size()).sum()
                + sites.map(SitesSpec::flows).orElse(0L);
        if (count == 0) {
            throw root.error("sessions", "no session and no other flow: accepted is one or more in sessions, tcp, udp or"
                    + " sites");
        }
        if (count * clock.bins() > MAX_ALL_BINS) {
            throw root.error("binSeconds", count + " flows of " + clock.bins() + " bins each: accepted are " + MAX_ALL_BINS
                    + " bins in all, so make them longer");
        }
    }

    private static List<Long> seeds(JsonFields root) {
        if (!root.has("seeds")) {
            return List.of(1L);
        }
        List<Long> seeds = root.wholeNumbers("seeds");
        if (seeds.isEmpty() || seeds.size() > MAX_SEEDS) {
            throw root.error("seeds", seeds.size() + " seeds: accepted are 1 to " + MAX_SEEDS);
        }
        Set<Long> seen = new HashSet<>();
        for (Long seed : seeds) {
            if (!seen.add(seed)) {
                throw root.elementError("seeds", seen.size(), seed + " is there twice");
            }
        }
        return seeds;
    }
}
