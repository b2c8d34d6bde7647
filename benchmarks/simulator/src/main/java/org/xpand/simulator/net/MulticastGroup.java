package org.xpand.simulator.net;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A native multicast group with one source: packets go along the tree of shortest paths from the source to the members,
 * once over each link, and are copied at the routers. Joining and leaving take effect at once, without signalling; made
 * by {@link RoutedNetwork#group}.
 */
public final class MulticastGroup {
    private final RoutedNetwork network;
    private final Node source;
    private final Set<Port> members = new LinkedHashSet<>();
    private Link[] tree;
    private Branch[] branches = new Branch[0];
    private long routesVersion = -1;

    /** Where a node of the tree forwards packets. */
    private static final class Branch {
        private final List<Link> links = new ArrayList<>(1);
        private final List<Port> ports = new ArrayList<>(1);

        private boolean isEmpty() {
            return links.isEmpty() && ports.isEmpty();
        }
    }

    MulticastGroup(RoutedNetwork network, Node source) {
        this.network = network;
        this.source = source;
    }

    /** The node that sends to the group. */
    public Node source() {
        return source;
    }

    /** The members in the order in which they joined. */
    public Set<Port> members() {
        return Collections.unmodifiableSet(members);
    }

    /**
     * Adds a port, which gets the packets that the source sends from now on. Has no effect for a member.
     *
     * @throws IllegalArgumentException if no path leads from the source to its node
     */
    public void join(Port port) {
        refresh();
        if (port.node() != source && tree[port.node().index()] == null) {
            throw new IllegalArgumentException("no path from " + source + " to " + port.node());
        }
        if (members.add(port)) {
            graft(port);
        }
    }

    /** Removes a port; packets in flight to it are dropped at the routers that are no longer on its path. */
    public void leave(Port port) {
        refresh();
        if (members.remove(port)) {
            prune(port);
        }
    }

    /** Forwards a packet at a node along the tree and to the members there. */
    void forward(Node node, Packet packet, long nowNanos) {
        refresh();
        Branch branch = branches[node.index()];
        if (branch == null) {
            network.unclaimed();
            return;
        }
        // Copies are counted first, so that the counters are also consistent if they are read during a delivery.
        network.copied(branch.links.size() + branch.ports.size() - 1L);
        for (int i = 0; i < branch.links.size(); i++) {
            branch.links.get(i).offer(packet);
        }
        if (node == source) {
            branch.ports.forEach(port -> network.deliverLater(port, packet));
        } else if (!branch.ports.isEmpty()) {
            deliver(branch.ports, packet, nowNanos);
        }
    }

    private void deliver(List<Port> ports, Packet packet, long nowNanos) {
        if (ports.size() == 1) {
            network.deliver(ports.get(0), packet, nowNanos);
            return;
        }
        // A member may leave while it is served.
        for (Port port : List.copyOf(ports)) {
            network.deliver(port, packet, nowNanos);
        }
    }

    private void refresh() {
        if (routesVersion == network.routesVersion()) {
            return;
        }
        routesVersion = network.routesVersion();
        tree = network.tree(source);
        branches = new Branch[tree.length];
        for (Port port : members) {
            if (port.node() == source || tree[port.node().index()] != null) {
                graft(port);
            }
        }
    }

    private void graft(Port port) {
        Node node = port.node();
        boolean known = branches[node.index()] != null;
        branch(node).ports.add(port);
        while (!known && node != source) {
            Link link = tree[node.index()];
            node = link.from();
            known = branches[node.index()] != null;
            branch(node).links.add(link);
        }
    }

    private void prune(Port port) {
        Node node = port.node();
        Branch branch = branches[node.index()];
        if (branch == null) {
            return;
        }
        branch.ports.remove(port);
        while (branch.isEmpty()) {
            branches[node.index()] = null;
            if (node == source) {
                return;
            }
            Link link = tree[node.index()];
            node = link.from();
            branch = branches[node.index()];
            branch.links.remove(link);
        }
    }

    private Branch branch(Node node) {
        Branch branch = branches[node.index()];
        if (branch == null) {
            branch = new Branch();
            branches[node.index()] = branch;
        }
        return branch;
    }

    /** The links of the tree, in the order of the nodes they begin at. */
    public List<Link> links() {
        refresh();
        return Arrays.stream(branches).filter(branch -> branch != null).flatMap(branch -> branch.links.stream())
                .toList();
    }
}
