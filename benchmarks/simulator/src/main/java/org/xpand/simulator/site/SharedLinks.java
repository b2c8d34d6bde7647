package org.xpand.simulator.site;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import org.xpand.protocols.directory.SiteId;
import org.xpand.simulator.LinkModel;
import org.xpand.simulator.PacketHandler;
import org.xpand.simulator.net.Node;
import org.xpand.simulator.net.Packet;
import org.xpand.simulator.net.Port;
import org.xpand.simulator.net.RoutedNetwork;

/** Sites at nodes of a network, whose links their datagrams share with each other and with other traffic. */
final class SharedLinks implements SiteLinks {
    private final RoutedNetwork network;
    private final TreeMap<SiteId, Port> ports = new TreeMap<>();
    private final TreeMap<SiteId, PacketHandler> handlers = new TreeMap<>();
    private final TreeMap<SiteId, SiteId> homes = new TreeMap<>();
    private final TreeSet<Pair> blocked = new TreeSet<>();

    private record Pair(SiteId from, SiteId to) implements Comparable<Pair> {
        @Override
        public int compareTo(Pair other) {
            int first = from.compareTo(other.from);
            return first != 0 ? first : to.compareTo(other.to);
        }
    }

    /** What travels between two sites. */
    private static final class Datagram extends Packet {
        private final SiteId from;
        private final byte[] bytes;

        private Datagram(Port to, SiteId from, byte[] bytes) {
            super(to, bytes.length);
            this.from = from;
            this.bytes = bytes;
        }
    }

    /**
     * @param ids   of the sites
     * @param nodes where they are, in the same order
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
            SiteId site = ids.get(i);
            ports.put(site, network.open(nodes.get(i), (packet, now) -> deliver(site, (Datagram) packet, now)));
        }
    }

    private void deliver(SiteId to, Datagram datagram, long nowNanos) {
        PacketHandler handler = handlers.get(to);
        if (handler != null) {
            handler.receive(datagram.from, datagram.bytes, 0, datagram.bytes.length, nowNanos);
        }
    }

    @Override
    public void attach(SiteId site, PacketHandler handler) {
        handlers.put(site, handler);
    }

    @Override
    public void part(SiteId part, SiteId home) {
        ports.put(part, network.open(ports.get(home).node(), (packet, now) -> deliver(part, (Datagram) packet, now)));
        homes.put(part, home);
    }

    @Override
    public void send(SiteId from, SiteId to, byte[] bytes, int offset, int length) {
        if (!blocked.contains(new Pair(homes.getOrDefault(from, from), homes.getOrDefault(to, to)))) {
            network.send(ports.get(from).node(),
                    new Datagram(ports.get(to), from, Arrays.copyOfRange(bytes, offset, offset + length)));
        }
    }

    @Override
    public long delayNanos(SiteId from, SiteId to) {
        return network.pathDelayNanos(ports.get(from).node(), ports.get(to).node()).orElseThrow();
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
