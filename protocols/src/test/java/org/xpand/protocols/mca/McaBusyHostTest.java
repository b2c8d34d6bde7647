package org.xpand.protocols.mca;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xpand.protocols.strategy.RateLoop;

/** Processes that share too few processors are not taken for congested paths. */
class McaBusyHostTest {
    private static final double MEGABYTE = 1e6;

    @ParameterizedTest
    @CsvSource({"20, 10", "10, 20", "5, 20"})
    void anApplicationGetsItsRateThoughItsProcessesWaitForTheirTurn(long runMillis, long waitMillis) {
        for (long seed = 1; seed <= 3; seed++) {
            RateLoop loop = new RateLoop(new McaStrategy(McaConfig.recommended()), seed);
            loop.sourceHost(RateLoop.busyHost(runMillis, waitMillis, seed));
            for (int key = 1; key <= 2; key++) {
                loop.join(key, 1, 0).host = RateLoop.busyHost(runMillis, waitMillis, 10 * seed + key);
            }
            loop.application(MEGABYTE);
            loop.run(5);
            assertThat(loop.run(20) / MEGABYTE).as("seed %d", seed).isGreaterThan(0.95);
        }
    }
}
