package org.xpand.simulator.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.xpand.simulator.BurstLoss;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.LinkModelSettings;
import org.xpand.simulator.net.Link;
import org.xpand.simulator.net.Node;
import org.xpand.simulator.net.RoutedNetwork;

class TcpFaultsTest {
    private static final long MS = 1_000_000;

    private final RoutedNetwork network = new RoutedNetwork(new EventQueue(), 3);
    private final Node a = network.node("a");
    private final Node b = network.node("b");

    @Property(tries = 100)
    void transferEndsWithEverySegmentTakenOnceWhateverTheNetworkDoes(@ForAll long seed) {
        Random random = new Random(seed);
        RoutedNetwork any = new RoutedNetwork(new EventQueue(0, 10_000_000), seed);
        Node from = any.node("from");
        Node to = any.node("to");
        LinkModelSettings faulty = LinkModelSettings.PERFECT.withRate(100_000 + random.nextInt(1_000_000))
                .withQueuePackets(2 + random.nextInt(30)).withDelayNanos(random.nextInt(100) * MS)
                .withLoss(random.nextInt(10) / 100.0).withBurstLoss(BurstLoss.of(0.01, 2))
                .withReordering(random.nextInt(3) / 20.0, 20 * MS).withDuplication(random.nextInt(3) / 20.0);
        Link there = any.link(from, to, faulty);
        any.link(to, from, faulty);
        there.cutAt(400 * MS, true);
        there.cutAt(900 * MS, false);
        TcpSettings settings = TcpSettings.DEFAULT.withDelayedAcks(random.nextBoolean())
                .withTimestamps(random.nextBoolean()).withWindows(1 + random.nextInt(10), 10 + random.nextInt(200))
                .withRecovery(random.nextBoolean() ? TcpSettings.Recovery.SACK : TcpSettings.Recovery.NEW_RENO);
        TcpFlow flow = new TcpFlow(any, from, to, settings);
        flow.transferAt(0, 500);
        any.queue().runUntilIdle();

        assertThat(flow.completedNanos()).isPresent();
        assertThat(flow.throughput().packets()).isEqualTo(500);
        assertThat(flow.stats().acknowledged()).isEqualTo(500);
    }

    @Test
    void stoppedFlowRepairsWhatIsInFlightAndIsSilentThen() {
        network.duplex(a, b, LinkModelSettings.PERFECT.withDelayNanos(10 * MS).withRate(100_000).withQueuePackets(5));
        TcpFlow flow = new TcpFlow(network, a, b, TcpSettings.DEFAULT);
        flow.startAt(0);
        flow.stopAt(2_000 * MS);
        network.queue().runUntilIdle();
        assertThat(flow.stats().acknowledged()).isEqualTo(flow.throughput().packets()).isGreaterThan(100);
        assertThat(network.queue().now()).isBetween(2_000 * MS, 10_000 * MS);
    }

    /** Once it was silent for minutes: no round-trip time was taken after a time-out, and every further loss was another one. */
    @Test
    void newRenoWithoutTimestampsGoesOnWhereOneInSevenIsLost() {
        for (long seed = 1; seed <= 30; seed++) {
            RoutedNetwork network = new RoutedNetwork(new EventQueue(), seed);
            Node from = network.node("from");
            Node to = network.node("to");
            LinkModelSettings wire = LinkModelSettings.PERFECT.withDelayNanos(15_000_000L);
            network.link(from, to, wire.withLoss(0.15));
            network.link(to, from, wire);
            TcpFlow flow = new TcpFlow(network, from, to, TcpSettings.DEFAULT.withRecovery(TcpSettings.Recovery.NEW_RENO));
            flow.startAt(0);
            for (int part = 1; part <= 20; part++) {
                long before = flow.stats().acknowledged();
                network.queue().runUntil(part * 30_000_000_000L);
                assertThat(flow.stats().acknowledged()).as("seed %d, until %d s", seed, 30 * part).isGreaterThan(before);
            }
        }
    }

    @Test
    void whatCannotBeIsRefused() {
        network.link(a, b, LinkModelSettings.PERFECT);
        assertThatIllegalArgumentException().isThrownBy(() -> new TcpFlow(network, a, b, TcpSettings.DEFAULT))
                .withMessage("TCP flow from a: b cannot be reached and back");
        network.link(b, a, LinkModelSettings.PERFECT);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TcpFlow(network, a, b, TcpSettings.DEFAULT).transferAt(0, 0))
                .withMessageContaining("transfer of 0 segments");
    }
}
