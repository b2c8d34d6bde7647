package org.xpand.simulator.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.LinkModelSettings;
import org.xpand.simulator.LinkModelStats;

class LinkTest {
    private static final long MS = 1_000_000;

    private final RoutedNetwork network = new RoutedNetwork(new EventQueue(), 1);
    private final Node a = network.node("a");
    private final Node b = network.node("b");
    /** Sizes of the packets that arrived, each another one, so that they name them, and when. */
    private final List<Integer> sizes = new ArrayList<>();
    private final List<Long> times = new ArrayList<>();
    private final Port port = network.open(b, (packet, now) -> {
        sizes.add(packet.size());
        times.add(now);
    });

    @Property(tries = 100)
    void packetsKeepTheirOrderWithoutReorderingWhateverChanges(@ForAll long seed) {
        LinkTest run = new LinkTest();
        Random random = new Random(seed);
        Link link = run.network.link(run.a, run.b, LinkModelSettings.PERFECT.withDuplication(0.1));
        for (int i = 0; i < 200; i++) {
            run.network.queue().runUntil(run.network.queue().now() + random.nextInt(3_000_000));
            link.change(old -> old.withDelayNanos(random.nextInt(30) * MS).withJitterNanos(random.nextInt(3) * MS)
                    .withRate(100_000 + random.nextInt(1_000_000)).withLoss(0.1));
            run.network.send(run.a, new Packet(run.port, 100 + i));
        }
        run.network.queue().runUntilIdle();

        assertThat(run.sizes).isSorted().hasSizeGreaterThan(100);
        assertThat(run.times).isSorted();
    }

    @Test
    void packetsHeldBackAreOvertakenByThoseBehindThem() {
        Link link = network.link(a, b, LinkModelSettings.PERFECT.withDelayNanos(10 * MS).withReordering(1, 5 * MS));
        network.send(a, new Packet(port, 1));
        link.change(settings -> settings.withReordering(0, 0));
        for (int size = 2; size < 20; size++) {
            network.send(a, new Packet(port, size));
            network.queue().runUntil(network.queue().now() + MS);
        }
        network.queue().runUntilIdle();

        assertThat(sizes).startsWith(2, 3, 4, 5, 6, 1, 7, 8).hasSize(19);
        assertThat(times.get(5)).isEqualTo(15 * MS);
    }

    @Test
    void changesHappenAtTheirTimes() {
        Link link = network.link(a, b, LinkModelSettings.PERFECT.withDelayNanos(MS));
        link.cutAt(10 * MS, true);
        link.cutAt(20 * MS, false);
        link.changeAt(30 * MS, settings -> settings.withDelayNanos(2 * MS));
        for (int i = 0; i < 4; i++) {
            network.queue().runUntil((5 + 10 * i) * MS);
            network.send(a, new Packet(port, i));
        }
        network.queue().runUntilIdle();

        assertThat(sizes).containsExactly(0, 2, 3);
        assertThat(times).containsExactly(6 * MS, 26 * MS, 37 * MS);
        assertThat(link.stats().blocked()).isEqualTo(1);
    }

    @Test
    void utilisationAndMeanQueueAreThoseOfTheTimeLookedAt() {
        Link link = network.link(a, b, LinkModelSettings.PERFECT.withRate(1_000_000).withDelayNanos(50 * MS));
        network.queue().runUntil(100 * MS);
        LinkModelStats before = link.stats();
        for (int i = 0; i < 4; i++) {
            network.send(a, new Packet(port, 5000));
        }
        network.queue().runUntil(110 * MS);
        LinkModelStats half = link.stats().since(before);
        network.queue().runUntil(140 * MS);
        LinkModelStats all = link.stats().since(before);

        assertThat(half.utilisation(10 * MS)).isEqualTo(1);
        assertThat(half.meanQueuedPackets(10 * MS)).isCloseTo(3.5, within(1e-9));
        assertThat(all.utilisation(40 * MS)).isEqualTo(0.5);
        assertThat(all.meanQueuedPackets(40 * MS)).isCloseTo((4 + 3 + 2 + 1) * 5 / 40.0, within(1e-9));
        assertThat(all.maxQueuedPackets()).isEqualTo(4);
        assertThat(all.dropRate()).isZero();
    }
}
