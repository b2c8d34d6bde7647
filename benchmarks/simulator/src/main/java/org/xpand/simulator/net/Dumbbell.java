package org.xpand.simulator.net;

import org.xpand.simulator.EventQueue;
import org.xpand.simulator.LinkModelSettings;

/**
 * A network for comparing congestion control: hosts on both sides of two routers with a bottleneck between them.
 * The bottleneck is the link from left to right; the reverse link only has its delay. Hosts have 1 Gbit/s.
 *
 * <p>Packets of hosts on the left are delayed by up to a packet's transmission time at the bottleneck, at random: without that,
 * flows over a full drop-tail queue synchronise, and one of them has all losses (Floyd and Jacobson, 1991, on phase effects).
 *
 * <pre>{@code
 * Dumbbell dumbbell = new Dumbbell(1, LinkModelSettings.PERFECT.withRate(625_000).withDelayNanos(30_000_000)
 *         .withQueuePackets(38));
 * TcpFlow flow = new TcpFlow(dumbbell.network(), dumbbell.sender("from"), dumbbell.receiver("to"), TcpSettings.DEFAULT);
 * flow.startAt(0);
 * dumbbell.run(60_000_000_000L);
 * double share = flow.throughput().mean(20_000_000_000L, 60_000_000_000L) / 625_000;
 * }</pre>
 */
public final class Dumbbell {
    private static final LinkModelSettings HOST = LinkModelSettings.PERFECT.withRate(125_000_000);
    private static final int PACKET_SIZE = 1000;
    private static final double NANOS_PER_SECOND = 1e9;

    private final RoutedNetwork network;
    private final Link bottleneck;
    private final Node left;
    private final Node right;

    /** Creates the network with this bottleneck, at time 0. */
    public Dumbbell(long seed, LinkModelSettings bottleneck) {
        network = new RoutedNetwork(new EventQueue(), seed);
        left = network.node("left");
        right = network.node("right");
        this.bottleneck = network.link(left, right, bottleneck);
        network.link(right, left, back(bottleneck));
    }

    private static LinkModelSettings back(LinkModelSettings settings) {
        return HOST.withDelayNanos(settings.delayNanos());
    }

    /** The network, for adding flows. */
    public RoutedNetwork network() {
        return network;
    }

    /** The link from the left router to the right one. */
    public Link bottleneck() {
        return bottleneck;
    }

    /**
     * Adds a host on the left.
     *
     * @throws IllegalArgumentException if a node of this name exists already
     */
    public Node sender(String name) {
        return sender(name, 0);
    }

    /**
     * Adds a host on the left that is farther away than others, for a flow with a round-trip time of its own.
     *
     * @param delayNanos propagation delay of its link in each direction, 0 to an hour
     * @throws IllegalArgumentException if a node of this name exists already, or the delay is out of range
     */
    public Node sender(String name, long delayNanos) {
        Node host = host(name, left, HOST.withDelayNanos(delayNanos));
        long packetNanos = (long) (PACKET_SIZE / bottleneck.settings().bytesPerSecond() * NANOS_PER_SECOND);
        host.outgoing().get(0).change(settings -> settings.withJitterNanos(packetNanos));
        return host;
    }

    /**
     * Adds a host on the right.
     *
     * @throws IllegalArgumentException if a node of this name exists already
     */
    public Node receiver(String name) {
        return receiver(name, HOST);
    }

    /**
     * Adds a host on the right with these settings of its link from the router; the reverse link only has the delay.
     *
     * @throws IllegalArgumentException if a node of this name exists already
     */
    public Node receiver(String name, LinkModelSettings tail) {
        return host(name, right, tail);
    }

    private Node host(String name, Node router, LinkModelSettings settings) {
        Node host = network.node(name);
        network.link(router, host, settings);
        network.link(host, router, back(settings));
        return host;
    }

    /** Runs up to and including a time. */
    public void run(long untilNanos) {
        network.queue().runUntil(untilNanos);
    }
}
