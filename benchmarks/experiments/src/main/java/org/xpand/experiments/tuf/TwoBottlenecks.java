package org.xpand.experiments.tuf;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.xpand.simulator.LinkModelSettings;
import org.xpand.simulator.net.Node;

/**
 * The topology of Fig. 4: routers A and B behind 1 MB/s and 500 kB/s, and behind each of them as many nodes with a link of
 * their own from 40 to 450 kB/s (A-1, B-1) as with a fast one (A-2, B-2). Every link takes 50 ms. The paper does not say
 * the queues: 50 packets, the default of its simulator, and on the nodes' slow links no more than can be sent between two
 * probes.
 */
final class TwoBottlenecks {
    /** The types of nodes. */
    static final int TYPES = 4;
    static final LinkModelSettings LINK = LinkModelSettings.PERFECT.withDelayNanos(50_000_000).withQueuePackets(50);
    /** Where slow links are to have the same queue as others. */
    static final double ANY_QUEUE_SECONDS = Double.POSITIVE_INFINITY;
    /** The time between two probes. */
    static final double SHORT_QUEUE_SECONDS = 0.5;
    static final LinkModelSettings TO_A = LINK.withRate(1_000_000);
    private static final LinkModelSettings TO_B = LINK.withRate(500_000);
    static final LinkModelSettings FAST = LINK.withRate(10_000_000);
    private static final double SLOWEST = 40_000;
    private static final double FASTEST = 450_000;

    private final FilteredNetwork network;
    private final HopEnd toA;
    private final double queueSeconds;
    private final List<List<HopEnd>> paths = new ArrayList<>();

    /**
     * @param perType      nodes of each type
     * @param queueSeconds how long it may take to send the queue of a slow link
     */
    TwoBottlenecks(long seed, Map<String, String> settings, int perType, double queueSeconds) {
        this.queueSeconds = queueSeconds;
        network = new FilteredNetwork(seed, settings);
        Node source = network.router("source");
        toA = side(source, "A", TO_A, perType);
        side(source, "B", TO_B, perType);
    }

    private HopEnd side(Node source, String name, LinkModelSettings bottleneck, int perType) {
        Node router = network.router(name);
        HopEnd first = network.link(source, router, bottleneck);
        for (int i = 0; i < perType; i++) {
            double slow = perType == 1 ? (SLOWEST + FASTEST) / 2 : SLOWEST + (FASTEST - SLOWEST) * i / (perType - 1);
            paths.add(List.of(first, network.link(router, network.router(name + "-1 " + i),
                    LINK.withRate(slow).withQueuePackets(queue(slow, queueSeconds)))));
            paths.add(List.of(first, network.link(router, network.router(name + "-2 " + i), FAST)));
        }
        return first;
    }

    /** Packets in the queue of a link, at most what can be sent in a time. */
    static int queue(double bytesPerSecond, double seconds) {
        return (int) Math.min(LINK.queuePackets(), bytesPerSecond * seconds / FilteredNetwork.SIZE);
    }

    FilteredNetwork network() {
        return network;
    }

    /** The link from the source to A. */
    HopEnd toA() {
        return toA;
    }

    /** A group with members at every node. */
    TufGroup group() {
        TufGroup group = network.group();
        paths.forEach(group::join);
        return group;
    }
}
