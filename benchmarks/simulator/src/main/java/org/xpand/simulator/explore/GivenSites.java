package org.xpand.simulator.explore;

import java.util.List;
import java.util.function.Function;
import org.xpand.simulator.site.SimulatedProcess;
import org.xpand.simulator.site.SimulatedSites;
import org.xpand.simulator.site.SiteApplications;

/**
 * Sites to be explored, with their traffic.
 *
 * @param start    starts the sites, which report to the observer
 * @param settings settings of the sites
 * @param nanos    how long they send and have faults, ns
 * @param senders  the senders; a process that a fault starts replaces a sender of its site that has died or left
 */
public record GivenSites(Function<SimulatedProcess.Observer, SimulatedSites> start, SimulatedSites.Settings settings,
                         long nanos, List<SiteApplications.Sender> senders) {
    /** @throws IllegalArgumentException if the time is too short for faults */
    public GivenSites {
        senders = List.copyOf(senders);
        if (nanos < Exploration.LEAST_NANOS) {
            throw new IllegalArgumentException("explored are " + nanos + " ns: accepted are " + Exploration.LEAST_NANOS
                    + " or more");
        }
    }

    int longestMessage() {
        return senders.stream().mapToInt(SiteApplications.Sender::messageBytes).max().orElse(0);
    }
}
