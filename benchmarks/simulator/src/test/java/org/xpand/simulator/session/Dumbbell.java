package org.xpand.simulator.session;

import org.xpand.simulator.EventQueue;
import org.xpand.simulator.LinkSettings;
import org.xpand.simulator.net.Link;
import org.xpand.simulator.net.Node;
import org.xpand.simulator.net.RoutedNetwork;

/** Two routers with a bottleneck between them, and hosts on both sides behind fast links. */
public final class Dumbbell {
    public static final long MS = 1_000_000;
    public static final long SECOND = 1_000 * MS;

    private static final double FAST = 125_000_000;

    public final RoutedNetwork network;
    public final Link bottleneck;

    private final Node left;
    private final Node right;
    private int hosts;

    /** With this bottleneck from left to right and a fast link of its delay back. */
    public Dumbbell(long seed, LinkSettings settings) {
        network = new RoutedNetwork(new EventQueue(), seed);
        left = network.node("left");
        right = network.node("right");
        bottleneck = network.link(left, right, settings);
        network.link(right, left, LinkSettings.PERFECT.withRate(FAST).withDelayNanos(settings.delayNanos()));
    }

    public Node sender() {
        return host(left, LinkSettings.PERFECT.withRate(FAST));
    }

    public Node receiver() {
        return host(right, LinkSettings.PERFECT.withRate(FAST));
    }

    /** A receiver whose link from the router is like this; the link back has its delay alone. */
    public Node receiver(LinkSettings settings) {
        return host(right, settings);
    }

    private Node host(Node router, LinkSettings settings) {
        Node host = network.node("host" + hosts++);
        network.link(router, host, settings);
        network.link(host, router, LinkSettings.PERFECT.withRate(FAST).withDelayNanos(settings.delayNanos()));
        return host;
    }

    public void run(long untilNanos) {
        network.queue().runUntil(untilNanos);
    }
}
