package org.xpand.protocols.tfrc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.xpand.protocols.rate.ThroughputEquation;
import org.xpand.protocols.strategy.RateLoop;

/** Source and receivers together, over a fixed delay with random loss. */
class TfrcLoopTest {
    private static final long MS = 1_000_000;

    @Test
    void longRunRateIsNearEq1() {
        for (TfrcConfig config : List.of(TfrcConfig.paper(), TfrcConfig.recommended())) {
            RateLoop loop = new RateLoop(new TfrcStrategy(config), 1);
            RateLoop.Path path = loop.join(1, 100, 0.01);
            loop.run(30);
            double rate = loop.run(300);
            double eq1 = new ThroughputEquation(config.b(), 4).rate(RateLoop.SIZE, 100 * MS, 0.01);
            // With random loss a loss event is rarer than a lost packet and the short history's mean rate is below the
            // rate of the mean, so the two differ by construction.
            assertThat(rate / eq1).as("b = %d", config.b()).isBetween(0.85, 1.15);
            assertThat(path.receiver.rttNanos()).isCloseTo(100 * MS, within(2000L));
        }
    }

    @Test
    void slowestReceiverSetsTheRate() {
        TfrcConfig config = TfrcConfig.recommended();
        RateLoop loop = new RateLoop(new TfrcStrategy(config), 2);
        loop.join(1, 40, 0.001);
        RateLoop.Path slowest = loop.join(2, 200, 0.03);
        loop.join(3, 80, 0);
        loop.run(30);
        double rate = loop.run(200);
        double eq1 = new ThroughputEquation(1, 4).rate(RateLoop.SIZE, 200 * MS, 0.03);
        // Losses within a round-trip time are one event: p is less than what is lost.
        assertThat(rate / eq1).isBetween(0.8, 1.25);
        assertThat(loop.source().stats(0).limitingReceiver()).hasValue(2);
        loop.leave(slowest);
        loop.run(10);
        assertThat(loop.run(60) / rate).isGreaterThan(5);
    }

    @Test
    void withoutLossTheRateRisesToWhatIsReceived() {
        TfrcConfig config = TfrcConfig.recommended();
        RateLoop loop = new RateLoop(new TfrcStrategy(config), 3);
        loop.join(1, 100, 0);
        loop.run(1);
        assertThat(loop.rate()).as("at least four doublings of 40 kB/s, at most ten").isBetween(6e5, 4e7);
    }

    /** The rate can first be raised a quarter of an RTT after the first packet has arrived; TCP's doubles in each RTT then. */
    @Test
    void slowStartDoublesTheRateInLittleMoreThanAnRtt() {
        double tenPackets = 10 * RateLoop.SIZE / 0.1;
        assertThat(rateAfterSevenRtts("10") / tenPackets).isGreaterThan(32);
        assertThat(rateAfterSevenRtts("4") / tenPackets).as("from four packets, with one report in each RTT").isBetween(4.0, 12.0);
    }

    private static double rateAfterSevenRtts(String window) {
        RateLoop loop = new RateLoop(new TfrcStrategy(TfrcConfig.fromSettings(Map.of("initialWindow", window))), 3);
        loop.join(1, 100, 0, 100);
        loop.run(0.7);
        return loop.rate();
    }

    @Test
    void outageHalvesTheRateUntilPacketsArriveAgain() {
        TfrcConfig config = TfrcConfig.recommended();
        RateLoop loop = new RateLoop(new TfrcStrategy(config), 4);
        RateLoop.Path path = loop.join(1, 100, 0.01);
        double before = loop.run(60);
        path.loss = 1;
        loop.run(3);
        assertThat(loop.rate()).isLessThan(before / 16);
        path.loss = 0.01;
        loop.run(60);
        assertThat(loop.run(60)).isCloseTo(before, within(before * 0.3));
    }

    @Test
    void idleApplicationKeepsItsRate() {
        TfrcConfig config = TfrcConfig.recommended();
        RateLoop loop = new RateLoop(new TfrcStrategy(config), 5);
        loop.join(1, 100, 0.01);
        loop.run(60);
        loop.sending(false);
        loop.run(2);
        double paused = loop.rate();
        loop.run(600);
        assertThat(loop.rate()).isEqualTo(paused);
        loop.sending(true);
        loop.run(0.3);
        assertThat(loop.rate()).as("the first reports are about an idle time").isGreaterThan(paused * 0.5);
    }

    /** It fell to 0.38 of the link when the losses of the first moment were taken for another path, and took seven seconds to return. */
    @Test
    void anApplicationThatHadLittleToSendUsesTheLinkAtOnceWhenItHasMuch() {
        RateLoop loop = new RateLoop(new TfrcStrategy(TfrcConfig.recommended()), 5);
        double link = 1_250_000;
        loop.join(1, 60, 0, 60).linkRate = link;
        loop.run(20);
        loop.application(link / 20);
        loop.run(30);
        loop.application(1e9);
        loop.run(1);
        assertThat(loop.run(3)).isGreaterThan(0.9 * link);
    }

    @Test
    void sameSeedSameTrajectory() {
        assertThat(trajectory(7)).isEqualTo(trajectory(7)).isNotEqualTo(trajectory(8));
    }

    private static List<Double> trajectory(long seed) {
        TfrcConfig config = TfrcConfig.recommended();
        RateLoop loop = new RateLoop(new TfrcStrategy(config), seed);
        loop.join(1, 50, 0.02);
        loop.join(2, 120, 0.01);
        return IntStream.range(0, 50).mapToObj(i -> loop.run(0.2)).toList();
    }
}
