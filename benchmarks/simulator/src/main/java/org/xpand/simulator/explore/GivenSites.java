package org.xpand.simulator.explore;

import java.util.List;
import java.util.function.Function;
import org.xpand.simulator.site.SimulatedProcess;
import org.xpand.simulator.site.SimulatedSites;
import org.xpand.simulator.site.SiteApplications;

/**
 * Sites to be explored, with their traffic.
 *
 * @param start    starts the sites, whose groups report to the observers, one for each group
 * @param settings settings of the sites
 * @param nanos    how long they send and have faults, ns
 * @param groups   the groups
 */
public record GivenSites(Function<List<SimulatedProcess.Observer>, SimulatedSites> start, SimulatedSites.Settings settings,
                         long nanos, List<Group> groups) {
    /**
     * A group of the sites.
     *
     * @param layered whether its messages have precedences
     * @param senders the senders; a process that a fault starts replaces a sender of its site that has died or left
     */
    public record Group(boolean layered, List<SiteApplications.Sender> senders) {
        public Group {
            senders = List.copyOf(senders);
        }
    }

    /** @throws IllegalArgumentException if the time is too short for faults */
    public GivenSites {
        groups = List.copyOf(groups);
        if (nanos < Exploration.LEAST_NANOS) {
            throw new IllegalArgumentException("explored are " + nanos + " ns: accepted are " + Exploration.LEAST_NANOS
                    + " or more");
        }
    }

    int longestMessage() {
        return groups.stream().flatMap(group -> group.senders.stream()).mapToInt(SiteApplications.Sender::messageBytes).max().orElse(0);
    }
}
