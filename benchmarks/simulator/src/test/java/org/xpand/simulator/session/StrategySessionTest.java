package org.xpand.simulator.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.strategy.RateStrategies;
import org.xpand.simulator.LinkModelSettings;
import org.xpand.simulator.net.Dumbbell;

class StrategySessionTest {
    private static final long MS = 1_000_000;
    private static final long SECOND = 1_000 * MS;
    private static final LinkModelSettings BOTTLENECK = LinkModelSettings.PERFECT.withRate(125_000).withDelayNanos(20 * MS)
            .withQueuePackets(30);
    private static final LinkModelSettings WIRE = LinkModelSettings.PERFECT.withDelayNanos(5 * MS);

    private static StrategySession session(Dumbbell dumbbell, Demand demand, SessionSettings settings) {
        return new StrategySession("s", dumbbell.network(), dumbbell.sender("from"),
                RateStrategies.create("tfrc", Map.of()), demand, settings);
    }

    @Test
    void oneReceiverFillsMostOfTheBottleneck() {
        Dumbbell dumbbell = new Dumbbell(1, BOTTLENECK);
        StrategySession session = session(dumbbell, Demand.greedy(), SessionSettings.DEFAULT);
        SessionReceiver receiver = session.receiver(dumbbell.receiver("to"));
        receiver.joinAt(0);
        dumbbell.run(60 * SECOND);

        assertThat(receiver.throughput().mean(20 * SECOND, 60 * SECOND)).isBetween(0.6 * 125_000, 1.01 * 125_000);
        assertThat(receiver.throughput().packets() - receiver.stats().received())
                .as("behind a hole that may be packets overtaken, at the end of the run").isBetween(0L, 2L);
        assertThat(session.reports()).isGreaterThan(200).isEqualTo(receiver.reports());
        SessionSample last = session.samples().get(session.samples().size() - 1);
        assertThat(session.samples()).hasSize(601);
        assertThat(last.rttNanos()).isBetween(40 * MS, 320 * MS);
        assertThat(last.allowedRate()).as("damping moves it between the sample and the end")
                .isCloseTo(session.allowedRate(), withinPercentage(10));
    }

    @Test
    void slowestReceiverLimitsAndItsLeavingRaisesTheRate() {
        Dumbbell dumbbell = new Dumbbell(2, LinkModelSettings.PERFECT.withRate(1.25e6).withDelayNanos(20 * MS));
        StrategySession session = session(dumbbell, Demand.greedy(), SessionSettings.DEFAULT);
        List<SessionReceiver> receivers = List.of(session.receiver(dumbbell.receiver("to1", WIRE.withLoss(0.005))),
                session.receiver(dumbbell.receiver("to2", WIRE.withLoss(0.02))),
                session.receiver(dumbbell.receiver("to3", WIRE.withLoss(0.08))));
        receivers.get(0).joinAt(0);
        receivers.get(1).joinAt(60 * SECOND);
        receivers.get(2).joinAt(120 * SECOND);
        receivers.get(2).leaveAt(180 * SECOND);
        receivers.get(1).leaveAt(240 * SECOND);
        dumbbell.run(300 * SECOND);

        double alone = session.sent().mean(20 * SECOND, 60 * SECOND);
        double two = session.sent().mean(80 * SECOND, 120 * SECOND);
        double three = session.sent().mean(140 * SECOND, 180 * SECOND);
        assertThat(two).isBetween(0.3 * alone, 0.7 * alone);
        assertThat(three).isBetween(0.2 * two, 0.7 * two);
        assertThat(session.sent().mean(200 * SECOND, 240 * SECOND)).isBetween(0.7 * two, 1.4 * two);
        assertThat(session.sent().mean(260 * SECOND, 300 * SECOND)).isBetween(0.7 * alone, 1.4 * alone);
        assertThat(session.samples().get(1700).limitingReceiver()).hasValue(3);
        assertThat(session.samples().get(1700).lossEventRate()).isBetween(0.02, 0.2);
        assertThat(receivers.get(2).throughput().mean(182 * SECOND, 300 * SECOND)).isZero();
    }

    @Test
    void unicastSendsEveryReceiverAPacketOfItsOwn() {
        Dumbbell dumbbell = new Dumbbell(3, BOTTLENECK);
        StrategySession session = session(dumbbell, Demand.greedy(), SessionSettings.DEFAULT.withUnicast());
        for (int i = 0; i < 3; i++) {
            session.receiver(dumbbell.receiver("to" + i)).joinAt(0);
        }
        dumbbell.run(60 * SECOND);
        assertThat(session.sent().mean(20 * SECOND, 60 * SECOND)).isBetween(0.3 * 125_000 / 3, 125_000.0 / 3 * 1.05);
        // The first packet leaves when the first receiver has joined and the others, at the same time, have not.
        assertThat(dumbbell.bottleneck().stats().offered()).isBetween(3 * session.sent().packets() - 5, 3 * session.sent().packets() - 2);
    }

    @Test
    void applicationThatNeedsLessIsNotHeldBackNorPushed() {
        Dumbbell dumbbell = new Dumbbell(4, BOTTLENECK);
        StrategySession session = session(dumbbell, Demand.limited(20_000, 10_000),
                SessionSettings.DEFAULT.withPathRttKnown());
        SessionReceiver receiver = session.receiver(dumbbell.receiver("to"));
        receiver.joinAt(0);
        dumbbell.run(30 * SECOND);
        assertThat(receiver.throughput().mean(5 * SECOND, 30 * SECOND)).isBetween(19_500.0, 20_500.0);
    }

    @Test
    void whatOnlyReportsThatReceiversAreThereIsCountedSeparately() {
        Dumbbell dumbbell = new Dumbbell(10, BOTTLENECK);
        StrategySession session = new StrategySession("s", dumbbell.network(), dumbbell.sender("from"),
                RateStrategies.create("mca", Map.of()), Demand.limited(20_000, 10_000), SessionSettings.DEFAULT);
        session.receiver(dumbbell.receiver("to1")).joinAt(0);
        session.receiver(dumbbell.receiver("to2")).joinAt(0);
        dumbbell.run(2 * SECOND);
        long before = session.reports() - session.statuses();
        dumbbell.run(30 * SECOND);
        assertThat(session.statuses()).as("one per receiver and second").isBetween(50L, 62L);
        assertThat(session.reports() - session.statuses()).as("no sign of a queue").isEqualTo(before);
    }

    @Test
    void sourceIsNotifiedWhenPacingAllowsAPacketAndThereIsNone() {
        assertThat(dataLimited(Demand.greedy())).isZero();
        assertThat(dataLimited(Demand.limited(20_000, 10_000))).isGreaterThan(100);
    }

    private static long dataLimited(Demand demand) {
        Dumbbell dumbbell = new Dumbbell(1, BOTTLENECK);
        ConstantRateStrategy strategy = new ConstantRateStrategy(40_000);
        StrategySession session = new StrategySession("s", dumbbell.network(), dumbbell.sender("from"), strategy, demand,
                SessionSettings.DEFAULT);
        session.receiver(dumbbell.receiver("to")).joinAt(0);
        dumbbell.run(10 * SECOND);
        assertThat(session.sent().mean(0, 10 * SECOND)).isBetween(19_000.0, 41_000.0);
        return strategy.dataLimited();
    }

    @Test
    void receiverThatVanishesSilencesTheSourceUntilItIsNotified() {
        Dumbbell dumbbell = new Dumbbell(5, BOTTLENECK);
        StrategySession session = session(dumbbell, Demand.greedy(), SessionSettings.DEFAULT);
        SessionReceiver stays = session.receiver(dumbbell.receiver("stays"));
        SessionReceiver vanishes = session.receiver(dumbbell.receiver("vanishes"));
        stays.joinAt(0);
        vanishes.joinAt(0);
        vanishes.vanishAt(30 * SECOND);
        vanishes.leaveAt(60 * SECOND);
        dumbbell.run(90 * SECOND);

        assertThat(vanishes.throughput().mean(31 * SECOND, 90 * SECOND)).isZero();
        assertThat(stays.throughput().mean(50 * SECOND, 60 * SECOND)).isLessThan(20_000);
        assertThat(stays.throughput().mean(75 * SECOND, 90 * SECOND)).isGreaterThan(80_000);
    }

    @Test
    void duplicatesOnThePathDoNotReachTheStrategy() {
        Dumbbell dumbbell = new Dumbbell(6, BOTTLENECK.withDuplication(0.2));
        StrategySession session = session(dumbbell, Demand.greedy(), SessionSettings.DEFAULT);
        SessionReceiver receiver = session.receiver(dumbbell.receiver("to"));
        receiver.joinAt(0);
        dumbbell.run(20 * SECOND);
        assertThat(receiver.duplicates()).isPositive();
        assertThat(receiver.throughput().packets()).isLessThanOrEqualTo(session.sent().packets())
                .isEqualTo(receiver.stats().received());
    }

    @Test
    void seedFixesTheRun() {
        assertThat(series(7)).isEqualTo(series(7)).isNotEqualTo(series(8));
    }

    private static List<SessionSample> series(long seed) {
        Dumbbell dumbbell = new Dumbbell(seed, BOTTLENECK.withLoss(0.02));
        StrategySession session = session(dumbbell, Demand.greedy(), SessionSettings.DEFAULT);
        session.receiver(dumbbell.receiver("to")).joinAt(0);
        dumbbell.run(20 * SECOND);
        return session.samples();
    }

    @Test
    void whatCannotBeIsRefused() {
        Dumbbell dumbbell = new Dumbbell(9, BOTTLENECK);
        StrategySession session = session(dumbbell, Demand.greedy(), SessionSettings.DEFAULT);
        assertThatIllegalArgumentException().isThrownBy(() -> session.receiver(dumbbell.network().node("island")))
                .withMessageContaining("session s: receiver at island cannot be reached");
        assertThatIllegalArgumentException().isThrownBy(() -> SessionSettings.DEFAULT.withPacketSize(100))
                .withMessage("session setting packetSize is 100: accepted is 120 to 65535");
        assertThatIllegalArgumentException().isThrownBy(() -> SessionSettings.DEFAULT.withBinNanos(0));
        assertThatIllegalArgumentException().isThrownBy(() -> SessionSettings.DEFAULT.withSampleNanos(0));
    }
}
