package org.xpand.simulator.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.simulator.LinkModelSettings;
import org.xpand.simulator.RedSettings;
import org.xpand.simulator.measure.Summary;
import org.xpand.simulator.net.Dumbbell;
import org.xpand.simulator.tcp.TcpFlow;
import org.xpand.simulator.tcp.TcpSettings;

class SessionAgainstTcpTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;
    private static final double RATE = 625_000;
    private static final LinkModelSettings BOTTLENECK = LinkModelSettings.PERFECT.withRate(RATE).withDelayNanos(30 * MS)
            .withQueuePackets(100).withRed(RedSettings.between(10, 30));

    @ParameterizedTest
    @EnumSource
    void oneSessionAndOneTcpFlowShareARedBottleneckWithinAFactorOfTwo(TcpSettings.Recovery recovery) {
        Summary ratio = Summary.overSeeds(1, 3, seed -> {
            Dumbbell dumbbell = new Dumbbell(seed, BOTTLENECK);
            StrategySession session = new StrategySession("s", dumbbell.network(), dumbbell.sender("from"),
                    RateStrategies.create("tfrc", Map.of()), Demand.greedy(), SessionSettings.DEFAULT);
            SessionReceiver receiver = session.receiver(dumbbell.receiver("to"));
            receiver.joinAt(0);
            TcpFlow flow = new TcpFlow(dumbbell.network(), dumbbell.sender("tcp from"), dumbbell.receiver("tcp to"),
                    TcpSettings.DEFAULT.withRecovery(recovery));
            flow.startAt(5 * SECOND);
            dumbbell.run(100 * SECOND);
            double ours = receiver.throughput().mean(30 * SECOND, 100 * SECOND);
            double theirs = flow.throughput().mean(30 * SECOND, 100 * SECOND);
            assertThat(ours + theirs).isGreaterThan(0.8 * RATE);
            return ours / theirs;
        });
        assertThat(ratio.mean()).isBetween(0.5, 2.0);
    }

    @Test
    void thousandsOfReceiversGetWhatIsSent() {
        StrategySession session = ManyReceiversMain.session(10_000);
        session.network().queue().runUntil(SECOND);

        assertThat(session.sent().packets()).isBetween(40L, 44L);
        assertThat(session.receivers()).allMatch(receiver -> receiver.throughput().packets() > 25);
        assertThat(session.receivers().stream().mapToLong(receiver -> receiver.throughput().packets()).average()
                .orElseThrow()).isBetween(37.0, 42.0);
        assertThat(session.reports()).isGreaterThan(10_000);
    }
}
