package org.xpand.protocols.mca;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the paper leaves out: clocks that drift, routes that change, hosts that are late, paths that die. */
class McaPathTest {
    private static final long MS = McaNetwork.MS;
    private static final double MBIT = 125_000;
    private static final long OFFSET = 77_000 * McaNetwork.SECOND;
    private static final double HOUR = 3600;

    private final McaNetwork network = new McaNetwork();
    private final McaConfig config = McaConfig.recommended();

    private static long drifting(long nanos, double drift) {
        return OFFSET + nanos + Math.round(nanos * drift);
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-4, -1e-4})
    void aClockThatDriftsForHoursWhileLittleIsSentIsNoQueue(double drift) {
        McaNetwork.Queue link = network.queue(2 * MBIT, 100);
        McaNetwork.Session session = network.session(config, link);
        McaNetwork.Path path = session.join(1, null, 20 * MS).clock(nanos -> drifting(nanos, drift));
        session.offered(0.1 * MBIT);
        network.run(60);
        long before = path.indications();
        double rate = session.rate();
        network.run(6 * HOUR);
        assertThat(path.indications() - before).isZero();
        assertThat(session.rate()).isEqualTo(rate);
        session.offered(Double.POSITIVE_INFINITY);
        network.run(20);
        network.run(60, link);
        assertThat(link.dropped()).isZero();
        assertThat(link.longestWaiting()).as("queues are seen as on the first day").isLessThan(12);
        assertThat(link.utilisation(60)).isGreaterThan(0.92);
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-4, -1e-4})
    void aClockThatDriftsForSixHoursOnAFullLinkCostsNothing(double drift) {
        McaNetwork.Queue link = network.queue(MBIT / 4, 100);
        McaNetwork.Session session = network.session(config, link);
        session.join(1, null, 20 * MS).clock(nanos -> drifting(nanos, drift));
        network.run(6 * HOUR);
        network.run(60, link);
        assertThat(link.dropped()).isZero();
        assertThat(link.meanWaiting()).isLessThan(4);
        assertThat(link.utilisation(60)).isGreaterThan(0.92);
    }

    @Test
    void aClockThatDriftsDoesNotHoldALongFatPathBack() {
        McaNetwork.Queue link = network.queue(50 * MBIT, 1000);
        McaNetwork.Session session = network.session(config, link);
        session.join(1, null, 50 * MS).clock(nanos -> drifting(nanos, 1e-4));
        network.run(90);
        network.run(30, link);
        assertThat(link.utilisation(30)).isGreaterThan(0.9);
        assertThat(link.dropped()).isZero();
    }

    @ParameterizedTest
    @ValueSource(longs = {15, 30, 200})
    void aRouteThatBecomesLongerIsFollowedWithoutStoppingTheFlow(long delayMillis) {
        McaNetwork.Queue link = network.queue(10 * MBIT, 400);
        McaNetwork.Session session = network.session(config, link);
        McaNetwork.Path path = session.join(1, null, 10 * MS);
        network.run(20);
        path.delay(delayMillis * MS);
        double least = Double.POSITIVE_INFINITY;
        for (int i = 0; i < 100; i++) {
            network.run(0.1);
            least = Math.min(least, session.rate());
        }
        assertThat(least).as("lowest rate").isGreaterThan(0.4 * 10 * MBIT);
        network.run(60);
        network.run(30, link);
        assertThat(link.utilisation(30)).isGreaterThan(0.9);
        assertThat(link.longestWaiting()).isLessThan(20);
        assertThat(link.dropped()).isZero();
    }

    @Test
    void aRouteThatBecomesShorterIsFollowedAtOnce() {
        McaNetwork.Queue link = network.queue(10 * MBIT, 400);
        McaNetwork.Session session = network.session(config, link);
        McaNetwork.Path path = session.join(1, null, 60 * MS);
        network.run(20);
        path.delay(10 * MS);
        network.run(5);
        network.run(30, link);
        assertThat(link.longestWaiting()).as("the old delay hides no queue").isLessThan(20);
        assertThat(link.utilisation(30)).isGreaterThan(0.93);
    }

    @Test
    void aHostThatReadsItsPacketsOnceInAMillisecondFillsALinkToo() {
        for (double mbit : new double[] {10, 100}) {
            McaNetwork.Queue link = network.queue(mbit * MBIT, 400);
            McaNetwork.Session session = network.session(config, link);
            session.join(1, null, 10 * MS).clock(nanos -> OFFSET + (nanos / MS + 1) * MS);
            network.run(15);
            network.run(15, link);
            assertThat(link.utilisation(15)).as("%.0f Mbit/s", mbit).isGreaterThan(0.9);
            assertThat(link.dropped()).isZero();
            session.leave(1);
        }
    }

    @Test
    void aLinkThatLosesMostOfItsCapacityIsNotFloodedForLong() {
        McaNetwork.Queue link = network.queue(10 * MBIT, 30);
        McaNetwork.Session session = network.session(config, link);
        session.join(1, null, 10 * MS);
        network.run(20);
        link.rate(MBIT);
        network.run(2, link);
        assertThat(link.dropped()).as("packets dropped until the rate fits").isLessThan(450);
        network.run(10);
        network.run(30, link);
        assertThat(link.utilisation(30)).isGreaterThan(0.9);
        assertThat(link.dropped()).isZero();
    }

    @Test
    void aPathThatDiesHalvesTheRateAgainAndAgain() {
        McaNetwork.Session session = network.session(config, null);
        session.join(1, network.queue(10 * MBIT, 200), 10 * MS);
        McaNetwork.Path dead = session.join(2, network.queue(10 * MBIT, 200), 10 * MS);
        network.run(20);
        double before = session.rate();
        dead.cut(true);
        network.run(30);
        assertThat(session.rate()).isLessThan(before / 32);
        dead.cut(false);
        network.run(20);
        assertThat(session.rate()).isGreaterThan(0.8 * before);
    }

    @Test
    void manyReceiversBehindOneBottleneckIndicateLikeOne() {
        McaNetwork.Queue link = network.queue(5 * MBIT, 200);
        McaNetwork.Session session = network.session(config, link);
        McaNetwork.Path[] paths = new McaNetwork.Path[16];
        for (int i = 0; i < paths.length; i++) {
            paths[i] = session.join(i + 1, null, (10 + i) * MS);
        }
        network.run(100);
        long sent = 0;
        long suppressed = 0;
        for (McaNetwork.Path path : paths) {
            sent += path.indications();
            suppressed += path.receiver.stats(network.now()).suppressed();
        }
        double perReceiver = (sent + suppressed) / (double) paths.length;
        assertThat(sent / perReceiver).as("%d sent, %.0f per receiver if none were suppressed", sent, perReceiver)
                .isBetween(0.9, 1.3);
    }
}
