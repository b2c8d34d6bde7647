package org.xpand.experiments.sharing;

import org.xpand.simulator.EventQueue;
import org.xpand.simulator.LinkSettings;
import org.xpand.simulator.net.Link;
import org.xpand.simulator.net.Node;
import org.xpand.simulator.net.RoutedNetwork;

/**
 * Hosts behind two routers with a link between them; links back have the delays alone. Senders' packets are late by up to
 * a packet's time on the link between, at random: without that, flows over a full drop-tail queue fall into step, and one
 * meets every loss (Floyd and Jacobson, 1991, on phase effects).
 */
public final class Topology {
    private static final double FAST = 125_000_000;
    private static final int PACKET_SIZE = 1000;
    private static final double NANOS_PER_SECOND = 1e9;

    /** The network, to run. */
    public final RoutedNetwork network;
    /** The link between the routers. */
    public final Link between;

    private final Node left;
    private final Node right;

    /** With this link from left to right. */
    public Topology(long seed, LinkSettings between) {
        network = new RoutedNetwork(new EventQueue(), seed);
        left = network.node("left");
        right = network.node("right");
        this.between = network.link(left, right, between);
        network.link(right, left, delayOf(between));
    }

    private static LinkSettings delayOf(LinkSettings settings) {
        return LinkSettings.PERFECT.withRate(FAST).withDelayNanos(settings.delayNanos());
    }

    /** A host on the left. */
    public Node sender(String name) {
        Node host = host(name, left, LinkSettings.PERFECT.withRate(FAST));
        long packetNanos = (long) (PACKET_SIZE / between.settings().bytesPerSecond() * NANOS_PER_SECOND);
        host.outgoing().get(0).change(settings -> settings.withJitterNanos(packetNanos));
        return host;
    }

    /** A host on the right. */
    public Node receiver(String name) {
        return receiver(name, LinkSettings.PERFECT.withRate(FAST));
    }

    /** A receiver behind such a link. */
    public Node receiver(String name, LinkSettings tail) {
        return host(name, right, tail);
    }

    private Node host(String name, Node router, LinkSettings settings) {
        Node host = network.node(name);
        network.link(router, host, settings);
        network.link(host, router, delayOf(settings));
        return host;
    }
}
