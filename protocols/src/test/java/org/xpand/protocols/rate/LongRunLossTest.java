package org.xpand.protocols.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;

class LongRunLossTest {
    private static final Offset<Double> HUNDREDTH_OF_A_PERCENT = within(1e-4);

    private final LongRunLoss loss = new LongRunLoss(32);

    private void lossOfOnePercent(int events) {
        for (int i = 0; i < events; i++) {
            loss.add(1, 100);
        }
    }

    @Test
    void leastOfNormalDeviatesIsThatFarBelowTheirMean() {
        double[][] expected = {{1, 0}, {2, 0.564}, {3, 0.846}, {5, 1.163}, {10, 1.539}, {30, 2.043}, {100, 2.508}};
        for (double[] one : expected) {
            assertThat(LongRunLoss.depth((int) one[0])).as("of %s", one[0]).isCloseTo(one[1], within(0.08));
        }
    }

    @Test
    void aloneAReceiverIsTrusted() {
        lossOfOnePercent(100);
        assertThat(loss.judged(0.02, 1)).isEqualTo(0.02);
    }

    @Test
    void badLuckIsTakenOutAsFarAsLuckGoes() {
        lossOfOnePercent(100);
        double deviation = Math.sqrt(1.0 / 63);
        assertThat(loss.judged(0.013, 10)).as("explained by luck: the long run's, and its own").isCloseTo(
                0.01 * Math.exp(-LongRunLoss.depth(10) * deviation / 2), HUNDREDTH_OF_A_PERCENT);
        assertThat(loss.judged(0.04, 10)).as("more than luck").isCloseTo(0.04 * Math.exp(-LongRunLoss.depth(10) * 0.35),
                HUNDREDTH_OF_A_PERCENT);
        assertThat(loss.judged(0.005, 10)).as("better than in the long run").isEqualTo(0.005);
    }

    @Test
    void oneThatIsReallyWorseIsFollowedWithinItsLongRun() {
        lossOfOnePercent(100);
        for (int i = 0; i < 100; i++) {
            loss.add(1, 25);
        }
        assertThat(loss.judged(0.04, 30)).isBetween(0.04 * 0.76, 0.04 * 0.88);
    }

    @Test
    void fewEventsSayNothing() {
        loss.add(0, 5000);
        lossOfOnePercent(7);
        assertThat(loss.judged(0.02, 10)).isEqualTo(0.02);
        loss.add(1, 100);
        assertThat(loss.judged(0.013, 10)).as("what came before the first loss does not count").isLessThan(0.013)
                .isGreaterThan(0.007);
    }

    @Test
    void eventsTakenBackDoNotCount() {
        lossOfOnePercent(100);
        double before = loss.judged(0.013, 10);
        loss.add(1, 0);
        loss.add(-1, 0);
        assertThat(loss.judged(0.013, 10)).isCloseTo(before, within(0.0003));
        loss.add(-1000, 100);
        assertThat(loss.judged(0.013, 10)).as("nonsense").isEqualTo(0.013);
    }
}
