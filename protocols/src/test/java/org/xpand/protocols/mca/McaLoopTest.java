package org.xpand.protocols.mca;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sources and receivers together over a bottleneck queue. */
class McaLoopTest {
    private static final long MS = McaNetwork.MS;
    private static final double MBIT = 125_000;

    private final McaNetwork network = new McaNetwork();
    private final McaConfig config = McaConfig.recommended();

    @Test
    void oneSessionFillsTheLinkWithAShortQueueAndWithoutLoss() {
        for (double rate : new double[] {1 * MBIT, 10 * MBIT, 100 * MBIT}) {
            McaNetwork.Queue link = network.queue(rate, 400);
            McaNetwork.Session session = network.session(config, link);
            session.join(1, null, 20 * MS);
            network.run(10, link);
            assertThat(link.dropped()).as("dropped at the start").isZero();
            network.run(30, link);
            assertThat(link.dropped()).isZero();
            // Half of what is taken for noise.
            double most = Math.max(4, rate / McaNetwork.SIZE * config.noise() / 2e9);
            assertThat(link.meanWaiting()).as("packets waiting at %.0f B/s", rate).isLessThan(most);
            // Where a search has gone on for long, its last step overshoots by 1 or 2 % for a round-trip time: 5 ms.
            assertThat(link.longestWaiting()).as("longest queue at %.0f B/s", rate)
                    .isLessThan(Math.max(25, rate / McaNetwork.SIZE * 0.005));
            assertThat(link.utilisation(30)).as("utilisation at %.0f B/s", rate).isGreaterThan(0.93);
            session.leave(1);
        }
    }

    @Test
    void sessionsShareTheLinkEquallyWhoeverCameFirst() {
        McaNetwork.Queue link = network.queue(10 * MBIT, 200);
        List<McaNetwork.Session> sessions = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            McaNetwork.Session session = network.session(config, link);
            session.join(1, null, 10 * MS);
            sessions.add(session);
            network.run(0.5);
        }
        network.run(60);
        network.run(60, link);
        for (McaNetwork.Session session : sessions) {
            assertThat(session.sent(60) / (MBIT)).isBetween(0.85, 1.1);
        }
        assertThat(link.dropped()).isZero();
        assertThat(link.meanWaiting()).as("packets waiting").isLessThan(35);
        assertThat(link.utilisation(60)).isGreaterThan(0.93);
    }

    @Test
    void theSlowestReceiverIsTheRepresentativeAndSetsTheRate() {
        McaNetwork.Session session = network.session(config, null);
        session.join(1, network.queue(10 * MBIT, 200), 5 * MS);
        McaNetwork.Queue slow = network.queue(2 * MBIT, 200);
        session.join(2, slow, 40 * MS);
        session.join(3, network.queue(5 * MBIT, 200), 20 * MS);
        network.run(20);
        network.run(30, slow);
        assertThat(session.representative()).isEqualTo(2);
        assertThat(session.sent(30)).isBetween(0.9 * 2 * MBIT, 2 * MBIT);
        assertThat(slow.dropped()).isZero();
    }

    @Test
    void aSlowerReceiverThatJoinsTakesOverAndGivesTheRateBackWhenItLeaves() {
        McaNetwork.Session session = network.session(config, null);
        session.join(1, network.queue(10 * MBIT, 200), 20 * MS);
        network.run(20);
        double alone = session.rate();
        session.join(2, network.queue(2 * MBIT, 200), 20 * MS);
        network.run(20);
        assertThat(session.representative()).isEqualTo(2);
        network.run(10);
        assertThat(session.sent(10)).isLessThan(2 * MBIT);
        session.leave(2);
        network.run(20);
        assertThat(session.representative()).isEqualTo(1);
        assertThat(session.rate()).isGreaterThan(0.8 * alone);
    }

    @Test
    void twoRunsAreTheSame() {
        assertThat(trajectory()).isEqualTo(trajectory());
    }

    private static List<Double> trajectory() {
        McaNetwork network = new McaNetwork();
        McaNetwork.Queue link = network.queue(5 * MBIT, 20);
        McaNetwork.Session one = network.session(McaConfig.recommended(), link);
        McaNetwork.Session other = network.session(McaConfig.paper(), link);
        one.join(1, null, 10 * MS);
        other.join(1, null, 30 * MS);
        List<Double> rates = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            network.run(0.2);
            rates.add(one.rate());
            rates.add(other.rate());
        }
        return rates;
    }
}
