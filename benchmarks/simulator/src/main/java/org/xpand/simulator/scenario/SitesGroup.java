package org.xpand.simulator.scenario;

import java.util.List;
import java.util.Set;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.strategy.RateStrategy;
import org.xpand.simulator.explore.GivenSites;
import org.xpand.simulator.site.SimulatedGroup;
import org.xpand.simulator.site.SimulatedProcess;
import org.xpand.simulator.site.SiteApplications;

/**
 * A group of whole sites. Sites and processes are given by their indexes, from 0.
 *
 * @param name    its name; names of results begin with it
 * @param named   whether the scenario gives the name; otherwise the group is the only one, and results do not show it
 * @param sites   sites whose processes are members; empty for all
 */
record SitesGroup(GroupName name, boolean named, GroupService service, RateStrategy strategy, Set<Integer> sites,
                  List<SiteApplications.Sender> senders) {
    SitesGroup {
        sites = Set.copyOf(sites);
        senders = List.copyOf(senders);
    }

    /** The group for sites to be started. */
    SimulatedGroup observed(SimulatedProcess.Observer observer) {
        return new SimulatedGroup(name, service, strategy, sites, observer);
    }

    /** The group for an exploration. */
    GivenSites.Group explored() {
        return new GivenSites.Group(service.layered(), senders);
    }

    /** Whether the processes of a site are members. */
    boolean includes(int site) {
        return sites.isEmpty() || sites.contains(site);
    }

    /** Name of something of the group in results. */
    String label(String what) {
        return named ? name.value() + "/" + what : what;
    }

    /** Name of a sender's messages in results: in a layered group with their precedence. */
    String stream(String process, int precedence) {
        return service.layered() ? process + ":" + precedence : process;
    }
}
