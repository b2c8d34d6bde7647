package org.xpand.simulator.net;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A host or a router; made by {@link RoutedNetwork#node}. */
public final class Node {
    private final String name;
    private final int index;
    private final List<Link> outgoing = new ArrayList<>();
    private final List<Link> incoming = new ArrayList<>();

    Node(String name, int index) {
        this.name = name;
        this.index = index;
    }

    /** Its name, unique in its network. */
    public String name() {
        return name;
    }

    /** The links that begin here, in the order in which they were made. */
    public List<Link> outgoing() {
        return Collections.unmodifiableList(outgoing);
    }

    /** The links that end here, in the order in which they were made. */
    public List<Link> incoming() {
        return Collections.unmodifiableList(incoming);
    }

    /** Its index in the order in which nodes were made, from 0. */
    int index() {
        return index;
    }

    void addOutgoing(Link link) {
        outgoing.add(link);
    }

    void addIncoming(Link link) {
        incoming.add(link);
    }

    @Override
    public String toString() {
        return name;
    }
}
