package org.xpand.simulator.scenario;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.xpand.simulator.JsonFields;
import org.xpand.simulator.LinkFields;
import org.xpand.simulator.LinkModelSettings;

/** Reads nodes, links and scheduled changes. */
final class TopologyReader {
    static final Set<String> LINK_NAMES = JsonFields.names(JsonFields.names("from", "to", "both"),
            LinkFields.NAMES);
    static final Set<String> CHANGE_NAMES = JsonFields.names(
            JsonFields.names("atSeconds", "from", "to", "both", "cut", "reroute"), LinkFields.NAMES);
    private static final int MAX_LINKS = 400_000;

    private final NodeNames nodes;
    private final int[][] linkAt;
    private final List<Topology.Wire> links = new ArrayList<>();
    private final List<String> givenBy = new ArrayList<>();

    private record Timed(long atNanos, JsonFields fields) {
    }

    private TopologyReader(NodeNames nodes) {
        this.nodes = nodes;
        this.linkAt = new int[nodes.all().size()][];
    }

    static Topology read(JsonFields root, NodeNames nodes, ScenarioClock clock) {
        TopologyReader reader = new TopologyReader(nodes);
        reader.readLinks(root);
        return new Topology(nodes.all(), reader.links, reader.readChanges(root, clock));
    }

    private void readLinks(JsonFields root) {
        LinkModelSettings defaults = LinkFields.read(root.object("linkDefault", LinkFields.NAMES), LinkModelSettings.PERFECT);
        for (JsonFields fields : root.objects("links", LINK_NAMES)) {
            LinkModelSettings settings = LinkFields.read(fields, defaults);
            forEachPair(fields, (from, to) -> add(fields, from, to, settings));
        }
    }

    private void add(JsonFields fields, int from, int to, LinkModelSettings settings) {
        int known = find(from, to);
        if (known >= 0) {
            throw fields.error("from", "the link from \"" + nodes.name(from) + "\" to \"" + nodes.name(to)
                    + "\" is given by " + givenBy.get(known) + " already");
        }
        if (links.size() == MAX_LINKS) {
            throw fields.error("from", "more than " + MAX_LINKS + " links");
        }
        int[] row = linkAt[from] == null ? new int[0] : linkAt[from];
        linkAt[from] = IntStream.concat(IntStream.of(row), IntStream.of(links.size())).toArray();
        links.add(new Topology.Wire(from, to, settings));
        givenBy.add(fields.path());
    }

    private int find(int from, int to) {
        if (linkAt[from] != null) {
            for (int link : linkAt[from]) {
                if (links.get(link).to() == to) {
                    return link;
                }
            }
        }
        return -1;
    }

    /** Computes the changed settings now, in the order of time, so that contradictions are refused before the run. */
    private List<Topology.Change> readChanges(JsonFields root, ScenarioClock clock) {
        List<Timed> given = new ArrayList<>();
        for (JsonFields fields : root.objects("changes", CHANGE_NAMES)) {
            given.add(new Timed(ScenarioTime.nanos(fields, "atSeconds", 0, clock.endSeconds()), fields));
        }
        given.sort(Comparator.comparingLong(Timed::atNanos));
        LinkModelSettings[] settings = links.stream().map(Topology.Wire::settings).toArray(LinkModelSettings[]::new);
        boolean[] cut = new boolean[settings.length];
        List<Topology.Change> changes = new ArrayList<>();
        for (Timed each : given) {
            JsonFields fields = each.fields;
            boolean reroute = fields.flag("reroute", false);
            forEachPair(fields, (from, to) -> {
                int link = find(from, to);
                if (link < 0) {
                    throw fields.error("from", "there is no link from \"" + nodes.name(from) + "\" to \""
                            + nodes.name(to) + "\"");
                }
                settings[link] = LinkFields.read(fields, settings[link]);
                cut[link] = fields.flag("cut", cut[link]);
                changes.add(new Topology.Change(each.atNanos, link, settings[link], cut[link], reroute));
            });
        }
        return changes;
    }

    private interface PairAction {
        void accept(int from, int to);
    }

    private void forEachPair(JsonFields fields, PairAction action) {
        boolean both = fields.flag("both", false);
        List<Integer> ends = nodes.some(fields, "to");
        for (int from : nodes.some(fields, "from")) {
            for (int to : ends) {
                if (from == to) {
                    throw fields.error("to", "\"" + nodes.name(to) + "\" is the node the link comes from");
                }
                action.accept(from, to);
                if (both) {
                    action.accept(to, from);
                }
            }
        }
    }
}
