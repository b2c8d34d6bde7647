package org.xpand.simulator.net;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.xpand.simulator.BurstLoss;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.LinkModelSettings;
import org.xpand.simulator.NetworkStats;
import org.xpand.simulator.RedSettings;

/** A network of a few nodes with any links, on which any packets are sent while links change; all from one seed. */
final class RandomNetwork {
    private static final int NODES = 8;

    final RoutedNetwork network;
    final List<Port> ports = new ArrayList<>();
    final List<MulticastGroup> groups = new ArrayList<>();
    /** One entry per delivery: port, size, time. */
    final List<String> trace = new ArrayList<>();

    private final Random random;

    RandomNetwork(long seed) {
        random = new Random(seed);
        network = new RoutedNetwork(new EventQueue(), seed);
        List<Node> nodes = new ArrayList<>();
        for (int i = 0; i < NODES; i++) {
            nodes.add(network.node("n" + i));
        }
        // A ring, so that every node can be reached, and chords.
        for (int i = 0; i < NODES; i++) {
            network.duplex(nodes.get(i), nodes.get((i + 1) % NODES), settings());
        }
        for (int i = 0; i + 3 < NODES; i += 2) {
            network.link(nodes.get(i), nodes.get(i + 3), settings());
        }
        for (int i = 0; i < 2 * NODES; i++) {
            int number = i;
            ports.add(network.open(nodes.get(i % NODES), (packet, now) ->
                    trace.add(number + " " + packet.size() + " " + now)));
        }
        groups.add(network.group(nodes.get(0)));
        groups.add(network.group(nodes.get(5)));
    }

    private LinkModelSettings settings() {
        LinkModelSettings settings = LinkModelSettings.PERFECT.withDelayNanos(random.nextInt(20) * 1_000_000L)
                .withRate(50_000 + random.nextInt(200_000)).withQueuePackets(1 + random.nextInt(20));
        return switch (random.nextInt(5)) {
            case 0 -> settings.withLoss(0.1);
            case 1 -> settings.withBurstLoss(BurstLoss.of(0.05, 3)).withJitterNanos(5_000_000);
            case 2 -> settings.withRed(new RedSettings(2, 6, 0.2, 0.1, random.nextBoolean(), 1000, false));
            case 3 -> settings.withReordering(0.2, 15_000_000).withDuplication(0.1);
            default -> settings;
        };
    }

    /** Sends, joins, leaves and changes at random over a second of virtual time, and calls between the steps. */
    void run(int steps, Runnable check) {
        for (int i = 0; i < steps; i++) {
            network.queue().runUntil(network.queue().now() + random.nextInt(2_000_000_000 / steps));
            step();
            check.run();
        }
        network.queue().runUntilIdle();
        check.run();
    }

    private void step() {
        Port port = ports.get(random.nextInt(ports.size()));
        MulticastGroup group = groups.get(random.nextInt(groups.size()));
        switch (random.nextInt(12)) {
            case 0 -> group.join(port);
            case 1 -> group.leave(port);
            case 2 -> anyLink().change(old -> settings());
            case 3 -> anyLink().cut(random.nextInt(3) == 0);
            case 4, 5, 6, 7 -> network.send(group.source(), new Packet(group, 100 + random.nextInt(1400)));
            default -> network.send(network.nodes().get(random.nextInt(NODES)), new Packet(port, random.nextInt(1500)));
        }
        if (random.nextInt(100) == 0) {
            port.close();
        }
    }

    private Link anyLink() {
        return network.links().get(random.nextInt(network.links().size()));
    }

    static long unaccounted(NetworkStats stats) {
        return stats.sent() + stats.duplicated() - stats.delivered() - stats.unclaimed() - stats.dropped()
                - stats.inFlight();
    }
}
