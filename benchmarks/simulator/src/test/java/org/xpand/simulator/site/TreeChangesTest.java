package org.xpand.simulator.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.simulator.WanProfile;

class TreeChangesTest {
    private static final long MS = 1_000_000;

    private final SimulatedSites sites = new SimulatedSites(WanProfile.load("default", 3),
            RateStrategies.create("tfrc", Map.of()), SimulatedSites.Settings.defaults(), 11, (at, sender, payload, now) -> {
            });

    private void send(SimulatedProcess process) {
        process.offer(new byte[1000]);
        sites.queue().schedule(sites.queue().now() + 5 * MS, () -> send(process));
    }

    private long dropped() {
        return sites.sites().stream().mapToLong(site -> site.overlay().stats().unknownSnapshot()).sum();
    }

    /** What is in flight when members come in every site has still got a tree when it arrives, 20 to 40 ms later. */
    @Test
    void snapshotsThatFollowEachOtherWithinARoundTripLoseNothing() {
        sites.sites().forEach(site -> send(site.process(0)));
        sites.queue().runUntil(4_000 * MS);
        long before = dropped();
        for (int i = 0; i < 6; i++) {
            sites.join(sites.start(sites.site(i % 3)));
            sites.queue().runUntil(sites.queue().now() + 5 * MS);
        }
        sites.queue().runUntil(sites.queue().now() + 500 * MS);
        assertThat(dropped()).isEqualTo(before);
    }
}
