package org.xpand.simulator.session;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.LinkModelSettings;
import org.xpand.simulator.net.Node;
import org.xpand.simulator.net.RoutedNetwork;

/**
 * Answers: how long does a session with 10 000 receivers at 40 packets/s take for 100 s of virtual time, and how much
 * memory? Receivers are tfrc's, behind links of their own that lose 1 % and under routers with 100 of them each, and
 * report twice a second.
 */
public final class ManyReceiversMain {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;
    private static final int PER_ROUTER = 100;

    private ManyReceiversMain() {
    }

    /** {@code args}: receivers (10000), virtual seconds (100). */
    public static void main(String[] args) {
        int receivers = args.length > 0 ? Integer.parseInt(args[0]) : 10_000;
        int seconds = args.length > 1 ? Integer.parseInt(args[1]) : 100;
        long start = System.nanoTime();
        StrategySession session = session(receivers);
        double built = (System.nanoTime() - start) / 1e9;
        session.network().queue().runUntil(seconds * SECOND);
        double run = (System.nanoTime() - start) / 1e9 - built;
        double processor = ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1e9;
        long events = session.network().links().stream().mapToLong(link -> link.stats().carried()).sum();
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        System.out.println(String.format(Locale.ROOT, "%d receivers, %d s: built in %.1f s, ran in %.1f s, both in "
                + "%.1f s of processor time, %d packet events (%.2f million/s of it), %d reports, %d MB live of %d MB heap",
                receivers, seconds, built, run, processor, events, events / processor / 1e6, session.reports(),
                (runtime.totalMemory() - runtime.freeMemory()) >> 20, runtime.totalMemory() >> 20));
    }

    /** A session at 40 packets of 1000 bytes per second, behind two levels of routers. */
    static StrategySession session(int receivers) {
        RoutedNetwork network = new RoutedNetwork(new EventQueue(0, Long.MAX_VALUE), 1);
        Node source = network.node("source");
        Node core = network.node("core");
        network.duplex(source, core, LinkModelSettings.PERFECT.withDelayNanos(MS));
        List<Node> leaves = new ArrayList<>();
        Node router = null;
        for (int i = 0; i < receivers; i++) {
            if (i % PER_ROUTER == 0) {
                router = network.node("router" + i);
                network.duplex(core, router, LinkModelSettings.PERFECT.withDelayNanos(10 * MS));
            }
            Node leaf = network.node("leaf" + i);
            network.duplex(router, leaf, LinkModelSettings.PERFECT.withRate(1.25e6).withQueuePackets(100).withLoss(0.01)
                    .withDelayNanos(5 * MS + 1009L * i));
            leaves.add(leaf);
        }
        StrategySession session = new StrategySession("many", network, source, new ConstantRateStrategy(40_000),
                Demand.greedy(), SessionSettings.DEFAULT);
        leaves.forEach(leaf -> session.receiver(leaf).joinAt(0));
        return session;
    }
}
