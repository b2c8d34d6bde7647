package org.xpand.simulator.site;

import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.xpand.protocols.api.SiteId;
import org.xpand.simulator.LinkModel;
import org.xpand.simulator.net.Link;
import org.xpand.simulator.net.Node;
import org.xpand.simulator.net.Packet;
import org.xpand.simulator.net.Port;
import org.xpand.simulator.net.RoutedNetwork;

/**
 * The links for datagrams between the delegates of simulated sites: a separate one from each site to each other, or those of a network that
 * they share with other traffic.
 */
final class SiteLinks {
    /** Delay from one part of a split site to another, through the provider of both. */
    static final long WITHIN_SITE_NANOS = 2_000_000;
    /** Length of the headers of IPv4 and UDP. */
    private static final int HEADERS_BYTES = 28;

    private final RoutedNetwork network;
    private final boolean isShared;
    private final TreeMap<SiteId, Port> ports = new TreeMap<>();
    private final TreeSet<Pair> blocked = new TreeSet<>();

    /** Called whenever a datagram arrives. */
    @FunctionalInterface
    interface Arrival {
        /** The datagram has arrived; a router may have marked it (RFC 3168). */
        void arrived(boolean isMarked);
    }

    private record Pair(SiteId from, SiteId to) implements Comparable<Pair> {
        @Override
        public int compareTo(Pair other) {
            int first = from.compareTo(other.from);
            return first != 0 ? first : to.compareTo(other.to);
        }
    }

    /** A datagram between two sites. */
    private static final class Datagram extends Packet {
        private final Arrival arrival;
        private final boolean canBeMarked;
        private final boolean marked;

        private Datagram(Port to, int length, boolean canBeMarked, Arrival arrival) {
            super(to, length);
            this.arrival = arrival;
            this.canBeMarked = canBeMarked;
            this.marked = false;
        }

        private Datagram(Datagram other) {
            super(other);
            this.arrival = other.arrival;
            this.canBeMarked = true;
            this.marked = true;
        }

        @Override
        protected boolean canBeMarked() {
            return canBeMarked;
        }

        @Override
        protected Datagram marked() {
            return new Datagram(this);
        }

        private void arrive() {
            arrival.arrived(marked);
        }
    }

    private SiteLinks(RoutedNetwork network, boolean isShared, List<SiteId> ids, List<Node> nodes) {
        this.network = network;
        this.isShared = isShared;
        for (int i = 0; i < nodes.size(); i++) {
            ports.put(ids.get(i), network.open(nodes.get(i), (packet, now) -> ((Datagram) packet).arrive()));
        }
    }

    /**
     * The links of a network whose nodes are the sites.
     *
     * @param ids of the sites, in the order of the nodes
     */
    static SiteLinks own(RoutedNetwork mesh, List<SiteId> ids) {
        return new SiteLinks(mesh, false, ids, mesh.nodes());
    }

    /**
     * The links of a network that others use, too.
     *
     * @param ids   of the sites
     * @param nodes their nodes, in the same order
     * @throws IllegalArgumentException if no path leads from one of them to another
     */
    static SiteLinks shared(RoutedNetwork network, List<SiteId> ids, List<Node> nodes) {
        for (Node from : nodes) {
            for (Node to : nodes) {
                if (network.pathDelayNanos(from, to).isEmpty()) {
                    throw new IllegalArgumentException("no path from site " + from + " to site " + to);
                }
            }
        }
        return new SiteLinks(network, true, ids, nodes);
    }

    /**
     * Sends a datagram.
     *
     * @param canBeMarked whether it announces that routers can mark it
     */
    void send(SiteId from, SiteId to, int length, boolean canBeMarked, Arrival arrival) {
        if (from.equals(to)) {
            network.queue().schedule(network.queue().now() + WITHIN_SITE_NANOS, () -> arrival.arrived(false));
        } else if (!blocked.contains(new Pair(from, to))) {
            network.send(ports.get(from).node(), new Datagram(ports.get(to), isShared ? HEADERS_BYTES + length : length,
                    isShared && canBeMarked, arrival));
        }
    }

    /** Whether datagrams are marked and probes are sent: then packets get as long as on a network, with headers of IP and UDP. */
    boolean marks() {
        return isShared;
    }

    /** Blocks the path from one site to another, or opens it again. */
    void block(SiteId from, SiteId to, boolean isBlocked) {
        Optional<LinkModel> own = link(from, to);
        if (own.isPresent()) {
            own.get().setBlocked(isBlocked);
        } else if (isBlocked) {
            blocked.add(new Pair(from, to));
        } else {
            blocked.remove(new Pair(from, to));
        }
    }

    /** The link from one site to another; empty if sites share links. */
    Optional<LinkModel> link(SiteId from, SiteId to) {
        return isShared ? Optional.empty() : network.direct(ports.get(from).node(), ports.get(to).node()).map(Link::model);
    }

    /** The network whose links the sites share; empty if they have links of their own. */
    Optional<RoutedNetwork> network() {
        return isShared ? Optional.of(network) : Optional.empty();
    }
}
