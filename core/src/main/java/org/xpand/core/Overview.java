package org.xpand.core;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.xpand.protocols.api.RateReason;

/**
 * Sites, links and groups as one node sees them at one moment. Rates are in bit/s, loss rates from 0 to 1. Immutable.
 *
 * @param site         name of the node's site
 * @param name         name of the node
 * @param delegate     whether it is its site's delegate; otherwise links, trees and everything else that only the delegate knows
 *                     are empty
 * @param delegateName name of the process that is the site's delegate, as far as the node knows
 * @param processes    names of the site's processes, in order, this one's included
 * @param sites        all sites, by name; only its own at a node that is not the delegate
 * @param links        what the sites have measured between each other, one for each direction
 * @param groups       the site's groups, by name
 * @param limits       the limits of the node's groups, as last announced by its delegate; also at a node that is not the delegate
 */
public record Overview(String site, String name, boolean delegate, Optional<String> delegateName, List<String> processes,
                       List<Site> sites, List<Link> links, List<GroupState> groups, List<Held> limits) {
    public Overview {
        Accepted.texts("site", site, "name", name);
        Accepted.present("delegateName", delegateName, "an Optional, which may be empty");
        processes = Accepted.list("processes", processes);
        sites = Accepted.list("sites", sites);
        links = Accepted.list("links", links);
        groups = Accepted.list("groups", groups);
        limits = Accepted.list("limits", limits);
    }

    /**
     * A limit of a group, see {@link Limit}.
     *
     * @param group  name of the group
     * @param kind   kind of the limit
     * @param site   name of the site that causes it, or that is not reached
     * @param member name of the member that causes it; empty if it is none
     * @param text   a sentence for people
     */
    public record Held(String group, Limit.Kind kind, String site, String member, String text) {
        public Held {
            Accepted.texts("group", group, "site", site, "member", member, "text", text);
            Accepted.present("kind", kind, "a Limit.Kind");
        }
    }

    /**
     * A site.
     *
     * @param name     its name
     * @param endpoint address of its delegate, {@code HOST:PORT}; empty if unknown to this node
     * @param groups   number of groups with members there; at a node that is not the delegate, those of this process
     * @param members  number of memberships in groups there: a process in two groups counts twice
     */
    public record Site(String name, Optional<String> endpoint, int groups, int members) {
        public Site {
            Accepted.texts("name", name);
            Accepted.present("endpoint", endpoint, "an Optional, which may be empty");
        }
    }

    /**
     * The path from one site to another, as measured by the first one.
     *
     * @param from name of the site that has measured
     * @param to   name of the other site
     * @param rtt  round-trip time, more than 0
     */
    public record Link(String from, String to, Duration rtt) {
        public Link {
            Accepted.texts("from", from, "to", to);
            Accepted.present("rtt", rtt, "a Duration");
        }
    }

    /**
     * A group of the site.
     *
     * @param name      its name
     * @param strategy  its rate control
     * @param members   its members by site
     * @param tree      the links that its packets take; empty before there is a tree
     * @param direct    whether packets go directly to every site because a forwarder is silent or the tree loses too many
     * @param source    what the site sends to the group; empty at a node that is not the delegate
     * @param receivers the other sites of the group, as receivers of this site's packets
     * @param sources   the other sites of the group, as sources of received packets
     * @param senders   the site's members as senders
     * @param localReceivers    the site's members as receivers
     */
    public record GroupState(String name, String strategy, List<Place> members, List<Edge> tree, boolean direct,
                             Optional<Source> source, List<Receiver> receivers, List<Arrival> sources,
                             List<Sender> senders, List<LocalReceiver> localReceivers) {
        public GroupState {
            Accepted.texts("name", name, "strategy", strategy);
            members = Accepted.list("members", members);
            tree = Accepted.list("tree", tree);
            Accepted.present("source", source, "an Optional, which may be empty");
            receivers = Accepted.list("receivers", receivers);
            sources = Accepted.list("sources", sources);
            senders = Accepted.list("senders", senders);
            localReceivers = Accepted.list("localReceivers", localReceivers);
        }
    }

    /**
     * The members of a group in a site.
     *
     * @param site  name of the site
     * @param names names of their processes, in order
     */
    public record Place(String site, List<String> names) {
        public Place {
            Accepted.texts("site", site);
            names = Accepted.list("names", names);
        }
    }

    /**
     * A link of a tree, used in both directions.
     *
     * @param a name of the site at one end
     * @param b name of the site at the other end
     */
    public record Edge(String a, String b) {
        public Edge {
            Accepted.texts("a", a, "b", b);
        }
    }

    /**
     * What the site sends to a group.
     *
     * @param allowedBitPerSecond rate at which it may send, including headers
     * @param slowStart           whether the rate control is still searching for that rate
     * @param reason              what determines how fast it sends now; empty in what a process of an older version has told
     * @param limitingSite        name of the site that limits the rate, if one does
     * @param limited             how long the same site, or none, has limited the rate, observed once a second
     * @param sentBitPerSecond    rate of the packets sent in the last second, including repairs and headers
     * @param chargedBytes        bytes sent at this rate since the group was opened at this site, including repairs and headers
     * @param packets             packets of the meta-flow since then
     * @param repairs             segments sent again since then
     * @param backlog             segments that wait now because of the rate
     * @param unstable            segments that are not known to have reached every member; 0 for a layered group, as are repairs, backlog and missing
     * @param missing             segments of other sites that are known to exist and have not arrived
     * @param staleSamples        round-trip times to other sites that were not used since then, because this process had slept and the
     *                            report may have waited for it; empty in what a process of an older version has told
     */
    public record Source(double allowedBitPerSecond, boolean slowStart, Optional<RateReason> reason, Optional<String> limitingSite, Duration limited,
                         double sentBitPerSecond, long chargedBytes, long packets, long repairs, long backlog, long unstable, long missing,
                         Optional<Long> staleSamples) {
        public Source {
            Accepted.present("reason", reason, "an Optional, which may be empty");
            Accepted.present("limitingSite", limitingSite, "an Optional, which may be empty");
            Accepted.present("limited", limited, "a Duration");
            Accepted.present("staleSamples", staleSamples, "an Optional, which may be empty");
        }
    }

    /**
     * Another site as a receiver.
     *
     * @param site                   its name
     * @param rtt                    smoothed round-trip time, zero before the first sample
     * @param acceptableBitPerSecond the rate that it reports as acceptable; empty before its first loss
     * @param lossEventRate          loss events per packet on the path to it, 0 to 1
     */
    public record Receiver(String site, Duration rtt, Optional<Double> acceptableBitPerSecond, double lossEventRate) {
        public Receiver {
            Accepted.texts("site", site);
            Accepted.present("rtt", rtt, "a Duration");
            Accepted.present("acceptableBitPerSecond", acceptableBitPerSecond, "an Optional, which may be empty");
        }
    }

    /**
     * Another site as a source.
     *
     * @param site                its name
     * @param receiveBitPerSecond rate at which its packets arrive
     * @param received            packets of its meta-flow received since its first one
     * @param lost                packets found lost since then
     * @param staleSamples        packets whose delay was not used since it joined the group, because this process had slept and they may have waited
     *                            for it; empty in what a process of an older version has told
     */
    public record Arrival(String site, double receiveBitPerSecond, long received, long lost, Optional<Long> staleSamples) {
        public Arrival {
            Accepted.texts("site", site);
            Accepted.present("staleSamples", staleSamples, "an Optional, which may be empty");
        }
    }

    /**
     * A member of the site as a sender.
     *
     * @param name               name of its process
     * @param demandBitPerSecond the rate that it asks for, of segments
     * @param shareBitPerSecond  its share of the site's rate, of segments; 0 while the rate is not divided
     * @param waitsFor           names of the members of the site and of the sites that have not received the oldest of its messages
     *                           that is not stable; empty if all are stable
     */
    public record Sender(String name, double demandBitPerSecond, double shareBitPerSecond, List<String> waitsFor) {
        public Sender {
            Accepted.texts("name", name);
            waitsFor = Accepted.list("waitsFor", waitsFor);
        }
    }

    /**
     * A member of the site as a receiver.
     *
     * @param name      name of its process
     * @param behind    segments that it has not acknowledged, of the sender where these are most
     * @param room      segments that it still accepts, of the sender where these are fewest; 0 if it blocks that sender
     * @param holdsUp   how long it has blocked a sender; zero if it blocks none
     * @param waitedFor whether the group waits for it
     */
    public record LocalReceiver(String name, long behind, long room, Duration holdsUp, boolean waitedFor) {
        public LocalReceiver {
            Accepted.texts("name", name);
            Accepted.present("holdsUp", holdsUp, "a Duration");
        }
    }
}
