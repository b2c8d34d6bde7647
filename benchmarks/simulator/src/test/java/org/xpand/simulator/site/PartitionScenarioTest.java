package org.xpand.simulator.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.WanProfile;

/** A site is cut off under load and comes back: what the others do meanwhile, and how soon it has caught up. */
@Tag("long")
@ParameterizedClass
@ValueSource(strings = {"tfrc", "tfmcc", "mca", "tuf"})
class PartitionScenarioTest {
    @Parameter
    private String strategy;

    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;
    private static final int MESSAGE = 1000;
    private static final long INTERVAL = 20 * MS;
    private static final int CUT = 2;
    private static final long AWAY = 5 * SECOND;
    private static final int IN_FLIGHT = 20;

    private final Map<String, Integer> received = new TreeMap<>();
    private SimulatedSites sites;
    private EventQueue queue;

    @BeforeEach
    void threeSitesAreBusy() {
        sites = new SimulatedSites(WanProfile.load("default", 3), RateStrategies.create(strategy, Map.of()),
                SimulatedSites.Settings.defaults(), 7, this::delivered);
        queue = sites.queue();
        sites.sites().forEach(site -> send(site.process(0)));
        queue.runUntil(queue.now() + 5 * SECOND);
    }

    private void send(SimulatedProcess process) {
        process.offer(new byte[MESSAGE]);
        queue.schedule(queue.now() + INTERVAL, () -> send(process));
    }

    private void delivered(SimulatedProcess at, SenderId sender, byte[] payload, long nowNanos) {
        received.merge(sender.site() + " to " + at.site(), 1, Integer::sum);
    }

    private long backlog() {
        return sites.sites().stream().mapToLong(SimulatedSite::pending).sum();
    }

    private long nanosUntilCaughtUp() {
        long since = queue.now();
        while (backlog() > IN_FLIGHT && queue.now() - since < 60 * SECOND) {
            queue.runUntil(queue.now() + 100 * MS);
        }
        return queue.now() - since;
    }

    /** The gap in the numbers is as long as the site was away: it is not to count as a path that loses everything. */
    @Test
    void catchesUpSoonAfterItIsBackEachTime() {
        for (int i = 0; i < 2; i++) {
            sites.partition(List.of(CUT));
            received.clear();
            queue.runUntil(queue.now() + AWAY);
            assertThat(received.get(sites.site(0).id() + " to " + sites.site(1).id())).as("messages among the others")
                    .isGreaterThan((int) ((AWAY - 1600 * MS) / INTERVAL));
            sites.partition(List.of());
            queue.runUntil(queue.now() + SimulatedControl.Timing.DEFAULT.partitionNanos());
            // Beside what is sent meanwhile, which does not wait for it.
            assertThat(nanosUntilCaughtUp()).as("after it was known to be back").isLessThan(strategy.equals("tuf") ? 6 * SECOND : 5 * SECOND);
            queue.runUntil(queue.now() + 5 * SECOND);
        }
    }
}
