package org.xpand.simulator.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.protocols.reliability.ReliabilityStats;
import org.xpand.protocols.stack.RedundancyLayer;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.LinkModel;
import org.xpand.simulator.WanProfile;

/** A reliable group on TUF: a base layer below the worst capacity, and redundancy for who can take more (TUF §4.2). */
class ContinuousStreamTest {
    private static final long SECOND = 1_000_000_000L;
    private static final long MS = 1_000_000;

    @TempDir
    private Path folder;
    private final long[] next = new long[4];
    private final long[] bytes = new long[4];
    private SimulatedSites sites;
    private EventQueue queue;

    /** Among the receivers it is far, so that queues at the source do not change the tree. */
    private void star(Map<String, String> settings) throws Exception {
        WanProfile star = WanProfile.load(Files.writeString(folder.resolve("star.json"), """
                {"sites": ["source", "slow", "middle", "fast"],
                 "default": {"delayMs": 300, "rateMbps": 100, "queuePackets": 100},
                 "links": [{"from": "source", "to": "slow", "both": true, "delayMs": 10, "rateMbps": 1, "queuePackets": 30},
                           {"from": "source", "to": "middle", "both": true, "delayMs": 10, "rateMbps": 4, "queuePackets": 50},
                           {"from": "source", "to": "fast", "both": true, "delayMs": 10, "rateMbps": 16}]}
                """).toString());
        sites = new SimulatedSites(star, RateStrategies.create("tuf", settings), OverlayConfig.defaults(), 5,
                (site, sender, payload, now) -> {
                    assertThat(ByteBuffer.wrap(payload).getLong()).isEqualTo(next[site]++);
                    bytes[site] += payload.length;
                });
        queue = sites.queue();
    }

    private void greedy(long number) {
        SimulatedProcess process = sites.site(0).process(0);
        long at = number;
        while (process.member().orElseThrow().sender().open()) {
            process.offer(ByteBuffer.allocate(1200).putLong(at++).array());
        }
        long from = at;
        queue.schedule(queue.now() + MS, () -> greedy(from));
    }

    private static void loss(LinkModel link, double probability) {
        link.setSettings(link.settings().withLoss(probability));
    }

    @Test
    void theSlowestSiteSetsThePaceAndItsLinkLetsNearlyAllOfItPass() throws Exception {
        star(Map.of());
        greedy(0);
        queue.runUntil(20 * SECOND);
        long[] before = bytes.clone();
        ReliabilityStats sourceBefore = stats(0);
        queue.runUntil(60 * SECOND);
        double slow = (bytes[1] - before[1]) * 8 / 40.0;
        assertThat(slow).as("of 1 Mbit/s").isBetween(650_000.0, 1_000_000.0);
        for (int site = 2; site < 4; site++) {
            assertThat((bytes[site] - before[site]) * 8 / 40.0).as("the others keep step").isCloseTo(slow, withPercentage(3));
        }
        double repairs = stats(0).repairSegments() - sourceBefore.repairSegments();
        assertThat(repairs / (stats(0).newSegments() - sourceBefore.newSegments())).as("repairs").isLessThan(0.15);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0.25"})
    void redundancyComesInPlaceOfRepairsWhereThePathHasRoomForIt(String redundancy) throws Exception {
        star(Map.of("redundancy", redundancy));
        loss(sites.link(0, 3), 0.005);
        greedy(0);
        queue.runUntil(5 * SECOND);
        long before = stats(3).requests();
        queue.runUntil(65 * SECOND);
        long requests = stats(3).requests() - before;
        Optional<RedundancyLayer> layer = sites.site(3).stack().redundancy();
        if (layer.isEmpty()) {
            assertThat(requests).as("every loss is asked for").isGreaterThan(15);
        } else {
            long rebuilt = layer.get().stats().packetsRebuilt();
            assertThat(rebuilt).isGreaterThan(15);
            assertThat(requests).as("asked for").isLessThan(rebuilt / 3);
        }
    }

    private ReliabilityStats stats(int site) {
        return sites.site(site).stack().reliability().stats();
    }
}
