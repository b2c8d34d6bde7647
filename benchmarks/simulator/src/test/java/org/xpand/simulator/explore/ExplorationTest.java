package org.xpand.simulator.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xpand.protocols.strategy.RateStrategies;

/**
 * Promises hold under random faults: a few seeds of each kind. {@code xpand explore} runs more, and looks at one that breaks a promise.
 * What a break was about stands in a test of its own: a seed is another run whenever anything that sends has changed.
 */
@Tag("long")
class ExplorationTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 9, 26})
    void promisesHold(long seed) {
        Exploration.Result result = Exploration.run(RateStrategies.create("tfrc", Map.of()), seed);
        assertThat(result.violations()).as("seed %d: %s", seed, result.reported()).isEmpty();
        assertThat(result.messages()).isPositive();
        assertThat(result.delivered()).isGreaterThan(result.messages());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 16, 33, 40})
    void promisesHoldWhenLansSplit(long seed) {
        Exploration.Result result = seeded(Exploration.Kind.SPLIT_LANS).apply(seed);
        assertThat(result.violations()).as("seed %d: %s", seed, result.reported()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {242, 298})
    void promisesHoldWhenMuchGoesWrong(long seed) {
        Exploration.Result result = seeded(Exploration.Kind.HARSH).apply(seed);
        assertThat(result.violations()).as("seed %d: %s", seed, result.reported()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {9, 21})
    void promisesHoldWhenSlowSitesAreLeftOut(long seed) {
        Exploration.Result result = seeded(Exploration.Kind.SLOW_SITES).apply(seed);
        assertThat(result.violations()).as("seed %d: %s", seed, result.reported()).isEmpty();
        assertThat(result.events()).anySatisfy(event -> assertThat(event).contains("minimumRate"));
    }

    @ParameterizedTest
    @ValueSource(longs = {36, 41, 446})
    void promisesHoldInALayeredGroupBesideAReliableOne(long seed) {
        Exploration.Result result = seeded(Exploration.Kind.LAYERED).apply(seed);
        assertThat(result.violations()).as("seed %d: %s", seed, result.reported()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {2, 26})
    void promisesHoldWhenTheRateControlIsChanged(long seed) {
        Exploration.Result result = seeded(Exploration.Kind.CHANGES).apply(seed);
        assertThat(result.violations()).as("seed %d: %s", seed, result.reported()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {2, 10})
    void promisesHoldWhenProcessesJoinWithAnotherCharter(long seed) {
        Exploration.Result result = seeded(Exploration.Kind.CHARTERS).apply(seed);
        assertThat(result.violations()).as("seed %d: %s", seed, result.reported()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"tfrc", "tfmcc", "mca", "tuf"})
    void nothingChangesUnderAttack(String strategy) {
        Exploration.Result result = Exploration.seeded(RateStrategies.create(strategy, Map.of()), Exploration.Kind.ATTACKS).apply(1);
        assertThat(result.violations()).as(result.reported().toString()).isEmpty();
        assertThat(result.messages()).isPositive();
    }

    private static Exploration.Seeded seeded(Exploration.Kind kind) {
        return Exploration.seeded(RateStrategies.create("tfrc", Map.of()), kind);
    }

    @ParameterizedTest
    @ValueSource(longs = 7)
    void theSameSeedIsTheSameRun(long seed) {
        assertThat(Exploration.run(RateStrategies.create("tfrc", Map.of()), seed))
                .isEqualTo(Exploration.run(RateStrategies.create("tfrc", Map.of()), seed));
    }
}
