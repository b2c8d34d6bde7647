package org.xpand.protocols.tuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Map;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One link with a queue in virtual time: use, fairness and friendliness (TUF §3.2, §5, §6). */
class TufHopScenarioTest {
    private static final long DELAY = 50 * HopScene.MS;

    private static HopScene scene(String preset, String threshold, double capacity) {
        return new HopScene(TufConfig.fromSettings(Map.of("preset", preset, "threshold", threshold)), capacity,
                (int) Math.max(20, capacity / 10), DELAY);
    }

    private static double use(double[] rates, double capacity) {
        return Arrays.stream(rates).sum() / capacity;
    }

    @Test
    void thePapersRuleUsesTheLinkAndLosesLittle() {
        HopScene scene = new HopScene(TufConfig.paper(), 1000, 50, DELAY);
        for (int i = 0; i < 5; i++) {
            scene.source(10_000);
        }
        scene.run(40);
        scene.lossSinceLastAsked();
        double[] rates = scene.rates(40);
        assertThat(use(rates, 1000)).as("95 % in §6").isBetween(0.93, 1.0);
        assertThat(Arrays.stream(rates).min().orElseThrow() / 200).as("worst, 80 %% in §6").isGreaterThan(0.8);
        assertThat(scene.lossSinceLastAsked()).as("2 to 3 %% in §6").isBetween(0.015, 0.035);
    }

    @ParameterizedTest
    @CsvSource({"tcp, 1000, 0.93", "tcp, 5000, 0.93", "proportional, 1000, 0.9", "proportional, 5000, 0.9",
        "additive, 1000, 0.85"})
    void everyRuleUsesALinkOfItsOwn(String rule, double capacity, double least) {
        HopScene scene = scene("recommended", rule, capacity);
        for (int i = 0; i < 5; i++) {
            scene.source(0.4 * capacity);
        }
        scene.run(30);
        double[] rates = scene.rates(30);
        assertThat(use(rates, capacity)).isBetween(least, 1.001);
        for (double rate : rates) {
            assertThat(rate).isCloseTo(capacity / 5, within(capacity / 25));
        }
    }

    @Test
    void theLinkIsFoundWithinSeconds() {
        HopScene scene = scene("recommended", "tcp", 10_000);
        scene.source(0);
        scene.run(5);
        assertThat(use(scene.rates(5), 10_000)).as("where the first loss leaves it is chance").isGreaterThan(0.8);
    }

    @Test
    void modestSourcesGetWhatTheyAskAndGreedyOnesShareTheRest() {
        HopScene scene = scene("recommended", "tcp", 1000);
        double[] demands = {20, 60, 100, 1000, 1000, 5000};
        DoubleStream.of(demands).forEach(scene::source);
        scene.run(60);
        double[] rates = scene.rates(60);
        for (int i = 0; i < 3; i++) {
            assertThat(rates[i]).as("demand %s", demands[i]).isGreaterThan(0.9 * demands[i]);
        }
        for (int i = 3; i < 6; i++) {
            assertThat(rates[i]).as("demand %s", demands[i]).isCloseTo(820 / 3.0, within(0.12 * 820 / 3));
        }
    }

    @Test
    void tcpLivesBesideTheSecondRule() {
        HopScene scene = scene("recommended", "tcp", 1000);
        for (int i = 0; i < 5; i++) {
            scene.source(1000);
            scene.tcp();
        }
        scene.run(60);
        double tuf = Arrays.stream(scene.rates(60)).sum();
        double tcp = 1000 - tuf;
        assertThat(tcp / tuf).as("TCP over TUF, §6: 1/6 to 3").isBetween(1 / 6.0, 3.0);
    }

    @Test
    void tcpStarvesBesideTheThirdRuleOnALinkItCannotFillFast() {
        HopScene scene = scene("recommended", "proportional", 10_000);
        for (int i = 0; i < 5; i++) {
            scene.source(4000);
        }
        HopScene.Tcp tcp = scene.tcp();
        scene.run(30);
        assertThat(scene.rate(tcp, 30)).isLessThan(10_000 / 6.0 / 3);
    }

    @ParameterizedTest
    @CsvSource({"tcp, 0.4", "proportional, 0.8"})
    void theThresholdFollowsALinkThatNarrowsAndWidens(String rule, double least) {
        HopScene scene = scene("recommended", rule, 4000);
        scene.source(0);
        scene.run(30);
        scene.capacity(500);
        scene.run(20);
        assertThat(scene.near.rate()).isBetween(200.0, 1200.0);
        scene.capacity(4000);
        scene.run(60);
        assertThat(use(scene.rates(20), 4000)).as("a minute later; TCP takes as long").isGreaterThan(least);
    }

    @Test
    void withoutAnswersTheLinkIsLeftAloneAndFoundAgain() {
        HopScene scene = scene("recommended", "tcp", 1000);
        scene.source(0);
        scene.run(20);
        scene.answering(false);
        scene.run(15);
        assertThat(scene.near.rate()).isEqualTo(1);
        scene.answering(true);
        scene.run(15);
        assertThat(use(scene.rates(10), 1000)).as("how far doubling overshoots is a matter of the probes' times").isGreaterThan(0.7);
    }

    @Test
    void aPauseLeavesTheThresholdWhereItWasTested() {
        HopScene scene = scene("recommended", "tcp", 1000);
        HopScene.Source source = scene.source(100);
        scene.run(30);
        double busy = scene.near.rate();
        assertThat(busy).as("at most twice what is used").isLessThan(450);
        source.sending(false);
        scene.run(60);
        assertThat(scene.near.rate()).isLessThanOrEqualTo(busy);
    }
}
