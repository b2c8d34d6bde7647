package org.xpand.simulator.explore;

import java.util.List;
import java.util.function.Function;
import org.xpand.simulator.site.SimulatedProcess;
import org.xpand.simulator.site.SimulatedSites;
import org.xpand.simulator.site.SiteApplications;

/**
 * Sites to be explored, with what they send.
 *
 * @param start    brings the sites up, which tell the observer what happens
 * @param settings how the sites are built
 * @param nanos    how long they send and have faults, ns
 * @param senders  who sends what; a process that a fault starts takes the place of a sender of its site that is gone
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
