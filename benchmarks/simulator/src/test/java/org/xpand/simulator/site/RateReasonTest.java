package org.xpand.simulator.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.protocols.api.RateReason;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.simulator.LinkModel;
import org.xpand.simulator.WanProfile;

/** What determines the rate of a whole site, in virtual time: nothing to send, the search for a rate, the link, and nothing again. */
class RateReasonTest {
    private static final long SECOND = 1_000_000_000L;
    private static final double MEGABIT = 125_000;
    private static final double ALL = 1e15;

    @ParameterizedTest
    @ValueSource(strings = {"tfrc", "tfmcc", "mca", "tuf"})
    void followsWhatHappens(String strategy) {
        SimulatedSites sites = new SimulatedSites(WanProfile.load("lan", 2), RateStrategies.create(strategy, Map.of()),
                OverlayConfig.defaults(), 1, (site, sender, payload, nowNanos) -> { });
        for (int to = 0; to < 2; to++) {
            LinkModel link = sites.link(1 - to, to);
            link.setSettings(link.settings().withDelayNanos(SECOND / 50).withRate(2 * MEGABIT).withQueuePackets(20));
        }
        long start = sites.queue().now();
        sites.queue().runUntil(start + SECOND);
        assertThat(reason(sites, 0)).isEqualTo(RateReason.APPLICATION);
        for (int i = 0; i < 2000; i++) {
            sites.site(0).offer(new byte[1200]);
        }
        assertThat(during(sites, start + 2 * SECOND)).contains(RateReason.SLOW_START);
        sites.queue().runUntil(start + 6 * SECOND);
        Set<RateReason> steady = during(sites, start + 9 * SECOND);
        assertThat(steady).contains(RateReason.PATH);
        assertThat(Set.of(RateReason.PATH, RateReason.GROWTH)).containsAll(steady);
        sites.queue().runUntil(start + 25 * SECOND);
        assertThat(reason(sites, 0)).as("all is sent").isEqualTo(RateReason.APPLICATION);
    }

    private static Set<RateReason> during(SimulatedSites sites, long untilNanos) {
        Set<RateReason> seen = EnumSet.noneOf(RateReason.class);
        while (sites.queue().now() < untilNanos) {
            sites.queue().runUntil(Math.min(untilNanos, sites.queue().now() + SECOND / 20));
            seen.add(reason(sites, ALL));
        }
        return seen;
    }

    private static RateReason reason(SimulatedSites sites, double demand) {
        return sites.site(0).stack().reason(demand, sites.queue().now());
    }
}
