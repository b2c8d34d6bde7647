package org.xpand.core;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Sites, links and groups as one node sees them at one moment. Rates are in bit/s, shares of losses
 * from 0 to 1.
 *
 * @param site         name of the node's site
 * @param name         name of the node
 * @param delegate     whether it is its site's delegate; otherwise links, trees and all that the delegate knows are empty
 * @param delegateName name of the process that is the site's delegate, as far as the node knows
 * @param processes    names of the site's processes
 * @param sites        all sites, by name; at a node that is not the delegate only its own
 * @param links        what the sites have measured between them
 * @param groups       the site's groups, by name
 * @param limits       what holds the node's groups up, as its delegate has told last; at a node that is not the delegate too
 */
public record Overview(String site, String name, boolean delegate, Optional<String> delegateName, List<String> processes,
                       List<Site> sites, List<Link> links, List<GroupState> groups, List<Held> limits) {
    public Overview {
        processes = List.copyOf(processes);
        sites = List.copyOf(sites);
        links = List.copyOf(links);
        groups = List.copyOf(groups);
        limits = List.copyOf(limits);
    }

    /**
     * Something that holds a group up, or that it does not reach.
     *
     * @param group  the group
     * @param kind   what it is
     * @param site   the site it is at
     * @param member the member it is, by name; empty if it is none
     * @param text   a sentence for people
     */
    public record Held(String group, Limit.Kind kind, String site, String member, String text) {
    }

    /**
     * A site.
     *
     * @param name     what people call it
     * @param endpoint where its delegate is reached; empty if that is not known here
     * @param groups   how many groups have members there
     * @param members  how many memberships of groups there are
     */
    public record Site(String name, Optional<String> endpoint, int groups, int members) {
    }

    /**
     * The way from a site to another as the first one has measured it.
     *
     * @param from     the site that has measured
     * @param to       the other one
     * @param rtt  round-trip time
     */
    public record Link(String from, String to, Duration rtt) {
    }

    /**
     * A group of the site.
     *
     * @param name      what people call it
     * @param strategy  its rate control
     * @param members   its members by site
     * @param tree      the links that its packets take
     * @param direct    whether packets go straight to every site because one that would forward is silent
     * @param source    what the site sends to the group; empty at a node that is not the delegate
     * @param receivers the other sites of the group, as receivers of what this site sends
     * @param sources   the other sites of the group, as sources of what this site receives
     * @param senders   the site's members as senders
     * @param takers    the site's members as receivers
     */
    public record GroupState(String name, String strategy, List<Place> members, List<Edge> tree, boolean direct,
                             Optional<Source> source, List<Receiver> receivers, List<Arrival> sources,
                             List<Sender> senders, List<Taker> takers) {
        public GroupState {
            members = List.copyOf(members);
            tree = List.copyOf(tree);
            receivers = List.copyOf(receivers);
            sources = List.copyOf(sources);
            senders = List.copyOf(senders);
            takers = List.copyOf(takers);
        }
    }

    /**
     * The members of a group in a site.
     *
     * @param site  the site
     * @param names what people call their processes
     */
    public record Place(String site, List<String> names) {
        public Place {
            names = List.copyOf(names);
        }
    }

    /**
     * A link of a tree; packets take it both ways.
     *
     * @param a site at one end
     * @param b site at the other
     */
    public record Edge(String a, String b) {
    }

    /**
     * What the site sends to a group.
     *
     * @param allowedBitPerSecond rate at which it may send, headers included
     * @param slowStart     whether that rate is still being searched for
     * @param limitingSite  the site that limits it, if one does
     * @param limited       for how long the same site has limited it, or none has, as looked at once a second
     * @param sentBitPerSecond rate at which packets have left in the last second, repairs and headers included
     * @param chargedBytes  bytes that have left at this rate since the group was opened here, repairs and headers included
     * @param packets       packets of the meta-flow since then
     * @param repairs       segments sent again since then
     * @param backlog       segments that wait for the rate
     * @param unstable      segments that not every member is known to have
     * @param missing       segments of other sites known to exist that have not arrived
     */
    public record Source(double allowedBitPerSecond, boolean slowStart, Optional<String> limitingSite, Duration limited,
                         double sentBitPerSecond, long chargedBytes, long packets, long repairs, long backlog, long unstable, long missing) {
    }

    /**
     * Another site as a receiver.
     *
     * @param site           its name
     * @param rtt            smoothed round-trip time, zero before the first sample
     * @param acceptableBitPerSecond what it says it can take; empty before its first loss
     * @param lossEventRate  loss events per packet on the way there
     */
    public record Receiver(String site, Duration rtt, Optional<Double> acceptableBitPerSecond, double lossEventRate) {
    }

    /**
     * Another site as a source.
     *
     * @param site        its name
     * @param receiveBitPerSecond rate at which its packets arrive
     * @param received    packets received since it was heard first
     * @param lost        packets found lost since then
     */
    public record Arrival(String site, double receiveBitPerSecond, long received, long lost) {
    }

    /**
     * A member of the site as a sender.
     *
     * @param name   what people call its process
     * @param demandBitPerSecond what it asks for, of segments
     * @param shareBitPerSecond  what it is allotted, of segments; 0 while nothing is divided
     * @param waitsFor names of the members of the site and of the sites that lack the oldest of its messages that is not
     *                 stable; empty if everything is
     */
    public record Sender(String name, double demandBitPerSecond, double shareBitPerSecond, List<String> waitsFor) {
        public Sender {
            waitsFor = List.copyOf(waitsFor);
        }
    }

    /**
     * A member of the site as a receiver.
     *
     * @param name         what people call its process
     * @param behind       segments it has not acknowledged, of the sender it is furthest behind with
     * @param room         segments it takes beyond what there is, of the sender it takes least of; 0 if it holds that one up
     * @param holdsUp      for how long it has held a sender up; zero if it holds up none
     * @param waitedFor    whether the group waits for it
     */
    public record Taker(String name, long behind, long room, Duration holdsUp, boolean waitedFor) {
    }
}
