package org.xpand.simulator.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.protocols.strategy.RateHopStats;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.simulator.LinkModel;
import org.xpand.simulator.WanProfile;

/**
 * How many packets a reliable TUF group with one other site, and so a single path, loses to its own filter in the steady state: those
 * that the hop at the source refuses, of all that it is given.
 */
class OwnFilterTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int PAYLOAD = 1200;
    private static final double LARGEST_SHARE = 0.05;
    private static final long STEADY_AFTER = 5 * SECOND;
    private static final long END = 15 * SECOND;

    private static RateHopStats hop(SimulatedSites sites) {
        return sites.site(0).overlay().hopStats(sites.queue().now()).get(sites.site(1).id()).get("tuf");
    }

    /** Links in Mbit/s, with a queue of one bandwidth-delay product. */
    @ParameterizedTest
    @CsvSource({"2", "10"})
    void aSteadyStreamLosesFewPacketsToIt(double megabits) {
        double rate = megabits * 1e6 / 8;
        long delay = SECOND / 50;
        SimulatedSites sites = new SimulatedSites(WanProfile.load("lan", 2), RateStrategies.create("tuf", Map.of()),
                OverlayConfig.defaults(), 1, (site, sender, payload, nowNanos) -> { });
        for (int to = 0; to < 2; to++) {
            LinkModel link = sites.link(1 - to, to);
            link.setSettings(link.settings().withDelayNanos(delay).withRate(rate)
                    .withQueuePackets(Math.max(10, (int) Math.round(rate * 2 * delay / SECOND / PAYLOAD))));
        }
        // More than the link carries until the end, so that the stream never pauses.
        int messages = (int) (rate * END / SECOND / PAYLOAD);
        for (int i = 0; i < messages; i++) {
            sites.site(0).offer(ByteBuffer.allocate(PAYLOAD).putInt(i).array());
        }
        sites.queue().runUntil(STEADY_AFTER);
        RateHopStats before = hop(sites);
        sites.queue().runUntil(END);
        RateHopStats after = hop(sites);
        double admitted = after.admitted() - before.admitted();
        double refused = after.refused() - before.refused();
        assertThat(admitted).as("packets of a busy link").isGreaterThan(0.7 * rate * (END - STEADY_AFTER) / SECOND / PAYLOAD);
        assertThat(refused / (admitted + refused)).as("%s of %s packets", refused, admitted + refused).isLessThan(LARGEST_SHARE);
    }
}
