package org.xpand.protocols.tfmcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xpand.protocols.rate.ThroughputEquation;
import org.xpand.protocols.strategy.RateLoop;

/** What the paper's sections on behaviour promise, in small (TFMCC §4, App. D). */
class TfmccScenarioTest {
    private static final double LINK = 125_000;
    private static final double MEGABYTE = 1e6;

    private static RateLoop loop(String preset, long seed) {
        return new RateLoop(new TfmccStrategy(TfmccConfig.fromSettings(Map.of("preset", preset))), seed);
    }

    private static double theory(long rttMillis, double p) {
        return ThroughputEquation.unbounded(1, 4).rate(RateLoop.SIZE, rttMillis * RateLoop.MS, p);
    }

    @ParameterizedTest
    @ValueSource(strings = {"recommended", "paper"})
    void aLateSlowReceiverIsFoundAndItsLinkShared(String preset) {
        RateLoop loop = loop(preset, 4);
        for (int key = 1; key <= 4; key++) {
            loop.join(key, 60, 0, 60).linkRate = LINK;
        }
        loop.run(30);
        assertThat(loop.run(20) / LINK).isCloseTo(1, within(0.05));
        RateLoop.Path slow = loop.join(9, 60, 0, 60);
        slow.linkRate = LINK / 5;
        loop.run(4);
        assertThat(loop.clr()).isEqualTo(9);
        assertThat(loop.run(20) / slow.linkRate).as("neither nothing nor too much").isCloseTo(1, within(0.15));
        loop.leave(slow);
        loop.run(6);
        assertThat(loop.run(20) / LINK).as("the link is filled again").isCloseTo(1, within(0.1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"recommended", "paper"})
    void aCrashOfTheLimitingReceiverIsOvercome(String preset) {
        RateLoop loop = loop(preset, 4);
        RateLoop.Path good = loop.join(1, 60, 0.001, 60);
        RateLoop.Path bad = loop.join(2, 60, 0.05, 60);
        loop.run(30);
        assertThat(loop.clr()).isEqualTo(2);
        bad.dead = true;
        loop.run(preset.equals("paper") ? 12 : 3);
        assertThat(loop.clr()).isEqualTo(1);
        loop.run(30);
        assertThat(loop.run(60)).isGreaterThan(0.6 * theory(60, 0.001));
        good.dead = true;
        double before = loop.rate();
        loop.run(20);
        if (preset.equals("recommended")) {
            assertThat(loop.rate()).as("nobody answers").isLessThan(before / 100);
        }
    }

    @Test
    void worseningConditionsAreFollowedWithinSeconds() {
        for (long seed = 1; seed <= 5; seed++) {
            RateLoop loop = loop("recommended", seed);
            loop.join(1, 60, 0.001);
            RateLoop.Path worse = loop.join(2, 60, 0.001);
            loop.join(3, 60, 0.001);
            loop.run(60);
            worse.loss = 0.025;
            loop.run(3);
            assertThat(loop.clr()).isEqualTo(2);
            assertThat(loop.rate()).as("seed %d", seed).isLessThan(theory(60, 0.001) / 2);
            assertThat(loop.run(30) / theory(60, 0.025)).as("seed %d", seed).isCloseTo(1, within(0.35));
        }
    }

    @Test
    void aLongerPathIsNoticedWithoutAReport() {
        RateLoop loop = loop("recommended", 5);
        loop.join(1, 60, 0.005);
        RateLoop.Path longer = loop.join(2, 60, 0.004);
        loop.join(3, 60, 0.004);
        loop.run(60);
        longer.forwardNanos += 90 * RateLoop.MS;
        loop.run(2.5);
        assertThat(loop.clr()).isEqualTo(2);
        assertThat(loop.run(90) / theory(150, 0.004)).isCloseTo(1, within(0.35));
    }

    @Test
    void lostReportsDoNotMatter() {
        double whole = lossyReports(0);
        assertThat(lossyReports(0.3)).isCloseTo(whole, within(0.1 * whole));
    }

    private static double lossyReports(double reportLoss) {
        RateLoop loop = loop("recommended", 5);
        for (int key = 1; key <= 4; key++) {
            loop.join(key, 60, 0.005).reportLoss = reportLoss;
        }
        loop.run(20);
        return loop.run(100);
    }

    @Test
    void asymmetricPathsCountWithTheirWholeRtt() {
        RateLoop loop = loop("recommended", 6);
        RateLoop.Path path = loop.join(1, 60, 0.01);
        path.forwardNanos = 10 * RateLoop.MS;
        path.backNanos = 110 * RateLoop.MS;
        loop.run(30);
        assertThat(loop.run(150) / theory(120, 0.01)).isCloseTo(1, within(0.15));
    }

    @ParameterizedTest
    @ValueSource(strings = {"recommended", "paper"})
    void aHundredAndFiftyReceiversDoNotImplode(String preset) {
        RateLoop loop = loop(preset, 4);
        List<RateLoop.Path> paths = new ArrayList<>();
        for (int key = 1; key <= 150; key++) {
            paths.add(loop.join(key, 60 + key % 80, 0.001, 140));
        }
        loop.run(20);
        paths.forEach(path -> path.loss = 0.05);
        long most = 0;
        for (int round = 0; round < 6; round++) {
            long before = loop.reports();
            loop.run(0.5);
            most = Math.max(most, loop.reports() - before);
        }
        assertThat(most).as("reports in half a second, the CLR's among them").isBetween(2L, 40L);
        loop.run(10);
        assertThat(loop.rate()).isLessThan(theory(60, 0.05));
        assertThat(loop.source().stats(loop.now()).receivers()).hasSize(150);
    }

    @Test
    void receiversMeasureTheirRttInTheCourseOfTime() {
        RateLoop loop = loop("recommended", 4);
        List<RateLoop.Path> paths = new ArrayList<>();
        for (int key = 1; key <= 60; key++) {
            paths.add(loop.join(key, 60 + key, 0.01));
        }
        loop.run(60);
        assertThat(paths).allSatisfy(path -> assertThat(path.receiver.stats(loop.now()).rttNanos()).isPositive());
    }

    @Test
    void anApplicationWithLittleToSendKeepsItsRate() {
        RateLoop loop = loop("recommended", 5);
        loop.join(1, 60, 0, 60).linkRate = 10 * LINK;
        loop.join(2, 60, 0, 60).linkRate = 10 * LINK;
        loop.run(20);
        double before = loop.rate();
        loop.application(LINK / 2);
        loop.run(30);
        assertThat(loop.rate()).isGreaterThan(0.9 * before);
        loop.application(1e9);
        loop.run(1);
        assertThat(loop.run(10)).isGreaterThan(0.9 * 10 * LINK);
        double last = loop.rate();
        loop.sending(false);
        loop.run(60);
        assertThat(loop.rate()).as("silence of the source is not the receivers'").isGreaterThan(0.9 * last);
    }

    @Test
    void smallGroupsStartFastThoughNoPathIsKnown() {
        RateLoop loop = loop("recommended", 8);
        for (int key = 1; key <= 3; key++) {
            loop.join(key, 60, 0).linkRate = 10 * LINK;
        }
        loop.run(0.2);
        assertThat(loop.clr()).isPositive();
        loop.run(3.8);
        assertThat(loop.run(2)).isGreaterThan(0.9 * 10 * LINK);
    }

    @Test
    void slowStartOvershootsNoMoreThanTwice() {
        RateLoop loop = loop("recommended", 8);
        for (int key = 1; key <= 3; key++) {
            loop.join(key, 60, 0, 60).linkRate = 10 * LINK;
        }
        loop.run(5);
        assertThat(loop.takeHighest()).isBetween(10 * LINK, 2.3 * 10 * LINK);
        assertThat(loop.source().stats(loop.now()).slowStart()).isFalse();
    }

    @Test
    void anApplicationOnALanIsNotHeldBack() {
        RateLoop loop = loop("recommended", 4);
        for (int key = 1; key <= 2; key++) {
            loop.join(key, 1, 0);
        }
        loop.application(MEGABYTE);
        loop.run(2);
        for (int i = 0; i < 100; i++) {
            assertThat(loop.run(0.1) / MEGABYTE).as("tenth %d of a second", i).isCloseTo(1, within(0.02));
        }
        loop.application(100_000);
        loop.run(10);
        loop.application(MEGABYTE);
        assertThat(loop.run(0.2) / MEGABYTE).as("after little was sent").isCloseTo(1, within(0.05));
    }

    @Test
    void hostsThatAreBusyAreNotTakenForASlowPath() {
        for (long seed = 1; seed <= 5; seed++) {
            RateLoop loop = loop("recommended", seed);
            loop.sourceHost(RateLoop.busyHost(20, 10, seed));
            for (int key = 1; key <= 2; key++) {
                loop.join(key, 1, 0).host = RateLoop.busyHost(20, 10, 10 * seed + key);
            }
            loop.application(MEGABYTE);
            loop.run(3);
            for (int i = 0; i < 40; i++) {
                assertThat(loop.run(0.5) / MEGABYTE).as("seed %d, half second %d", seed, i).isGreaterThan(0.8);
            }
        }
    }
}
