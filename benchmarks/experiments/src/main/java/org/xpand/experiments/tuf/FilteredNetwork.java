package org.xpand.experiments.tuf;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.protocols.strategy.RateStrategy;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.LinkModelSettings;
import org.xpand.simulator.net.Node;
import org.xpand.simulator.net.RoutedNetwork;
import org.xpand.simulator.tcp.TcpFlow;
import org.xpand.simulator.tcp.TcpSettings;

/** A network with TUF's hops at both ends of every link between two of its routers. */
final class FilteredNetwork {
    static final long SECOND = 1_000_000_000L;
    /** Bytes of every packet (TUF §6). */
    static final int SIZE = 1000;
    /** The paper's settings, with one tag per packet, as in its simulations. */
    static final Map<String, String> PAPER = Map.of("preset", "paper", "unit", "1400");
    /** B0, packets per second. */
    static final double B0 = 1e-4;
    private static final double FAST = 125_000_000;

    private final RoutedNetwork network;
    private final RateStrategy strategy;
    private final List<HopEnd> links = new ArrayList<>();
    private final List<TufGroup> groups = new ArrayList<>();

    FilteredNetwork(long seed, Map<String, String> settings) {
        this.network = new RoutedNetwork(new EventQueue(), seed);
        this.strategy = RateStrategies.create("tuf", settings);
    }

    /** The tag in a header, its first four bytes. */
    static long tag(byte[] header) {
        return ByteBuffer.wrap(header).getInt() & 0xFFFF_FFFFL;
    }

    RoutedNetwork network() {
        return network;
    }

    long now() {
        return network.queue().now();
    }

    Node router(String name) {
        return network.node(name);
    }

    /** Links two routers; answers the end at {@code from}. The way back has the delay alone. */
    HopEnd link(Node from, Node to, LinkModelSettings there) {
        HopEnd near = new HopEnd(network, network.link(from, to, there), links.size(), strategy);
        links.add(near);
        HopEnd far = new HopEnd(network, network.link(to, from, LinkModelSettings.PERFECT.withRate(FAST)
                .withDelayNanos(there.delayNanos())), links.size(), strategy);
        links.add(far);
        HopEnd.connect(near, far);
        return near;
    }

    /**
     * A TCP flow from a host of its own beside a router, that begins within three seconds. Its packets are late by up to a
     * time at random: without that TCP finds every place that becomes free in a full queue (Floyd and Jacobson, 1991).
     */
    TcpFlow tcp(Node beside, Node to, long lateNanos) {
        Node host = network.node("host " + network.nodes().size());
        network.link(host, beside, LinkModelSettings.PERFECT.withJitterNanos(lateNanos));
        network.link(beside, host, LinkModelSettings.PERFECT);
        TcpFlow flow = new TcpFlow(network, host, to, TcpSettings.DEFAULT);
        flow.startAt(network.random(host.name()).nextLong(3 * SECOND));
        return flow;
    }

    /** A group without members. */
    TufGroup group() {
        TufGroup group = new TufGroup(network, groups.size(), strategy);
        groups.add(group);
        return group;
    }

    /** All groups in the order in which they were made. */
    List<TufGroup> groups() {
        return groups;
    }

    /** The members of all groups, those of the first group first. */
    List<Member> members() {
        return groups.stream().flatMap(group -> group.members().stream()).toList();
    }

    void run(long untilNanos) {
        network.queue().runUntil(untilNanos);
    }

    /** Max-min fair rates of all {@link #members}, bytes per second. */
    double[] fairShares() {
        double[] capacities = links.stream().mapToDouble(each -> each.link().settings().bytesPerSecond()).toArray();
        return FairShares.of(capacities, groups.stream().flatMap(group -> group.members().stream().map(member ->
                new FairShares.Receiver(group.index(), group.demand(), member.path().stream().map(HopEnd::index)
                        .toList()))).toList());
    }
}
