package org.xpand.simulator.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.WanProfile;

/** The LAN of a site falls into two for a while, under load: the half that is spoken for no more is a part of its own. */
class SplitLanScenarioTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;
    private static final long NOTICE = SECOND;
    private static final long SPLIT = 20 * SECOND;

    private final Map<String, Long> lastReceived = new TreeMap<>();
    private final Map<String, Long> silence = new TreeMap<>();
    private final Map<String, Long> expected = new TreeMap<>();
    private final Map<SenderId, Long> sent = new TreeMap<>();
    private final List<String> broken = new ArrayList<>();
    private final List<String> gaps = new ArrayList<>();
    private long watchedSince = Long.MAX_VALUE;
    private boolean sending = true;
    private SimulatedSites sites;
    private EventQueue queue;
    private SimulatedSite split;

    @BeforeEach
    void threeSitesAreBusy() {
        sites = new SimulatedSites(WanProfile.load("default", 3), RateStrategies.create("tfrc", Map.of()),
                SimulatedSites.Settings.defaults().withProcesses(4), 11, new Watcher());
        queue = sites.queue();
        split = sites.site(1);
        sites.sites().forEach(site -> site.processes().forEach(this::send));
        queue.runUntil(5 * SECOND);
    }

    private void send(SimulatedProcess process) {
        if (sending) {
            long number = sent.merge(process.sender(), 1L, Long::sum) - 1;
            process.offer(ByteBuffer.allocate(200).putLong(number).array());
            queue.schedule(queue.now() + 40 * MS, () -> send(process));
        }
    }

    private final class Watcher implements SimulatedProcess.Observer {
        @Override
        public void delivered(SimulatedProcess at, SenderId sender, byte[] payload, long nowNanos) {
            String way = sender + " at " + at.sender();
            long number = ByteBuffer.wrap(payload).getLong();
            Long next = expected.put(way, number + 1);
            if (next != null && next != number) {
                broken.add(way + " is given " + number + ", where " + next + " is next, at " + nowNanos / MS + " ms");
            }
            Long before = lastReceived.put(way, nowNanos);
            if (before != null && nowNanos > watchedSince) {
                silence.merge(way, nowNanos - Math.max(before, watchedSince), Math::max);
            }
        }

        @Override
        public void gap(SimulatedProcess at, SenderId sender, long first, long end) {
            String way = sender + " at " + at.sender();
            Long next = expected.put(way, end);
            if (next == null || next != first) {
                broken.add(way + " is notified of a gap from " + first + ", where " + next + " is next");
            }
            gaps.add(way + ": " + first + " to " + end);
        }
    }

    /** Nobody is silent to anybody from some seconds after the split until long after the merge. */
    private void splitAndMerge(List<SimulatedProcess> half) {
        split.split(half, SPLIT, NOTICE);
        queue.runUntil(queue.now() + NOTICE + 4 * SECOND);
        watchedSince = queue.now();
        queue.runUntil(queue.now() + SPLIT - NOTICE - 4 * SECOND);
        int ways = 12 * 12;
        long receivedLately = lastReceived.values().stream().filter(at -> queue.now() - at < SECOND).count();
        assertThat(receivedLately).as("ways on which something was received at the end of the split").isEqualTo(ways);
        assertThat(silence.values()).as("longest silence").allMatch(nanos -> nanos < SECOND);
        queue.runUntil(queue.now() + 10 * SECOND);
        sending = false;
        queue.runUntil(queue.now() + 10 * SECOND);
        assertThat(broken).isEmpty();
        assertThat(sites.sites()).allMatch(site -> site.pending() == 0);
        sent.forEach((sender, count) -> sites.sites().forEach(site -> site.processes().forEach(process ->
                assertThat(expected.get(sender + " at " + process.sender())).as(sender + " at " + process.sender())
                        .isEqualTo(count))));
        assertThat(gaps).as("what the other sites send to each other, and what they receive from the halves").noneMatch(gap ->
                !gap.substring(gap.indexOf(" at ")).contains(split.id().toString()));
        assertThat(split.processes().stream().filter(process -> process.role().isPresent())).as("delegates").singleElement()
                .satisfies(process -> assertThat(process.role().orElseThrow().isPart()).isFalse());
        sites.sites().forEach(site -> assertThat(site.stack().receivers()).as("sites that " + site.id() + " waits for")
                .hasSize(2));
    }

    @Test
    void bothHalvesGoOnWhenTheDelegateIsWithTheFewer() {
        splitAndMerge(split.processes().subList(0, 1));
    }

    @Test
    void bothHalvesGoOnWhenTheDelegateIsWithTheMore() {
        splitAndMerge(split.processes().subList(3, 4));
    }

    @Test
    void theHalvesSendAgainWhenTheyWereLoneOnes() {
        splitAndMerge(split.processes().subList(0, 2));
        assertThat(sites.control().events()).anyMatch(event -> event.contains("continues as the delegate of one part"))
                .noneMatch(event -> event.contains("excluded from the send window"));
    }
}
