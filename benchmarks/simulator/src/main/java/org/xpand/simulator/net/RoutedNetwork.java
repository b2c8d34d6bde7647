package org.xpand.simulator.net;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.LinkModel;
import org.xpand.simulator.LinkModelSettings;
import org.xpand.simulator.NetworkStats;
import org.xpand.simulator.Seeds;
import org.xpand.simulator.WanProfile;

/**
 * A network of nodes and directed links in the virtual time of an {@link EventQueue}, with routes.
 *
 * <p>Routes are shortest by propagation delay. They are computed when they are first needed, and again after a node or
 * link was added or {@link #reroute} called; a link that is cut or becomes slower in the meantime keeps its traffic.
 *
 * <p>One seed determines the run: each link's generator depends on the seed and the indexes of its two nodes,
 * so other links do not change what happens on it; other users of randomness have a
 * {@link #random generator} with a separate name. For the queue's thread.
 */
public final class RoutedNetwork {
    /** Used instead of a link's node for named generators, so that these differ from those of links. */
    private static final long NO_LINK = -1;

    private final EventQueue queue;
    private final long seed;
    private final List<Node> nodes = new ArrayList<>();
    private final Map<String, Node> byName = new HashMap<>();
    private final List<Link> links = new ArrayList<>();
    private final Routes routes;
    /** Added to a node's index to determine the generators of its links. */
    private final int firstNumber;
    private long routesVersion;

    private long sent;
    private long copied;
    private long delivered;
    private long unclaimed;
    private long dropped;
    private long inFlight;

    /** Creates a network without nodes and links. */
    public RoutedNetwork(EventQueue queue, long seed) {
        this(queue, seed, false, 0);
    }

    private RoutedNetwork(EventQueue queue, long seed, boolean isMesh, int firstNumber) {
        this.queue = Objects.requireNonNull(queue, "queue");
        this.seed = seed;
        this.routes = new Routes(nodes, isMesh);
        this.firstNumber = firstNumber;
    }

    /**
     * Creates the network of a WAN profile: a node for each site, in the profile's order, and a link from each to each other. Packets take
     * the direct link, even if a path over other sites is shorter: to find that is the work of the sites.
     */
    public static RoutedNetwork mesh(EventQueue queue, long seed, WanProfile profile) {
        RoutedNetwork network = new RoutedNetwork(queue, seed, true, 1);
        profile.sites().forEach(network::node);
        for (Node from : network.nodes) {
            for (Node to : network.nodes) {
                if (from != to) {
                    network.link(from, to, profile.link(from.name(), to.name()));
                }
            }
        }
        return network;
    }

    /** The virtual time of the network. */
    public EventQueue queue() {
        return queue;
    }

    /** The seed that replays the run. */
    public long seed() {
        return seed;
    }

    /** A generator for one user of randomness, determined by the network's seed and this name. */
    public SplittableRandom random(String name) {
        long mixed = seed;
        for (int i = 0; i < name.length(); i++) {
            mixed = Seeds.generator(seed, mixed, name.charAt(i)).nextLong();
        }
        return Seeds.generator(seed, mixed, NO_LINK);
    }

    /**
     * Makes a node.
     *
     * @throws IllegalArgumentException if the name is in use
     */
    public Node node(String name) {
        Node node = new Node(Objects.requireNonNull(name, "name"), nodes.size());
        if (byName.putIfAbsent(name, node) != null) {
            throw new IllegalArgumentException("node " + name + " exists already: accepted is a new name");
        }
        nodes.add(node);
        forgetRoutes();
        return node;
    }

    /**
     * The node with this name.
     *
     * @throws IllegalArgumentException if there is none
     */
    public Node find(String name) {
        Node node = byName.get(name);
        if (node == null) {
            throw new IllegalArgumentException("node " + name + " is unknown: accepted are " + nodes);
        }
        return node;
    }

    /** The nodes in the order in which they were made. */
    public List<Node> nodes() {
        return Collections.unmodifiableList(nodes);
    }

    /** The links in the order in which they were made. */
    public List<Link> links() {
        return Collections.unmodifiableList(links);
    }

    /**
     * Makes the link from one node to another.
     *
     * @throws IllegalArgumentException if it exists, or the nodes are the same
     */
    public Link link(Node from, Node to, LinkModelSettings settings) {
        if (from == to) {
            throw new IllegalArgumentException("link from " + from + " to itself: accepted are two different nodes");
        }
        direct(from, to).ifPresent(link -> {
            throw new IllegalArgumentException(link + " exists already: change its settings");
        });
        Link link = new Link(this, from, to, new LinkModel(settings, Seeds.generator(seed, firstNumber + from.index(),
                firstNumber + to.index())));
        from.addOutgoing(link);
        to.addIncoming(link);
        links.add(link);
        forgetRoutes();
        return link;
    }

    /** The link from one node to another; empty if there is none. */
    public Optional<Link> direct(Node from, Node to) {
        for (Link link : from.outgoing().size() < to.incoming().size() ? from.outgoing() : to.incoming()) {
            if (link.from() == from && link.to() == to) {
                return Optional.of(link);
            }
        }
        return Optional.empty();
    }

    /**
     * Makes the links from one node to another and back, with the same settings.
     *
     * @return the link from {@code a} to {@code b}
     * @throws IllegalArgumentException if one of them exists, or the nodes are the same
     */
    public Link duplex(Node a, Node b, LinkModelSettings settings) {
        Link link = link(a, b, settings);
        link(b, a, settings);
        return link;
    }

    /** Opens a port at a node. */
    public Port open(Node node, PacketSink sink) {
        return new Port(Objects.requireNonNull(node, "node"), Objects.requireNonNull(sink, "sink"));
    }

    /** Makes a multicast group to which a node sends. */
    public MulticastGroup group(Node source) {
        return new MulticastGroup(this, Objects.requireNonNull(source, "source"));
    }

    /**
     * Sends a packet from a node to its port or group.
     *
     * @throws IllegalArgumentException if no path leads to the port, or the node is not the group's source
     */
    public void send(Node from, Packet packet) {
        if (packet.group() != null) {
            if (from != packet.group().source()) {
                throw new IllegalArgumentException(from + " sends to a group: accepted is its source "
                        + packet.group().source());
            }
            sent++;
            packet.group().forward(from, packet, queue.now());
            return;
        }
        Node to = packet.port().node();
        Link link = from == to ? null : routes.next(from, to);
        if (link == null && from != to) {
            throw new IllegalArgumentException("no path from " + from + " to " + to);
        }
        sent++;
        if (link == null) {
            deliverLater(packet.port(), packet);
        } else {
            link.offer(packet);
        }
    }

    /** Whether packets take time on the path from one node to another, because one of its links has a delay or a rate. */
    public boolean takesTime(Node from, Node to) {
        for (Node at = from; at != to;) {
            Link link = routes.next(at, to);
            if (link == null || link.settings().takesTime()) {
                return link != null;
            }
            at = link.to();
        }
        return false;
    }

    /**
     * The propagation delay of the path from one node to another, nanoseconds; empty if no path leads there.
     */
    public OptionalLong pathDelayNanos(Node from, Node to) {
        long delay = 0;
        Node at = from;
        while (at != to) {
            Link link = routes.next(at, to);
            if (link == null) {
                return OptionalLong.empty();
            }
            delay += link.settings().delayNanos();
            at = link.to();
        }
        return OptionalLong.of(delay);
    }

    /** Recomputes the routes from the present delays, without links that are cut now, where there is another path. */
    public void reroute() {
        links.forEach(Link::leaveOutIfCut);
        forgetRoutes();
    }

    private void forgetRoutes() {
        routes.clear();
        routesVersion++;
    }

    /**
     * The counters, in packets. Copies made by routers for the branches of a group count as duplicated, like those that
     * links make.
     */
    public NetworkStats stats() {
        return new NetworkStats(sent, copied, delivered, unclaimed, dropped, inFlight);
    }

    long routesVersion() {
        return routesVersion;
    }

    Link[] tree(Node source) {
        return routes.tree(source);
    }

    void arrived(Node node, Packet packet) {
        if (packet.group() != null) {
            packet.group().forward(node, packet, queue.now());
        } else if (packet.port().node() == node) {
            deliver(packet.port(), packet, queue.now());
        } else {
            Link link = routes.next(node, packet.port().node());
            if (link == null) {
                unclaimed();
            } else {
                link.offer(packet);
            }
        }
    }

    void deliver(Port port, Packet packet, long nowNanos) {
        // Counted first, so that the counters are also consistent for a receiver that reads them.
        delivered++;
        if (!port.receive(packet, nowNanos)) {
            delivered--;
            unclaimed++;
        }
    }

    /** Delivers in an event, so that a sender receives no answer before it has finished sending. */
    void deliverLater(Port port, Packet packet) {
        takenOff();
        queue.schedule(queue.now(), () -> {
            landed();
            deliver(port, packet, queue.now());
        });
    }

    void takenOff() {
        inFlight++;
    }

    void landed() {
        inFlight--;
    }

    void dropped() {
        dropped++;
    }

    void unclaimed() {
        unclaimed++;
    }

    void copied(long copies) {
        copied += copies;
    }
}
