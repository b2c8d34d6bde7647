package org.xpand.simulator.scenario;

import java.util.List;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.LinkModelSettings;
import org.xpand.simulator.net.Link;
import org.xpand.simulator.net.Node;
import org.xpand.simulator.net.RoutedNetwork;

/**
 * The nodes and links of a scenario and the changes of links.
 *
 * @param nodes   names, in order
 * @param links   links between nodes by their indexes in {@code nodes}
 * @param changes in the order of their times
 */
record Topology(List<String> nodes, List<Wire> links, List<Change> changes) {
    Topology {
        nodes = List.copyOf(nodes);
        links = List.copyOf(links);
        changes = List.copyOf(changes);
    }

    /** One link, with the indexes of its nodes. */
    record Wire(int from, int to, LinkModelSettings settings) {
    }

    /**
     * A change of one link at one time.
     *
     * @param link     index of the link
     * @param settings all settings from then on
     * @param cut      whether it is cut from then on
     * @param reroute  whether routes are recomputed
     */
    record Change(long atNanos, int link, LinkModelSettings settings, boolean cut, boolean reroute) {
    }

    /** Builds the network at a time, without the changes. */
    RoutedNetwork build(long seed, long nowNanos) {
        RoutedNetwork network = new RoutedNetwork(new EventQueue(nowNanos, EventQueue.DEFAULT_EVENT_LIMIT), seed);
        nodes.forEach(network::node);
        for (Wire wire : links) {
            network.link(node(network, wire.from()), node(network, wire.to()), wire.settings());
        }
        return network;
    }

    /** Schedules the changes on a network built from this. */
    void schedule(RoutedNetwork network) {
        for (Change change : changes) {
            Link link = network.links().get(change.link());
            network.queue().schedule(change.atNanos(), () -> {
                link.change(before -> change.settings());
                link.cut(change.cut());
                if (change.reroute()) {
                    network.reroute();
                }
            });
        }
    }

    static Node node(RoutedNetwork network, int index) {
        return network.nodes().get(index);
    }
}
