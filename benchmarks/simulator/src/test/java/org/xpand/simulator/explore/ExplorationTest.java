package org.xpand.simulator.explore;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xpand.protocols.strategy.RateStrategies;

/**
 * Promises hold under random faults. A seed that breaks one is looked at with {@code xpand explore}; here stand those that
 * did once, and a few more.
 */
@Tag("long")
class ExplorationTest {
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 5, 9, 12, 14, 22, 26, 29, 33, 37, 136, 1147, 1268, 1400, 1519, 1842})
    void promisesHold(long seed) {
        Exploration.Result result = Exploration.run(RateStrategies.create("tfrc", Map.of()), seed);
        assertThat(result.violations()).as("seed %d: %s", seed, result.told()).isEmpty();
        assertThat(result.messages()).isPositive();
        assertThat(result.delivered()).isGreaterThan(result.messages());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 5, 16, 22, 33, 39, 40, 83, 190, 251, 262, 341, 1517})
    void promisesHoldWhenLansSplit(long seed) {
        Exploration.Result result = seeded(Exploration.Kind.SPLIT_LANS).apply(seed);
        assertThat(result.violations()).as("seed %d: %s", seed, result.told()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {242, 298})
    void promisesHoldWhenMuchGoesWrong(long seed) {
        Exploration.Result result = seeded(Exploration.Kind.HARSH).apply(seed);
        assertThat(result.violations()).as("seed %d: %s", seed, result.told()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {2, 9, 26, 40})
    void promisesHoldWhenTheRateControlIsChanged(long seed) {
        Exploration.Result result = seeded(Exploration.Kind.CHANGES).apply(seed);
        assertThat(result.violations()).as("seed %d: %s", seed, result.told()).isEmpty();
    }

    private static Exploration.Seeded seeded(Exploration.Kind kind) {
        return Exploration.seeded(RateStrategies.create("tfrc", Map.of()), kind);
    }

    @ParameterizedTest
    @ValueSource(longs = {7, 8})
    void theSameSeedIsTheSameRun(long seed) {
        assertThat(Exploration.run(RateStrategies.create("tfrc", Map.of()), seed))
                .isEqualTo(Exploration.run(RateStrategies.create("tfrc", Map.of()), seed));
    }
}
