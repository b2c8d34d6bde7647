package org.xpand.simulator.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.xpand.alm.api.OverlayConfig;
import org.xpand.alm.site.GroupMembership;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.LinkModel;
import org.xpand.simulator.WanProfile;

/** The links to one of four sites fall below the group's least rate, and come back. */
@Tag("long")
class SlowSiteScenarioTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;
    private static final int SITES = 4;
    private static final int SLOW = 3;
    private static final double LOW_BYTES = 12_500;
    private static final double HIGH_BYTES = 250_000;
    private static final double MINIMUM_BYTES = 40_000;
    private static final int PER_SECOND = 60;

    @TempDir
    private Path folder;

    private final int[] got = new int[SITES];
    private final int[] next = new int[SITES];
    private int reported;
    private int sent;
    private long seed = 11;
    private SimulatedSites sites;
    private EventQueue queue;

    private final class Watch implements SimulatedProcess.Observer {
        @Override
        public void delivered(SimulatedProcess at, SenderId sender, byte[] payload, long nowNanos) {
            int site = (int) at.site().value() - 1;
            int number = ByteBuffer.wrap(payload).getInt();
            assertThat(number).as("none comes again").isGreaterThanOrEqualTo(next[site]);
            assertThat(number).as("every missing one was reported").isLessThanOrEqualTo(next[site] + (site == SLOW ? reported : 0));
            next[site] = number + 1;
            got[site]++;
        }

        @Override
        public void gap(SimulatedProcess at, SenderId sender, long first, long end) {
            assertThat(at.site().value()).as("only the slow one lacks something").isEqualTo(SLOW + 1);
            reported += (int) (end - first);
        }
    }

    private void start(String strategy, int farMillis) throws Exception {
        start(strategy, 20, link("source", farMillis));
    }

    private static String link(String from, int delayMillis) {
        return "{\"from\": \"%s\", \"to\": \"slow\", \"both\": true, \"delayMs\": %d, \"rateMbps\": 2, \"queuePackets\": 8}"
                .formatted(from, delayMillis);
    }

    private void start(String strategy, int delayMillis, String... links) throws Exception {
        WanProfile profile = WanProfile.load(Files.writeString(folder.resolve("wan.json"), """
                {"sites": ["source", "a", "b", "slow"],
                 "default": {"delayMs": %d, "rateMbps": 2, "queuePackets": 8},
                 "links": [%s]}
                """.formatted(delayMillis, String.join(", ", links))).toString());
        sites = new SimulatedSites(profile, RateStrategies.create(strategy, Map.of()),
                SimulatedSites.Settings.defaults().withOverlay(OverlayConfig.defaults().withMinimumRate(MINIMUM_BYTES)), seed, new Watch());
        queue = sites.queue();
        send();
        queue.runUntil(queue.now() + 10 * SECOND);
    }

    private void send() {
        if (sites.site(0).process(0).member().orElseThrow().sender().open()) {
            sites.site(0).offer(ByteBuffer.allocate(1000).putInt(sent++).array());
        }
        queue.schedule(queue.now() + SECOND / PER_SECOND, this::send);
    }

    private void rateToSlow(double bytes) {
        for (int from = 0; from < SLOW; from++) {
            LinkModel link = sites.link(from, SLOW);
            link.setSettings(link.settings().withRate(bytes));
        }
    }

    private long bytesToSlow() {
        long bytes = 0;
        for (int from = 0; from < SLOW; from++) {
            bytes += sites.link(from, SLOW).stats(queue.now()).offeredBytes();
        }
        return bytes;
    }

    /** The least that one of the others got in so long, of what it was sent. */
    private double shareOfOthers(long nanos) {
        int[] before = got.clone();
        queue.runUntil(queue.now() + nanos);
        return Arrays.stream(new int[] {1, 2}).map(site -> got[site] - before[site]).min().orElseThrow() / (PER_SECOND * (double) nanos / SECOND);
    }

    @Test
    void anotherStrategyDoesNotWaitForItEither() throws Exception {
        start("tfrc", 20);
        rateToSlow(LOW_BYTES);
        queue.runUntil(queue.now() + 25 * SECOND);
        sites.site(1).process(0).changeStrategy("tfmcc", Map.of(), new GroupMembership.ChangeListener() {
            @Override
            public void made() {
                // What follows shows it.
            }

            @Override
            public void refused(String reason) {
                throw new AssertionError(reason);
            }
        });
        queue.runUntil(queue.now() + 2 * SECOND);
        assertThat(sites.site(0).stack().strategy().name()).isEqualTo("tfmcc");
        assertThat(shareOfOthers(8 * SECOND)).isGreaterThan(0.95);
    }

    @ParameterizedTest
    @CsvSource({"tfrc, 20, 2", "tfrc, 100, 1", "tfmcc, 20, 1", "mca, 20, 1", "tuf, 20, 1"})
    void itIsExcludedNotifiedAndAdmittedAgain(String strategy, int farMillis, int times) throws Exception {
        start(strategy, farMillis);
        for (int time = 0; time < times; time++) {
            rateToSlow(LOW_BYTES);
            queue.runUntil(queue.now() + 30 * SECOND);
            long bytes = bytesToSlow();
            // Of tuf, whose rate rises by a packet per round-trip time and round-trip time after a loss, 0.93.
            assertThat(shareOfOthers(8 * SECOND)).as("while it is left out").isGreaterThan(strategy.equals("tuf") ? 0.85 : 0.95);
            assertThat(bytesToSlow() - bytes).as("bytes to it in eight seconds").isLessThan(40_000);
            rateToSlow(HIGH_BYTES);
            int reportedBefore = reported;
            int before = got[SLOW];
            queue.runUntil(queue.now() + (time + 1) * 40 * SECOND);
            assertThat(got[SLOW]).as("once it is taken in again").isGreaterThan(before + 5 * PER_SECOND);
            assertThat(reported).as("reported as missing").isGreaterThan(reportedBefore);
            assertThat(shareOfOthers(5 * SECOND)).isGreaterThan(0.95);
        }
        assertThat(next[SLOW]).as("up to date").isGreaterThan(sent - 2 * PER_SECOND);
        assertThat(sites.control().events()).anySatisfy(event -> assertThat(event).contains("excludes this site from its send window"));
    }

    /** Its links are the shortest ones: what the others get comes by it, until it is left out. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 11})
    void theOthersGetAllWhereTheSlowOneIsInTheMiddleOfTheTree(long randomSeed) throws Exception {
        seed = randomSeed;
        start("tfrc", 80, link("source", 10), link("a", 10), link("b", 10));
        assertThat(sites.link(SLOW, 1).stats(queue.now()).offeredBytes()).as("what comes to another site by it").isGreaterThan(100_000);
        rateToSlow(LOW_BYTES);
        queue.runUntil(queue.now() + 30 * SECOND);
        assertThat(shareOfOthers(8 * SECOND)).as("while it is left out").isGreaterThan(0.95);
        rateToSlow(HIGH_BYTES);
        queue.runUntil(queue.now() + 60 * SECOND);
        assertThat(shareOfOthers(5 * SECOND)).as("once it is taken in again").isGreaterThan(0.95);
        assertThat(next[SLOW]).as("up to date").isGreaterThan(sent - 2 * PER_SECOND);
    }
}
