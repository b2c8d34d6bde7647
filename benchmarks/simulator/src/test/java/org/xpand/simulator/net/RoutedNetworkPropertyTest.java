package org.xpand.simulator.net;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.xpand.simulator.NetworkStats;

class RoutedNetworkPropertyTest {
    /** Recorded from a run of seed 42: if it changes, a seed noted earlier no longer replays the run it stood for. */
    private static final int RECORDED_TRACE = 1944801096;

    @Property(tries = 100)
    void whatIsSentIsDeliveredDroppedOrInFlightAtEveryMoment(@ForAll long seed) {
        RandomNetwork random = new RandomNetwork(seed);
        RoutedNetwork network = random.network;
        random.run(400, () -> {
            NetworkStats stats = network.stats();
            assertThat(RandomNetwork.unaccounted(stats)).isZero();
            assertThat(network.links().stream().mapToLong(link -> link.stats().dropped()).sum())
                    .isEqualTo(stats.dropped());
            assertThat(network.links().stream().mapToLong(Link::inFlight).sum())
                    .isLessThanOrEqualTo(stats.inFlight());
            network.links().forEach(link -> assertThat(link.stats().offered())
                    .isEqualTo(link.stats().carried() + link.stats().dropped()));
        });
        assertThat(network.stats().inFlight()).isZero();
        assertThat(random.ports.stream().mapToLong(Port::packets).sum()).isEqualTo(network.stats().delivered());
    }

    @Property(tries = 20)
    void seedFixesTheRun(@ForAll long seed) {
        assertThat(trace(seed)).isEqualTo(trace(seed));
    }

    @Test
    void seedReplaysTheRunItStoodForInEarlierVersions() {
        assertThat(trace(42).hashCode()).isEqualTo(RECORDED_TRACE);
    }

    private static String trace(long seed) {
        RandomNetwork random = new RandomNetwork(seed);
        random.run(400, () -> {
        });
        return String.join("\n", random.trace);
    }
}
