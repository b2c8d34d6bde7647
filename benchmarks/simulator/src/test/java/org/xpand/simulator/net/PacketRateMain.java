package org.xpand.simulator.net;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Locale;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.LinkModelSettings;

/**
 * Answers: how many packet events per second does one core run, and how does that depend on how many links are busy at
 * a time? A packet event is the arrival of a packet at a node. Prints a line per shape and round; the first rounds warm
 * up.
 */
public final class PacketRateMain {
    private static final long SECOND = 1_000_000_000L;
    /** The processor's time, so that a busy machine does not count. */
    private static final ThreadMXBean CPU = ManagementFactory.getThreadMXBean();

    private PacketRateMain() {
    }

    /** Runs all shapes; {@code args[0]} is the number of rounds, 5 if absent. */
    public static void main(String[] args) {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 5;
        for (int round = 1; round <= rounds; round++) {
            report("chain of 10 links, 20 senders", round, chain(10, 20));
            report("multicast to 100 receivers", round, star(100));
            report("multicast to 10000 receivers", round, star(10_000));
        }
    }

    private static RoutedNetwork chain(int links, int senders) {
        RoutedNetwork network = new RoutedNetwork(new EventQueue(0, Long.MAX_VALUE), 1);
        Node[] nodes = new Node[links + 1];
        for (int i = 0; i <= links; i++) {
            nodes[i] = network.node("n" + i);
            if (i > 0) {
                network.link(nodes[i - 1], nodes[i], LinkModelSettings.PERFECT.withRate(1.25e8).withDelayNanos(SECOND / 100)
                        .withQueuePackets(1000).withLoss(1e-4));
            }
        }
        Port port = network.open(nodes[links], (packet, now) -> {
        });
        for (int i = 0; i < senders; i++) {
            every(network, SECOND / 6000, 25 * SECOND / 10, () -> network.send(nodes[0], new Packet(port, 1000)));
        }
        return network;
    }

    private static RoutedNetwork star(int receivers) {
        RoutedNetwork network = new RoutedNetwork(new EventQueue(0, Long.MAX_VALUE), 1);
        Node source = network.node("source");
        Node router = network.node("router");
        network.link(source, router, LinkModelSettings.PERFECT.withDelayNanos(SECOND / 100));
        MulticastGroup group = network.group(source);
        Port[] ports = new Port[receivers];
        for (int i = 0; i < receivers; i++) {
            Node leaf = network.node("leaf" + i);
            network.link(router, leaf, LinkModelSettings.PERFECT.withRate(1.25e6).withLoss(0.01)
                    .withDelayNanos(SECOND / 100 + 997L * i));
            ports[i] = network.open(leaf, (packet, now) -> {
            });
        }
        for (Port port : ports) {
            group.join(port);
        }
        every(network, SECOND / 40, 3_000_000L / receivers * SECOND / 40, () ->
                network.send(source, new Packet(group, 1000)));
        return network;
    }

    private static void every(RoutedNetwork network, long periodNanos, long untilNanos, Runnable action) {
        EventQueue.Event[] timer = new EventQueue.Event[1];
        timer[0] = network.queue().timer(() -> {
            action.run();
            if (network.queue().now() < untilNanos) {
                timer[0].schedule(network.queue().now() + periodNanos);
            }
        });
        timer[0].schedule(0);
    }

    private static void report(String shape, int round, RoutedNetwork network) {
        long start = CPU.getCurrentThreadCpuTime();
        network.queue().runUntilIdle();
        double seconds = (CPU.getCurrentThreadCpuTime() - start) / 1e9;
        long events = network.links().stream().mapToLong(link -> link.stats().carried()).sum();
        System.out.println(String.format(Locale.ROOT, "round %d, %s: %d packet events in %.2f s of processor time, "
                + "%.2f million/s", round, shape, events, seconds, events / seconds / 1e6));
    }
}
