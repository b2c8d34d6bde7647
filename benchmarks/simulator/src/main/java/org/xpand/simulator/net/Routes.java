package org.xpand.simulator.net;

import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;

/**
 * Shortest paths by propagation delay, then by hops, then by the order in which nodes were made; excluded links are
 * used only where there is no other path. A table per destination is made when it is first needed;
 * destinations with one incoming link share the table of the node before them,
 * so that many receivers behind few routers need little memory.
 */
final class Routes {
    private final List<Node> nodes;
    private final boolean isMesh;
    private Link[][] toward = new Link[0][];

    private record Reached(Node node, int leftOut, long delayNanos, int hops) implements Comparable<Reached> {
        @Override
        public int compareTo(Reached other) {
            if (leftOut != other.leftOut) {
                return Integer.compare(leftOut, other.leftOut);
            }
            if (delayNanos != other.delayNanos) {
                return Long.compare(delayNanos, other.delayNanos);
            }
            return hops != other.hops ? Integer.compare(hops, other.hops)
                    : Integer.compare(node.index(), other.node.index());
        }
    }

    /** @param isMesh whether packets only take links that lead straight to their destination */
    Routes(List<Node> nodes, boolean isMesh) {
        this.nodes = nodes;
        this.isMesh = isMesh;
    }

    /** Forgets all tables. */
    void clear() {
        toward = new Link[0][];
    }

    /** The next link from a node towards a destination; null if there is no path, or the node is the destination. */
    Link next(Node at, Node destination) {
        if (destination.incoming().size() == 1) {
            Link last = destination.incoming().get(0);
            if (at == last.from()) {
                return last;
            }
            return at == destination ? null : table(last.from())[at.index()];
        }
        return table(destination)[at.index()];
    }

    /** The tree from a node: for each other node the link by which packets reach it, null if there is no path. */
    Link[] tree(Node source) {
        return shortest(source, true);
    }

    private Link[] table(Node destination) {
        if (toward.length < nodes.size()) {
            toward = Arrays.copyOf(toward, nodes.size());
        }
        Link[] table = toward[destination.index()];
        if (table == null) {
            table = isMesh ? direct(destination) : shortest(destination, false);
            toward[destination.index()] = table;
        }
        return table;
    }

    private Link[] direct(Node destination) {
        Link[] links = new Link[nodes.size()];
        destination.incoming().forEach(link -> links[link.from().index()] = link);
        return links;
    }

    /** Dijkstra's algorithm along the links or against them. */
    private Link[] shortest(Node root, boolean along) {
        Link[] best = new Link[nodes.size()];
        boolean[] done = new boolean[nodes.size()];
        Reached[] reached = new Reached[nodes.size()];
        PriorityQueue<Reached> open = new PriorityQueue<>();
        open.add(new Reached(root, 0, 0, 0));
        while (!open.isEmpty()) {
            Reached nearest = open.poll();
            if (done[nearest.node.index()]) {
                continue;
            }
            done[nearest.node.index()] = true;
            for (Link link : along ? nearest.node.outgoing() : nearest.node.incoming()) {
                Node other = along ? link.to() : link.from();
                Reached way = new Reached(other, nearest.leftOut + (link.isLeftOut() ? 1 : 0),
                        nearest.delayNanos + link.settings().delayNanos(), nearest.hops + 1);
                int index = other.index();
                if (!done[index] && (reached[index] == null || way.compareTo(reached[index]) < 0)) {
                    reached[index] = way;
                    best[index] = link;
                    open.add(way);
                }
            }
        }
        return best;
    }
}
