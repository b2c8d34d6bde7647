package org.xpand.simulator.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.alm.api.OverlayStats;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.simulator.WanProfile;

/** Random, damaged and foreign datagrams are counted and dropped, and the group goes on. */
class HostileDatagramsTest {
    private static final long SECOND = 1_000_000_000L;

    private final List<Integer> delivered = new ArrayList<>();

    @Test
    void theGroupGoesOnUnderRandomDatagrams() {
        SimulatedSites sites = new SimulatedSites(WanProfile.load("default", 3), RateStrategies.create("tfrc", Map.of()),
                OverlayConfig.defaults(), 5, (site, sender, payload, now) -> {
                    if (site == 1) {
                        delivered.add(ByteBuffer.wrap(payload).getInt());
                    }
                });
        SplittableRandom random = new SplittableRandom(99);
        for (int i = 0; i < 500; i++) {
            sites.site(0).offer(ByteBuffer.allocate(400).putInt(i).array());
            for (int j = 0; j < 40; j++) {
                byte[] noise = noise(random, sites);
                sites.site(1).overlay().receive(sites.site(random.nextInt(3)).id(), noise, 0, noise.length,
                        sites.queue().now());
            }
            sites.queue().runUntil(3 * SECOND + i * SECOND / 50);
        }
        sites.queue().runUntil(60 * SECOND);
        assertThat(delivered).hasSize(500);
        for (int i = 0; i < 500; i++) {
            assertThat(delivered.get(i)).isEqualTo(i);
        }
        OverlayStats stats = sites.site(1).overlay().stats();
        assertThat(stats.malformed()).isPositive();
        assertThat(stats.foreignVersion()).isPositive();
        assertThat(stats.unknownSnapshot()).isPositive();
        assertThat(stats.staleSource()).isPositive();
    }

    /** Half of it pure noise, half with a header that is right but for the incarnation, which a stranger cannot know. */
    private static byte[] noise(SplittableRandom random, SimulatedSites sites) {
        byte[] bytes = new byte[random.nextInt(200)];
        random.nextBytes(bytes);
        if (bytes.length > 40 && random.nextBoolean()) {
            SiteId maker = sites.site(random.nextInt(3)).id();
            ByteBuffer header = ByteBuffer.wrap(bytes);
            int kind = 1 + random.nextInt(6);
            header.put((byte) 0x58).put((byte) 1).put((byte) kind).put((byte) 0);
            if (kind == 1) {
                header.putLong(1).putInt(random.nextInt(3));
            }
            header.putLong(sites.site(0).stack().name().id().value()).putLong(maker.value());
            header.putLong(random.nextLong());
        }
        return bytes;
    }
}
