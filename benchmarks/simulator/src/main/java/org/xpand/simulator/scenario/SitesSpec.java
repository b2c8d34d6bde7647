package org.xpand.simulator.scenario;

import java.util.List;
import java.util.Optional;
import org.xpand.protocols.strategy.RateStrategy;
import org.xpand.simulator.WanProfile;
import org.xpand.simulator.site.SimulatedSites;

/**
 * Whole sites of one group: overlay, stack, relay, sender and member as on the wire. Sites and processes are given by
 * their places, from 0; times are nanoseconds after everybody has joined.
 *
 * @param names   of the sites
 * @param wan     the network of their own; empty if they are at nodes of the scenario
 * @param nodes   where they are then, by their places among the nodes
 * @param started processes of each site in all, those that faults start included
 */
record SitesSpec(List<String> names, Optional<WanProfile> wan, List<Integer> nodes, RateStrategy strategy, int processes,
                 List<Sender> senders, List<Fault> faults, List<Integer> started) {
    SitesSpec {
        names = List.copyOf(names);
        nodes = List.copyOf(nodes);
        senders = List.copyOf(senders);
        faults = List.copyOf(faults);
        started = List.copyOf(started);
    }

    /** A process that sends messages of one size; as many as it can if the rate is infinite. */
    record Sender(int site, int process, double bytesPerSecond, int messageBytes, long startNanos, long stopNanos) {
    }

    /** Something done to the sites at a time. */
    record Fault(long atNanos, SitesFault what) {
    }

    /** How they are built. */
    SimulatedSites.Settings settings() {
        return SimulatedSites.Settings.defaults().withProcesses(processes);
    }

    /** What a process is called in results. */
    String process(int site, int process) {
        return names.get(site) + "." + (process + 1);
    }
}
