package org.xpand.experiments.tuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.xpand.experiments.tuf.FilteredNetwork.SECOND;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.strategy.RateHopStats;
import org.xpand.simulator.LinkModelSettings;
import org.xpand.simulator.net.Node;

/** The strategy's own hops on simulated links. */
class FilteredNetworkTest {
    private static final LinkModelSettings LINK = LinkModelSettings.PERFECT.withDelayNanos(10_000_000).withRate(100_000)
            .withQueuePackets(20);

    private final FilteredNetwork network = new FilteredNetwork(1, FilteredNetwork.PAPER);
    private final Node source = network.router("source");
    private final Node router = network.router("router");
    private final HopEnd first = network.link(source, router, LINK);
    private final HopEnd second = network.link(router, network.router("far"), LINK.withRate(50_000));

    @Test
    void aTagAboveTheThresholdIsRefusedOnThatLinkAlone() {
        TufGroup group = network.group();
        group.join(List.of(first));
        group.join(List.of(first, second));
        List<Long> onFirst = new ArrayList<>();
        List<Long> onSecond = new ArrayList<>();
        group.tree().get(0).watch(onFirst::add);
        group.tree().get(1).watch(onSecond::add);
        group.sendAt(1e6);
        network.run(SECOND / 4);
        double highest = first.hop().rate() / FilteredNetwork.B0;
        network.run(60 * SECOND);

        assertThat(onFirst.subList(0, 5)).allMatch(tag -> tag <= highest);
        assertThat(first.hop().stats(network.now()).refused()).isPositive();
        assertThat(second.hop().stats(network.now()).refused()).isPositive();
        assertThat(onSecond).hasSizeLessThan(onFirst.size());
        assertThat(group.members().get(0).throughput().mean(30 * SECOND, 60 * SECOND)).isBetween(80_000.0, 100_000.0);
        assertThat(group.members().get(1).throughput().mean(30 * SECOND, 60 * SECOND)).isBetween(40_000.0, 50_000.0);
    }

    @Test
    void theOtherEndCountsWhatWasNeitherRefusedNorLost() {
        TufGroup group = network.group();
        Member member = group.join(List.of(first, second));
        group.sendAt(1e6);
        network.run(30 * SECOND);
        group.stop();
        network.run(40 * SECOND);

        RateHopStats hop = first.hop().stats(network.now());
        assertThat(hop.admitted() + hop.refused()).isEqualTo(group.sent());
        // The others dropped were probes.
        assertThat(hop.admitted() - group.tree().get(0).carried().packets())
                .isBetween(first.link().stats().dropped() - 30, first.link().stats().dropped());
        assertThat(group.tree().get(1).carried().packets()).isEqualTo(member.throughput().packets());
        assertThat(hop.rttNanos()).isBetween(20_000_000L, 250_000_000L);
    }

    @Test
    void aSourceThatFollowsSendsWhatItsBestLinkLetsPass() {
        TufGroup group = network.group();
        group.join(List.of(first));
        group.follow();
        network.run(30 * SECOND);
        long before = group.sent();
        network.run(60 * SECOND);

        assertThat((group.sent() - before) / 30.0).isCloseTo(100, within(15.0));
    }
}
