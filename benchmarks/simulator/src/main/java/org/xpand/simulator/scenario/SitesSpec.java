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
 * Whole sites of one group: overlay, stack, relay, sender and member as in real nodes. Sites and processes are given by
 * their indexes, from 0; times are nanoseconds after all have joined.
 *
 * @param names    of the sites
 * @param wan      their separate network; empty if they are at nodes of the scenario
 * @param nodes    in that case the indexes of their nodes
 * @param settings settings of the sites
 * @param started  total number of processes of each site, including those that faults start
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

    /** A fault of the sites at a time. */
    record Fault(long atNanos, SitesFault what) {
    }

    /** Schedules the faults for sites that have just started. */
    void schedule(SimulatedSites sites) {
        EventQueue queue = sites.queue();
        long base = queue.now();
        faults.forEach(fault -> queue.schedule(base + fault.atNanos(), () -> fault.what().strike(sites)));
    }

    /** Whether they are at nodes of the scenario's network. */
    boolean atNodes() {
        return wan.isEmpty();
    }

    /** Starts the sites on a separate network. */
    SimulatedSites apart(long seed, SimulatedProcess.Observer observer) {
        return new SimulatedSites(wan.orElseThrow(), strategy, settings, seed, observer);
    }

    /** Starts the sites at nodes of a network. */
    SimulatedSites at(RoutedNetwork network, SimulatedProcess.Observer observer) {
        List<Node> places = nodes.stream().map(place -> Topology.node(network, place)).toList();
        return new SimulatedSites(network, places, strategy, settings, observer);
    }

    /** Name of a process in results. */
    String process(int site, int process) {
        return names.get(site) + "." + (process + 1);
    }
}
