package org.xpand.simulator.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.rate.ThroughputEquation;
import org.xpand.protocols.strategy.RateSourceStats;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.simulator.LinkModel;
import org.xpand.simulator.WanProfile;

/** The whole stack of several sites in virtual time. */
@Tag("long")
@ParameterizedClass
@ValueSource(strings = {"tfrc", "tfmcc", "mca", "tuf"})
class StackScenarioTest {
    @Parameter
    private String strategy;

    private static final long SECOND = 1_000_000_000L;
    private static final long SEED = 20030707;

    /** Messages by receiving site and sender, in the order of delivery. */
    private final List<Map<SenderId, List<Integer>>> delivered = new ArrayList<>();
    private final long[] bytes = new long[8];
    private long traceHash;

    private SimulatedSites sites(String profile, int count, long seed) {
        delivered.clear();
        for (int i = 0; i < count; i++) {
            delivered.add(new TreeMap<>());
        }
        return new SimulatedSites(WanProfile.load(profile, count), RateStrategies.create(strategy, Map.of()),
                OverlayConfig.defaults(), seed, this::deliver);
    }

    private void deliver(int site, SenderId sender, byte[] payload, long nowNanos) {
        int number = ByteBuffer.wrap(payload).getInt();
        delivered.get(site).computeIfAbsent(sender, id -> new ArrayList<>()).add(number);
        bytes[site] += payload.length;
        traceHash = traceHash * 31 + nowNanos + number + site;
    }

    private static void offer(SimulatedSite site, int from, int count, int size) {
        for (int i = from; i < from + count; i++) {
            byte[] payload = new byte[size];
            ByteBuffer.wrap(payload).putInt(i);
            site.offer(payload);
        }
    }

    private static void loss(SimulatedSites sites, int from, int to, double probability) {
        LinkModel link = sites.link(from, to);
        link.setSettings(link.settings().withLoss(probability));
    }

    private static double lossEventRate(SimulatedSites sites, int source, int receiver) {
        return stats(sites, source).receivers().stream()
                .filter(each -> each.key() == sites.site(receiver).id().value()).findFirst().orElseThrow()
                .lossEventRate();
    }

    private static RateSourceStats stats(SimulatedSites sites, int source) {
        return sites.site(source).stack().rate().sourceStats(sites.queue().now());
    }

    private void everyoneHas(SimulatedSites sites, int siteCount, int messages) {
        for (int receiver = 0; receiver < siteCount; receiver++) {
            for (int source = 0; source < siteCount; source++) {
                List<Integer> numbers = delivered.get(receiver).get(sites.site(source).sender());
                assertThat(numbers).as("site %d from site %d", receiver, source).hasSize(messages);
                for (int i = 0; i < messages; i++) {
                    assertThat(numbers.get(i)).isEqualTo(i);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.01, 0.05})
    void everythingArrivesOnceInOrderAtEveryone(double probability) {
        SimulatedSites sites = sites("default", 3, SEED);
        for (int from = 0; from < 3; from++) {
            for (int to = 0; to < 3; to++) {
                if (from != to) {
                    loss(sites, from, to, probability);
                }
            }
        }
        for (int i = 0; i < 3; i++) {
            offer(sites.site(i), 0, 300, 700);
            offer(sites.site(i), 300, 20, 9000);
        }
        sites.queue().runUntil(120 * SECOND);
        everyoneHas(sites, 3, 320);
        for (int i = 0; i < 3; i++) {
            assertThat(sites.site(i).pending()).isZero();
        }
    }

    @Test
    void theSameSeedGivesTheSameTrace() {
        long[] hashes = new long[2];
        for (int run = 0; run < 2; run++) {
            traceHash = 0;
            SimulatedSites sites = sites("lossy", 3, SEED);
            offer(sites.site(0), 0, 500, 1000);
            sites.queue().runUntil(60 * SECOND);
            hashes[run] = traceHash;
        }
        assertThat(hashes[0]).isEqualTo(hashes[1]).isNotZero();
    }

    @Test
    void aLostLastPacketIsRepairedThoughNothingFollows() {
        SimulatedSites sites = sites("default", 2, SEED);
        loss(sites, 0, 1, 0);
        long start = sites.queue().now() + SECOND;
        sites.queue().runUntil(start);
        loss(sites, 0, 1, 1);
        offer(sites.site(0), 0, 1, 100);
        sites.queue().runUntil(start + 10_000_000);
        loss(sites, 0, 1, 0);
        sites.queue().runUntil(start + 2 * SECOND);
        assertThat(delivered.get(1).get(sites.site(0).sender())).containsExactly(0);
    }

    @Test
    void aRepairForOneSiteIsNoLossEventAtAnother() {
        SimulatedSites sites = sites("default", 4, SEED);
        for (int to = 1; to < 4; to++) {
            loss(sites, 0, to, 0);
        }
        // Equal costs make a star or a chain; loss on the last hop only touches one site.
        int lossy = 3;
        for (int from = 0; from < 3; from++) {
            loss(sites, from, lossy, 0.03);
        }
        offer(sites.site(0), 0, 3000, 1000);
        sites.queue().runUntil(60 * SECOND);
        assertThat(delivered.get(lossy).get(sites.site(0).sender())).hasSize(3000);
        assertThat(sites.site(0).stack().reliability().stats().repairSegments()).isPositive();
        for (int clean = 1; clean < 3; clean++) {
            assertThat(sites.site(clean).stack().rate().receiverStats(sites.site(0).id(), sites.queue().now())
                    .orElseThrow().lossEvents()).as("loss events at site %d", clean).isZero();
        }
    }

    @Test
    void theFirstLossEndsSlowStart() {
        SimulatedSites sites = sites("default", 2, SEED);
        loss(sites, 0, 1, 0);
        offer(sites.site(0), 0, 4000, 1200);
        sites.queue().runUntil(sites.queue().now() + SECOND / 4);
        assertThat(stats(sites, 0).slowStart()).isTrue();
        loss(sites, 0, 1, 0.2);
        sites.queue().runUntil(sites.queue().now() + SECOND);
        assertThat(stats(sites, 0).slowStart()).isFalse();
        assertThat(lossEventRate(sites, 0, 1)).isPositive();
    }

    @Test
    void theRateFollowsTheEquationOfTheSlowestSite() {
        SimulatedSites sites = sites("default", 3, SEED);
        loss(sites, 0, 1, 0.001);
        loss(sites, 1, 2, 0.02);
        loss(sites, 0, 2, 0.02);
        offer(sites.site(0), 0, 60_000, 1200);
        sites.queue().runUntil(20 * SECOND);
        long before = bytes[2];
        sites.queue().runUntil(140 * SECOND);
        double goodput = (bytes[2] - before) / 120.0;
        assertThat(stats(sites, 0).limitingReceiver()).hasValue(sites.site(2).id().value());
        double hops = sites.site(0).stack().tree().orElseThrow().path(sites.site(0).id(), sites.site(2).id()).size() - 1;
        long rtt = (long) (20e6 * hops + 20e6);
        double p = hops > 1 ? 1 - 0.999 * 0.98 : 0.02;
        boolean byLinks = strategy.equals("tuf");
        // The base layer has 0.8 of what the worst link allows, and links are taken to be 50 ms long at least.
        double expected = byLinks ? 0.8 * new ThroughputEquation(1, 4).rate(1300, 50_000_000, 0.02)
                : new ThroughputEquation(1, 4).rate(1300, rtt, p);
        assertThat(goodput / expected).as("goodput %.0f B/s over Eq. 1 %.0f B/s", goodput, expected).isBetween(0.6, 1.4);
    }

    @Test
    void theRateFallsWhenASlowSiteJoinsAndRisesWhenItLeaves() {
        SimulatedSites sites = sites("default", 3, SEED);
        for (int other = 0; other < 2; other++) {
            loss(sites, other, 2, 0.08);
            loss(sites, other, 1 - other, 0.001);
        }
        TreeSet<SiteId> two = new TreeSet<>(List.of(sites.site(0).id(), sites.site(1).id()));
        TreeSet<SiteId> three = new TreeSet<>(two);
        three.add(sites.site(2).id());
        sites.members(two);
        offer(sites.site(0), 0, 200_000, 1200);
        double alone = goodputOver(sites, 20, 30);
        sites.members(three);
        double slowed = goodputOver(sites, 40, 60);
        sites.members(two);
        double again = goodputOver(sites, 80, 100);
        assertThat(slowed).isLessThan(alone / 2);
        assertThat(again).isGreaterThan(2 * slowed);
    }

    private double goodputOver(SimulatedSites sites, long fromSeconds, long toSeconds) {
        sites.queue().runUntil(fromSeconds * SECOND);
        long before = bytes[1];
        sites.queue().runUntil(toSeconds * SECOND);
        return (bytes[1] - before) / (double) (toSeconds - fromSeconds);
    }
}
