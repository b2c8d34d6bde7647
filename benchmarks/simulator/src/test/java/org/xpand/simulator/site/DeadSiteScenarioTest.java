package org.xpand.simulator.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.WanProfile;

/** A whole site dies while another is cut off: what it had sent is at the sites that are left, and gets to that one too. */
class DeadSiteScenarioTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;
    private static final int DEAD = 0;
    private static final int RECEIVER = 1;
    private static final int HOLDS = 2;
    private static final int CUT = 3;

    private final Map<SenderId, Integer> ofTheDead = new HashMap<>();
    private SenderId sender;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void aNewDelegateThatHoldsNothingDoesNotKeepItFromASiteThatWasCutOff(long seed) {
        SimulatedSites sites = new SimulatedSites(WanProfile.load("default", 4), RateStrategies.create("tfrc", Map.of()),
                SimulatedSites.Settings.defaults().withProcesses(2), seed, (at, from, payload, now) -> {
                    if (from.equals(sender)) {
                        ofTheDead.merge(at.sender(), 1, Integer::sum);
                    }
                });
        EventQueue queue = sites.queue();
        sender = sites.site(DEAD).sender();
        send(sites.site(DEAD).process(0), queue);
        queue.runUntil(queue.now() + 3 * SECOND);
        sites.partition(List.of(CUT));
        queue.runUntil(queue.now() + SECOND);
        sites.site(DEAD).kill(sites.site(DEAD).process(0), 100 * MS);
        sites.site(DEAD).kill(sites.site(DEAD).process(1), 100 * MS);
        queue.runUntil(queue.now() + 3 * SECOND);
        sites.site(RECEIVER).kill(sites.site(RECEIVER).process(0), 100 * MS);
        queue.runUntil(queue.now() + 2 * SECOND);
        sites.partition(List.of());
        queue.runUntil(queue.now() + 20 * SECOND);
        int most = ofTheDead.get(sites.site(HOLDS).sender());
        assertThat(most).isGreaterThan(250);
        assertThat(sites.site(CUT).processes()).allSatisfy(each ->
                assertThat(ofTheDead.get(each.sender())).as("of %d", most).isEqualTo(most));
    }

    private void send(SimulatedProcess process, EventQueue queue) {
        if (process.alive()) {
            process.offer(new byte[500]);
            queue.schedule(queue.now() + 10 * MS, () -> send(process, queue));
        }
    }
}
