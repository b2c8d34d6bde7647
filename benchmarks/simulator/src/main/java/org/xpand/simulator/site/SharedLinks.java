package org.xpand.simulator.site;

import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.xpand.protocols.api.SiteId;
import org.xpand.simulator.LinkModel;
import org.xpand.simulator.net.Node;
import org.xpand.simulator.net.Packet;
import org.xpand.simulator.net.Port;
import org.xpand.simulator.net.RoutedNetwork;

/** Sites at nodes of a network, whose links their datagrams share with each other and with other traffic. */
final class SharedLinks implements SiteLinks {
    /** Length of the headers of IPv4 and UDP. */
    private static final int HEADERS_BYTES = 28;

    private final RoutedNetwork network;
    private final TreeMap<SiteId, Port> ports = new TreeMap<>();
    private final TreeSet<Pair> blocked = new TreeSet<>();

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
            super(to, HEADERS_BYTES + length);
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

    /**
     * @param ids   of the sites
     * @param nodes their nodes, in the same order
     * @throws IllegalArgumentException if no path leads from one of them to another
     */
    SharedLinks(RoutedNetwork network, List<SiteId> ids, List<Node> nodes) {
        this.network = network;
        for (Node from : nodes) {
            for (Node to : nodes) {
                if (network.pathDelayNanos(from, to).isEmpty()) {
                    throw new IllegalArgumentException("no path from site " + from + " to site " + to);
                }
            }
        }
        for (int i = 0; i < nodes.size(); i++) {
            ports.put(ids.get(i), network.open(nodes.get(i), (packet, now) -> ((Datagram) packet).arrive()));
        }
    }

    @Override
    public void send(SiteId from, SiteId to, int length, boolean canBeMarked, Arrival arrival) {
        if (from.equals(to)) {
            network.queue().schedule(network.queue().now() + WITHIN_SITE_NANOS, () -> arrival.arrived(false));
        } else if (!blocked.contains(new Pair(from, to))) {
            network.send(ports.get(from).node(), new Datagram(ports.get(to), length, canBeMarked, arrival));
        }
    }

    @Override
    public boolean marks() {
        return true;
    }

    @Override
    public void block(SiteId from, SiteId to, boolean isBlocked) {
        if (isBlocked) {
            blocked.add(new Pair(from, to));
        } else {
            blocked.remove(new Pair(from, to));
        }
    }

    @Override
    public Optional<LinkModel> link(SiteId from, SiteId to) {
        return Optional.empty();
    }

    @Override
    public Optional<RoutedNetwork> network() {
        return Optional.of(network);
    }
}
