package org.xpand.simulator.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xpand.protocols.rate.ThroughputEquation;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.LinkModelSettings;
import org.xpand.simulator.net.Node;
import org.xpand.simulator.net.RoutedNetwork;

/** A source with receivers behind links of their own that lose packets whatever the rate: how far it is held back by chance. */
class SeveralReceiversTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;
    private static final long RTT = 50 * MS;
    private static final double LOSS = 0.01;

    /** What the source sends over Eq. 1 for the receiver that loses most. */
    private static double overEquation(String strategy, Map<String, String> settings, int equal, double worst) {
        RoutedNetwork network = new RoutedNetwork(new EventQueue(0, Long.MAX_VALUE), 1);
        Node source = network.node("source");
        StrategySession session = new StrategySession("s", network, source, RateStrategies.create(strategy, settings),
                Demand.greedy(), SessionSettings.DEFAULT.withPathRttKnown());
        for (int i = 0; i <= equal; i++) {
            Node leaf = network.node("leaf" + i);
            LinkModelSettings link = LinkModelSettings.PERFECT.withRate(1.25e7).withQueuePackets(500).withDelayNanos(RTT / 2 + 1009L * i);
            network.link(source, leaf, link.withLoss(i == equal ? worst : LOSS));
            network.link(leaf, source, link);
            session.receiver(leaf).joinAt(i * MS);
        }
        network.queue().runUntil(100 * SECOND);
        return session.sent().mean(20 * SECOND, 100 * SECOND)
                / new ThroughputEquation(1, 4).rate(SessionSettings.DEFAULT.packetSize(), RTT, worst);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tfrc", "tfmcc"})
    void theUnluckiestOfEqualReceiversDoesNotHoldTheOthersBack(String strategy) {
        double one = overEquation(strategy, Map.of(), 0, LOSS);
        assertThat(one).isBetween(0.9, 1.2);
        for (int others : new int[] {4, 9, 29}) {
            assertThat(overEquation(strategy, Map.of(), others, LOSS)).as("with %d others", others).isBetween(0.85 * one, 1.1);
        }
        assertThat(overEquation(strategy, Map.of("longIntervals", "0"), 9, LOSS)).as("the least as it is")
                .isLessThan(0.8 * one);
    }

    @ParameterizedTest
    @ValueSource(strings = {"tfrc", "tfmcc"})
    void theOneThatIsReallyWorseIsNotFloodedByTheLuckOfOthers(String strategy) {
        assertThat(overEquation(strategy, Map.of(), 9, 2 * LOSS)).isBetween(0.8, 1.25);
        assertThat(overEquation(strategy, Map.of(), 9, 5 * LOSS)).isBetween(0.8, 1.25);
    }
}
