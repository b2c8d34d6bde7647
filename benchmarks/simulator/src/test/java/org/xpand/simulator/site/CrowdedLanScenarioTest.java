package org.xpand.simulator.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.WanProfile;

/**
 * All ten processes of a site send, and some stand still for a while: the delegate brings them so much that its LAN has no
 * room any more.
 */
class CrowdedLanScenarioTest {
    private static final long MS = 1_000_000;
    private static final int PROCESSES = 10;
    private static final int STOPPED = 2;
    private static final int AT_ONCE = 20;
    private static final int MESSAGES = 2_000;
    /** With so long ones the room ends within what the delegate has to bring, not between two senders. */
    private static final int LENGTH = 1200;

    private final Map<SenderId, Long> sent = new TreeMap<>();
    private final Map<String, Long> next = new TreeMap<>();
    private final List<String> broken = new ArrayList<>();
    private EventQueue queue;

    private void send(SimulatedProcess process) {
        for (int i = 0; i < AT_ONCE; i++) {
            long number = sent.merge(process.sender(), 1L, Long::sum) - 1;
            process.offer(ByteBuffer.allocate(LENGTH).putLong(number).array());
        }
        if (sent.get(process.sender()) < MESSAGES) {
            queue.schedule(queue.now() + 10 * MS, () -> send(process));
        }
    }

    private void delivered(SimulatedProcess at, SenderId sender, byte[] payload) {
        String way = sender + " at " + at.sender();
        long number = ByteBuffer.wrap(payload).getLong();
        if (next.merge(way, 1L, Long::sum) != number + 1) {
            broken.add(way + " is given " + number);
        }
    }

    @Test
    void whoWasBehindCatchesUpAndNobodyStops() {
        SimulatedSites sites = new SimulatedSites(WanProfile.load("default", 1), RateStrategies.create("tfrc", Map.of()),
                SimulatedSites.Settings.defaults().withProcesses(PROCESSES), 3,
                (at, sender, payload, now) -> delivered(at, sender, payload));
        queue = sites.queue();
        List<SimulatedProcess> processes = sites.site(0).processes();
        long began = queue.now();
        processes.forEach(this::send);
        queue.schedule(began + 400 * MS,
                () -> processes.subList(PROCESSES - STOPPED, PROCESSES).forEach(each -> each.pause(700 * MS)));
        queue.runUntil(began + 3_000 * MS);
        assertThat(broken).isEmpty();
        assertThat(next).hasSize(PROCESSES * PROCESSES);
        assertThat(next.values()).containsOnly((long) MESSAGES);
    }
}
