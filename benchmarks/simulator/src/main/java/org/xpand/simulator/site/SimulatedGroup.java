package org.xpand.simulator.site;

import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.strategy.RateStrategy;

/**
 * A group of simulated sites.
 *
 * @param name     its name
 * @param service  its charter, with the name of the strategy
 * @param strategy its rate control with settings; groups of one strategy have the same settings, as in a real node
 * @param sites    the sites whose processes are members, by their indexes from 0; empty for all
 * @param observer observes the memberships
 */
public record SimulatedGroup(GroupName name, GroupService service, RateStrategy strategy, Set<Integer> sites,
                             SimulatedProcess.Observer observer) {
    private static final GroupName ONLY = new GroupName("simulated");

    /** @throws IllegalArgumentException if the charter names another strategy */
    public SimulatedGroup {
        sites = Set.copyOf(sites);
        Objects.requireNonNull(observer, "observer");
        if (!service.strategy().equals(strategy.name())) {
            throw new IllegalArgumentException("group " + name + " with the charter of " + service.strategy() + " and the strategy "
                    + strategy.name());
        }
    }

    /** A group of all sites whose messages reach all members. */
    public static SimulatedGroup reliable(GroupName name, RateStrategy strategy, SimulatedProcess.Observer observer) {
        return new SimulatedGroup(name, GroupService.reliable(strategy.name()), strategy, Set.of(), observer);
    }

    /** The only group of sites. */
    static SimulatedGroup only(RateStrategy strategy, SimulatedProcess.Observer observer) {
        return reliable(ONLY, strategy, observer);
    }

    /**
     * A group of all sites whose messages have precedences.
     *
     * @param reserved the rate reserved for each precedence but the last, bit/s
     */
    public static SimulatedGroup layered(GroupName name, RateStrategy strategy, List<Long> reserved,
                                         SimulatedProcess.Observer observer) {
        return new SimulatedGroup(name, GroupService.layered(strategy.name(), reserved), strategy, Set.of(), observer);
    }

    /** The same group with members only at these sites. */
    public SimulatedGroup at(Set<Integer> members) {
        return new SimulatedGroup(name, service, strategy, members, observer);
    }

    /** Whether the processes of a site are members. */
    boolean includes(int site) {
        return sites.isEmpty() || sites.contains(site);
    }
}
