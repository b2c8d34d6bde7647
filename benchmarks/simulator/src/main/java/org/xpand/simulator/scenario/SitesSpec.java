package org.xpand.simulator.scenario;

import java.util.List;
import java.util.Optional;
import org.xpand.protocols.strategy.RateStrategy;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.WanProfile;
import org.xpand.simulator.net.Node;
import org.xpand.simulator.net.RoutedNetwork;
import org.xpand.simulator.site.SimulatedProcess;
import org.xpand.simulator.site.SimulatedSites;
import org.xpand.simulator.site.SiteApplications;

/**
 * Whole sites of one group: overlay, stack, relay, sender and member as on the wire. Sites and processes are given by
 * their places, from 0; times are nanoseconds after everybody has joined.
 *
 * @param names    of the sites
 * @param wan      the network of their own; empty if they are at nodes of the scenario
 * @param nodes    where they are then, by their places among the nodes
 * @param settings how they are built
 * @param started  processes of each site in all, those that faults start included
 */
record SitesSpec(List<String> names, Optional<WanProfile> wan, List<Integer> nodes, RateStrategy strategy,
                 SimulatedSites.Settings settings, List<SiteApplications.Sender> senders, List<Fault> faults,
                 List<Integer> started) {
    SitesSpec {
        names = List.copyOf(names);
        nodes = List.copyOf(nodes);
        senders = List.copyOf(senders);
        faults = List.copyOf(faults);
        started = List.copyOf(started);
    }

    /** Something done to the sites at a time. */
    record Fault(long atNanos, SitesFault what) {
    }

    /** Lets the faults happen to sites that have come up now. */
    void schedule(SimulatedSites sites) {
        EventQueue queue = sites.queue();
        long base = queue.now();
        faults.forEach(fault -> queue.schedule(base + fault.atNanos(), () -> fault.what().strike(sites)));
    }

    /** Whether they are at nodes of the scenario's network. */
    boolean atNodes() {
        return wan.isEmpty();
    }

    /** Brings them up on a network of their own. */
    SimulatedSites apart(long seed, SimulatedProcess.Observer observer) {
        return new SimulatedSites(wan.orElseThrow(), strategy, settings, seed, observer);
    }

    /** Brings them up at nodes of a network. */
    SimulatedSites at(RoutedNetwork network, SimulatedProcess.Observer observer) {
        List<Node> places = nodes.stream().map(place -> Topology.node(network, place)).toList();
        return new SimulatedSites(network, places, strategy, settings, observer);
    }

    /** What a process is called in results. */
    String process(int site, int process) {
        return names.get(site) + "." + (process + 1);
    }
}
