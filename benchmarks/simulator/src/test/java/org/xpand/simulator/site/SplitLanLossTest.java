package org.xpand.simulator.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.WanProfile;

/**
 * A LAN falls into two for a while and both halves reach the other sites: everybody gets everything, also what was sent before the halves
 * noticed. Two senders of the site, one in each half, and one at each other site send 500 messages a second.
 */
@Tag("long")
class SplitLanLossTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;
    private static final int PER_SECOND = 500;
    /** For a split of more than a minute, so that the test does not take as long. */
    private static final int PER_SECOND_OF_LONG_SPLIT = 250;

    @TempDir
    private Path folder;
    private final Map<Stream, Long> expected = new HashMap<>();
    private final Map<SenderId, Long> sent = new TreeMap<>();
    private final List<String> broken = new ArrayList<>();
    private final List<String> gaps = new ArrayList<>();
    private boolean sending = true;
    private int perSecond = PER_SECOND;
    private SimulatedSites sites;
    private EventQueue queue;
    private SimulatedSite split;

    /** What one process receives from one sender. */
    private record Stream(SenderId from, SenderId at) {
        @Override
        public String toString() {
            return from + " at " + at;
        }
    }

    private void start(int processes) throws Exception {
        WanProfile wan = WanProfile.load(Files.writeString(folder.resolve("wan.json"), "{\"sites\": [\"a\", \"b\", \"c\"],"
                + "\"default\": {\"delayMs\": 20, \"rateMbps\": 100, \"queuePackets\": 1000}}").toString());
        sites = new SimulatedSites(wan, RateStrategies.create("tfrc", Map.of()),
                SimulatedSites.Settings.defaults().withProcesses(processes), 11, new Watcher());
        queue = sites.queue();
        split = sites.site(1);
        send(sites.site(0).process(1));
        send(sites.site(2).process(1));
        send(split.process(0));
        send(split.process(processes - 1));
        queue.runUntil(queue.now() + 5 * SECOND);
    }

    private void send(SimulatedProcess process) {
        if (sending && process.alive()) {
            long number = sent.merge(process.sender(), 1L, Long::sum) - 1;
            process.offer(ByteBuffer.allocate(200).putLong(number).array());
            queue.schedule(queue.now() + SECOND / perSecond, () -> send(process));
        }
    }

    private final class Watcher implements SimulatedProcess.Observer {
        @Override
        public void delivered(SimulatedProcess at, SenderId sender, byte[] payload, long nowNanos) {
            Stream stream = new Stream(sender, at.sender());
            long number = ByteBuffer.wrap(payload).getLong();
            Long next = expected.put(stream, number + 1);
            if (next != null && next != number) {
                broken.add(stream + " is given " + number + ", where " + next + " is next, at " + nowNanos / MS + " ms");
            }
        }

        @Override
        public void gap(SimulatedProcess at, SenderId sender, long first, long end) {
            Stream stream = new Stream(sender, at.sender());
            Long next = expected.put(stream, end);
            if (next == null || next != first) {
                broken.add(stream + " is notified of a gap from " + first + ", where " + next + " is next");
            }
            gaps.add(queue.now() / MS + " ms " + stream + ": " + (end - first) + " from " + first + " to " + end);
        }
    }

    private void splitAndMerge(int from, int to, long millis, long notice) {
        split.split(split.processes().subList(from, to), millis * MS, notice * MS);
        queue.runUntil(queue.now() + (millis + 5000) * MS);
    }

    private void nothingIsLost() {
        queue.runUntil(queue.now() + 5 * SECOND);
        sending = false;
        queue.runUntil(queue.now() + 10 * SECOND);
        assertThat(broken).isEmpty();
        assertThat(gaps).isEmpty();
        sent.forEach((sender, count) -> sites.sites().forEach(site -> site.processes().stream().filter(SimulatedProcess::alive)
                .forEach(process -> {
                    if (lives(sender)) {
                        Stream stream = new Stream(sender, process.sender());
                        assertThat(expected.get(stream)).as("%s", stream).isEqualTo(count);
                    }
                })));
    }

    private boolean lives(SenderId sender) {
        return sites.sites().stream().flatMap(site -> site.processes().stream())
                .anyMatch(process -> process.alive() && process.sender().equals(sender));
    }

    /** Which processes are split off, of how many, for how long, and how late both halves notice, ms. */
    @ParameterizedTest
    @CsvSource({"0, 2, 4, 10000, 1000", "0, 2, 4, 10000, 3000", "0, 1, 4, 10000, 1000", "3, 4, 4, 10000, 1000", "1, 3, 4, 10000, 1000",
        "0, 1, 2, 10000, 100", "0, 2, 5, 2500, 500", "0, 2, 4, 70000, 1000", "0, 2, 4, 1500, 1000", "0, 3, 4, 4000, 3000"})
    void whatIsSentMeanwhileComesToAll(int from, int to, int processes, long millis, long notice) throws Exception {
        perSecond = millis > 60_000 ? PER_SECOND_OF_LONG_SPLIT : PER_SECOND;
        start(processes);
        splitAndMerge(from, to, millis, notice);
        nothingIsLost();
    }

    @Test
    void againAndAgain() throws Exception {
        start(4);
        for (int i = 0; i < 4; i++) {
            splitAndMerge(i % 2, i % 2 + 2, 5000, 500);
        }
        nothingIsLost();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 3})
    void andAProcessDiesMeanwhile(int index) throws Exception {
        start(6);
        split.split(split.processes().subList(0, 3), 10_000 * MS, 1000 * MS);
        queue.runUntil(queue.now() + 5 * SECOND);
        split.kill(split.process(index), 200 * MS);
        queue.runUntil(queue.now() + 10 * SECOND);
        nothingIsLost();
    }
}
