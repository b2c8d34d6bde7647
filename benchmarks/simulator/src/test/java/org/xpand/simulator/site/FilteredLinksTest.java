package org.xpand.simulator.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.stack.PacketKind;
import org.xpand.protocols.stack.WireFormat;
import org.xpand.protocols.strategy.RateHopStats;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.protocols.wire.WireWriter;
import org.xpand.simulator.LinkModel;
import org.xpand.simulator.WanProfile;

/** Delegates filter each other's links with TUF, under the whole stack in virtual time. */
class FilteredLinksTest {
    private static final long SECOND = 1_000_000_000L;
    private final Map<Integer, Long> bytes = new TreeMap<>();

    private SimulatedSites sites(String profile, int count) {
        return new SimulatedSites(WanProfile.load(profile, count), RateStrategies.create("tuf", Map.of()),
                OverlayConfig.defaults(), 1, (site, sender, payload, nowNanos) ->
                bytes.merge(site, (long) payload.length, Long::sum));
    }

    private static void offer(SimulatedSite site, int count) {
        for (int i = 0; i < count; i++) {
            site.offer(ByteBuffer.allocate(1200).putInt(i).array());
        }
    }

    private static RateHopStats hop(SimulatedSites sites, int from, int to) {
        SiteId neighbour = sites.site(to).id();
        return sites.site(from).overlay().hopStats(sites.queue().now()).get(neighbour).get("tuf");
    }

    @Test
    void theSourceSendsAtWhatItsLinkLetsPass() {
        SimulatedSites sites = sites("lan", 2);
        for (int to = 0; to < 2; to++) {
            LinkModel link = sites.link(1 - to, to);
            link.setSettings(link.settings().withDelayNanos(20_000_000).withRate(500_000).withQueuePackets(40));
        }
        offer(sites.site(0), 30_000);
        sites.queue().runUntil(15 * SECOND);
        long before = bytes.get(1);
        sites.queue().runUntil(45 * SECOND);
        RateHopStats hop = hop(sites, 0, 1);
        assertThat(hop.rttNanos()).isBetween(40_000_000L, 160_000_000L);
        assertThat(hop.admitted()).isPositive();
        assertThat(hop(sites, 1, 0).received()).isLessThanOrEqualTo(hop.admitted()).isPositive();
        assertThat(sites.site(0).stack().rate().allowedRate(sites.queue().now())).isBetween(250_000.0, 900_000.0);
        assertThat((bytes.get(1) - before) / 30.0 / 500_000).as("use of the link, repairs apart").isGreaterThan(0.6);
    }

    @Test
    void whatIsLetOntoALinkIsCountedAtItsOtherEnd() {
        SimulatedSites sites = sites("lan", 3);
        offer(sites.site(1), 1000);
        sites.queue().runUntil(sites.queue().now() + SECOND / 2);
        SiteId[] two = {sites.site(0).id(), sites.site(1).id()};
        sites.members(new TreeSet<>(List.of(two)));
        sites.queue().runUntil(5 * SECOND);
        sites.members(new TreeSet<>(List.of(two[0], two[1], sites.site(2).id())));
        offer(sites.site(0), 1000);
        sites.queue().runUntil(30 * SECOND);
        for (int i = 0; i < 3; i++) {
            for (SiteId neighbour : sites.site(i).stack().tree().orElseThrow().neighbours(sites.site(i).id())) {
                int other = 0;
                while (!sites.site(other).id().equals(neighbour)) {
                    other++;
                }
                long admitted = hop(sites, other, i).admitted();
                assertThat(hop(sites, i, other).received()).as("from %s to %s, but what is in flight", other, i)
                        .isBetween(admitted - 20, admitted);
            }
        }
        assertThat(hop(sites, 0, 1).admitted()).isPositive();
    }

    @Test
    void whatCameOverALinkCountsThoughItsTreeIsNotKnown() {
        SimulatedSites sites = sites("lan", 2);
        sites.queue().runUntil(3 * SECOND);
        SimulatedSite site = sites.site(0);
        long before = hop(sites, 0, 1).received();
        byte[] datagram = new byte[100];
        new WireWriter(datagram).putByte(WireFormat.MAGIC).putByte(WireFormat.VERSION).putByte(PacketKind.DATA.code())
                .putByte(0).putLong(99).putInt(99).putLong(site.stack().name().id().value());
        site.overlay().receive(sites.site(1).id(), datagram, 0, datagram.length, sites.queue().now());
        assertThat(site.overlay().stats().unknownSnapshot()).isEqualTo(1);
        assertThat(hop(sites, 0, 1).received()).isEqualTo(before + 1);
    }

    @Test
    void aForwarderFiltersWhatItForwards() {
        SimulatedSites sites = sites("lan", 3);
        sites.queue().runUntil(3 * SECOND);
        int middle = 0;
        while (sites.site(middle).stack().tree().orElseThrow().neighbours(sites.site(middle).id()).size() < 2) {
            middle++;
        }
        int source = (middle + 1) % 3;
        int slow = (middle + 2) % 3;
        LinkModel fast = sites.link(source, middle);
        fast.setSettings(fast.settings().withRate(1_000_000).withQueuePackets(40));
        LinkModel link = sites.link(middle, slow);
        link.setSettings(link.settings().withRate(100_000).withQueuePackets(20));
        offer(sites.site(source), 10_000);
        sites.queue().runUntil(15 * SECOND);
        assertThat(hop(sites, middle, slow).refused()).isPositive();
        assertThat(hop(sites, middle, slow).admitted()).isLessThan(hop(sites, source, middle).admitted());
        assertThat(hop(sites, middle, source).admitted()).as("nothing goes back").isZero();
    }

    @Test
    void everyLinkOfTheTreeIsProbedAndNoOther() {
        SimulatedSites sites = sites("default", 4);
        offer(sites.site(0), 2000);
        sites.queue().runUntil(10 * SECOND);
        for (int i = 0; i < 4; i++) {
            SimulatedSite site = sites.site(i);
            assertThat(site.overlay().hopStats(sites.queue().now()).keySet())
                    .containsExactlyElementsOf(site.stack().tree().orElseThrow().neighbours(site.id()));
            assertThat(site.overlay().hopStats(sites.queue().now()).values())
                    .allSatisfy(byStrategy -> assertThat(byStrategy.get("tuf").rttNanos()).isPositive());
            assertThat(site.overlay().stats().malformed()).isZero();
        }
    }
}
