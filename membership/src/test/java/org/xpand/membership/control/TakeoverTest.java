package org.xpand.membership.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xpand.membership.Peer;
import org.xpand.protocols.api.Endpoint;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.SiteInfo;

/** A delegate's process is killed and another process of its site takes over. */
class TakeoverTest {
    private static final Duration BOUND = Duration.ofSeconds(15);
    /** A suspect has so long to answer that only the proof of its death can be in time. */
    private static final ControlConfig.Timings PATIENT = new ControlConfig.Timings(Duration.ofMillis(1500),
            Duration.ofSeconds(2), Duration.ofSeconds(1), Duration.ofSeconds(20), Duration.ofSeconds(20),
            Duration.ofSeconds(1));
    /** Less than a request to join costs that goes to a dead coordinator, far more than is needed on an idle machine. */
    private static final long TAKEOVER_MILLIS = 1_500;
    private static final int PORT = Peer.firstPort();

    private final List<TestDelegate> open = new ArrayList<>();
    private Peer peer;

    @AfterEach
    void closeAll() {
        open.forEach(TestDelegate::close);
        assertThat(open).allSatisfy(each -> assertThat(each.conflicts).isEmpty());
        if (peer != null) {
            peer.close();
        }
    }

    private static Optional<Long> speaker(TestDelegate at, long site) {
        return Optional.ofNullable(at.directory).map(known -> known.sites().get(new SiteId(site)))
                .map(SiteInfo::incarnation);
    }

    private TestDelegate start(long site, long incarnation, int port, List<Endpoint> seeds) {
        return start(site, incarnation, port, seeds, PATIENT);
    }

    private TestDelegate start(long site, long incarnation, int port, List<Endpoint> seeds, ControlConfig.Timings timings) {
        TestDelegate delegate = new TestDelegate(new ControlConfig("s" + site, incarnation, new Endpoint("127.0.0.1", port),
                Optional.empty(), seeds, timings)).announce(Sites.site(site, "s" + site, incarnation, Map.of()));
        open.add(delegate);
        return delegate.start();
    }

    @Test
    void aStoppedDelegateThatResumesIsBackSoonAndItsSuccessorSpeaks() throws IOException, InterruptedException {
        ControlConfig.Timings quick = new ControlConfig.Timings(Duration.ofMillis(1500), Duration.ofSeconds(2),
                Duration.ofMillis(300), Duration.ofMillis(1500), Duration.ofMillis(500), Duration.ofSeconds(1));
        List<Endpoint> seed = List.of(new Endpoint("127.0.0.1", PORT));
        TestDelegate other = start(2, 2, PORT, seed, quick);
        peer = Peer.delegate(1, 1, PORT + 1, seed);
        await().atMost(BOUND).until(() -> speaker(other, 1).equals(Optional.of(1L)));
        peer.stop();
        await().atMost(BOUND).until(() -> speaker(other, 1).isEmpty());
        TestDelegate successor = start(1, 11, PORT + 2, seed, quick);
        await().atMost(BOUND).until(() -> speaker(other, 1).equals(Optional.of(11L)));

        peer.resume();
        long resumed = System.nanoTime();
        await().atMost(BOUND).pollInterval(Duration.ofMillis(5)).until(() -> {
            assertThat(speaker(other, 1)).isEqualTo(Optional.of(11L));
            return other.channel.stats().delegates() == 3 && successor.channel.stats().delegates() == 3;
        });
        System.out.printf("control: a stopped delegate is back %d ms after it resumed%n",
                (System.nanoTime() - resumed) / 1_000_000);
        await().during(Duration.ofMillis(500)).atMost(BOUND).untilAsserted(() -> {
            assertThat(speaker(other, 1)).isEqualTo(Optional.of(11L));
            assertThat(speaker(successor, 1)).isEqualTo(Optional.of(11L));
        });
        assertThat(peer.output()).noneMatch(line -> line.contains("Exception"));
    }

    /** A delegate that is silent on the data path has to answer soon, though heartbeats may be missing for long. */
    @ParameterizedTest
    @CsvSource({"1, 2", "2, 1"})
    void aStoppedDelegateThatIsSuspectedIsGoneBeforeItsHeartbeatsAreMissed(int stopped, int third)
            throws IOException, InterruptedException {
        ControlConfig.Timings timings = new ControlConfig.Timings(Duration.ofMillis(1500), Duration.ofSeconds(2),
                Duration.ofSeconds(1), Duration.ofSeconds(60), Duration.ofSeconds(60), Duration.ofSeconds(1));
        List<Endpoint> seed = List.of(new Endpoint("127.0.0.1", PORT));
        List<TestDelegate> others = new ArrayList<>();
        for (int site = 1; site <= 3; site++) {
            if (site == stopped) {
                peer = Peer.delegate(site, site, PORT + site - 1, seed);
            } else {
                others.add(start(site, site, PORT + site - 1, seed, timings));
            }
        }
        await().atMost(BOUND).until(() -> others.stream().allMatch(each -> each.channel.stats().delegates() == 3
                && each.directory.sites().size() == 3));
        others.get(0).channel.suspect(3, Duration.ofMinutes(1));
        peer.stop();
        others.forEach(each -> each.channel.suspect(stopped, Duration.ofMillis(500)));
        await().atMost(BOUND).until(() -> others.stream().allMatch(each -> speaker(each, stopped).isEmpty()));
        assertThat(others).allSatisfy(each -> {
            assertThat(speaker(each, third)).contains((long) third);
            assertThat(speaker(each, 3)).contains(3L);
        });
    }

    @ParameterizedTest
    @CsvSource({"1, true", "1, false", "3, true", "3, false"})
    void theOthersNameTheSuccessorAtOnce(int dead, boolean samePort) throws IOException, InterruptedException {
        List<Endpoint> seeds = IntStream.range(0, 3).mapToObj(i -> new Endpoint("127.0.0.1", PORT + i)).toList();
        List<TestDelegate> others = new ArrayList<>();
        for (int site = 1; site <= 3; site++) {
            // The first has nobody to wait for.
            List<Endpoint> known = seeds.subList(0, site == 1 ? 1 : 3);
            if (site == dead) {
                peer = Peer.delegate(site, site, PORT + site - 1, known);
            } else {
                others.add(start(site, site, PORT + site - 1, known));
            }
        }
        await().atMost(BOUND).until(() -> others.stream().allMatch(each -> each.directory.sites().size() == 3
                && each.directory.sites().values().stream().noneMatch(site -> site.snapshot().number() == 0)));

        long killed = System.nanoTime();
        peer.kill();
        await().atMost(BOUND).pollInterval(Duration.ofMillis(2))
                .until(() -> others.stream().allMatch(each -> speaker(each, dead).isEmpty()));
        long gone = System.nanoTime();
        TestDelegate successor = start(dead, 100 + dead, samePort ? PORT + dead - 1 : PORT + 9, seeds);
        await().atMost(BOUND).pollInterval(Duration.ofMillis(2)).until(() -> successor.directory.sites().size() == 3
                && others.stream().allMatch(each -> speaker(each, dead).equals(Optional.of(100L + dead))));
        long named = System.nanoTime();
        System.out.printf("control: delegate %d is gone %d ms after its death, its successor known %d ms after its start%n",
                dead, (gone - killed) / 1_000_000, (named - gone) / 1_000_000);
        assertThat((gone - killed) / 1_000_000).isLessThan(TAKEOVER_MILLIS);
        assertThat((named - gone) / 1_000_000).isLessThan(TAKEOVER_MILLIS);
    }
}
