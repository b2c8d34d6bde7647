package org.xpand.simulator.scenario;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.WanProfile;
import org.xpand.simulator.net.Node;
import org.xpand.simulator.net.RoutedNetwork;
import org.xpand.simulator.site.SimulatedGroup;
import org.xpand.simulator.site.SimulatedProcess;
import org.xpand.simulator.site.SimulatedSites;

/**
 * Whole sites of one or more groups: overlay, stack, relay, sender and member as in real nodes. Sites and processes are given by
 * their indexes, from 0; times are nanoseconds after all have joined.
 *
 * @param names    of the sites
 * @param wan      their separate network; empty if they are at nodes of the scenario
 * @param nodes    in that case the indexes of their nodes
 * @param settings settings of the sites
 * @param started  total number of processes of each site, including those that faults start
 */
record SitesSpec(List<String> names, Optional<WanProfile> wan, List<Integer> nodes, SimulatedSites.Settings settings,
                 List<SitesGroup> groups, List<Fault> faults, List<Integer> started) {
    SitesSpec {
        names = List.copyOf(names);
        nodes = List.copyOf(nodes);
        groups = List.copyOf(groups);
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

    /** Starts the sites on a separate network, with an observer for each group. */
    SimulatedSites apart(long seed, List<? extends SimulatedProcess.Observer> observers) {
        return new SimulatedSites(wan.orElseThrow(), observed(observers), settings, seed);
    }

    /** Starts the sites at nodes of a network, with an observer for each group. */
    SimulatedSites at(RoutedNetwork network, List<? extends SimulatedProcess.Observer> observers) {
        List<Node> places = nodes.stream().map(place -> Topology.node(network, place)).toList();
        return new SimulatedSites(network, places, observed(observers), settings);
    }

    private List<SimulatedGroup> observed(List<? extends SimulatedProcess.Observer> observers) {
        return IntStream.range(0, groups.size()).mapToObj(i -> groups.get(i).observed(observers.get(i))).toList();
    }

    /** Number of flows: one for each sender and process. */
    long flows() {
        long processes = started.stream().mapToLong(each -> each).sum();
        return groups.stream().mapToLong(group -> group.senders().size() * processes).sum();
    }

    /** Name of a process in results. */
    String process(int site, int process) {
        return names.get(site) + "." + (process + 1);
    }
}
