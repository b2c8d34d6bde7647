package org.xpand.simulator.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.simulator.LinkModel;
import org.xpand.simulator.LinkModelSettings;
import org.xpand.simulator.LinkVerdict;
import org.xpand.simulator.RedSettings;
import org.xpand.simulator.net.Dumbbell;

/** Routers that mark in place of dropping (RFC 3168), and links that take packets up to some length. */
class MarkedSessionTest {
    private static final long SECOND = 1_000_000_000L;
    private static final LinkModelSettings BOTTLENECK = LinkModelSettings.PERFECT.withRate(625_000).withDelayNanos(20_000_000)
            .withQueuePackets(200).withRed(new RedSettings(8, 30, 0.02, 0.1, true, 1000, false).withMarks());

    private long lostInTheSearch;

    private SessionReceiver run(Dumbbell dumbbell, String strategy, SessionSettings settings) {
        StrategySession session = new StrategySession("s", dumbbell.network(), dumbbell.sender("from"),
                RateStrategies.create(strategy, Map.of()), Demand.greedy(), settings);
        SessionReceiver receiver = session.receiver(dumbbell.receiver("to"));
        receiver.joinAt(0);
        dumbbell.run(20 * SECOND);
        lostInTheSearch = receiver.stats().lost();
        dumbbell.run(60 * SECOND);
        return receiver;
    }

    @ParameterizedTest
    @ValueSource(strings = {"tfrc", "tfmcc"})
    void marksHoldTheQueueAndTheRateWithHardlyALoss(String strategy) {
        Dumbbell marking = new Dumbbell(1, BOTTLENECK);
        SessionReceiver marked = run(marking, strategy, SessionSettings.DEFAULT.withEcn());
        long lostOfMarked = marked.stats().lost() - lostInTheSearch;
        SessionReceiver dropped = run(new Dumbbell(1, BOTTLENECK), strategy, SessionSettings.DEFAULT);
        long lost = dropped.stats().lost() - lostInTheSearch;
        assertThat(marking.bottleneck().stats().marked()).isGreaterThan(20);
        assertThat(marked.stats().lossEvents()).isGreaterThan(10);
        assertThat(lost).isGreaterThan(20);
        assertThat(lostOfMarked).isZero();
        double rate = marked.throughput().mean(20 * SECOND, 60 * SECOND);
        assertThat(rate / dropped.throughput().mean(20 * SECOND, 60 * SECOND)).isBetween(0.8, 1.25);
        assertThat(rate).isGreaterThan(0.6 * 625_000);
    }

    @Test
    void whatCannotBeMarkedIsDropped() {
        Dumbbell dumbbell = new Dumbbell(1, BOTTLENECK);
        run(dumbbell, "tfrc", SessionSettings.DEFAULT);
        assertThat(dumbbell.bottleneck().stats().marked()).isZero();
        assertThat(dumbbell.bottleneck().stats().early()).isPositive();
    }

    @Test
    void aPacketLongerThanALinkTakesNeverPasses() {
        LinkModel link = new LinkModel(LinkModelSettings.PERFECT.withMtuBytes(1280), new SplittableRandom(1));
        assertThat(link.offer(1280, 0)).isEqualTo(LinkVerdict.CARRIED);
        assertThat(link.offer(1281, 0)).isEqualTo(LinkVerdict.TOO_LONG);
        assertThat(link.stats(0).tooLong()).isEqualTo(1);
        assertThat(link.stats(0).dropped()).isEqualTo(1);
    }
}
