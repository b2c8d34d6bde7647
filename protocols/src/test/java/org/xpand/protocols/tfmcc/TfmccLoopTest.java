package org.xpand.protocols.tfmcc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.xpand.protocols.rate.ThroughputEquation;
import org.xpand.protocols.strategy.RateLoop;

/** The closed loop reaches what the equation says, and what a link gives. */
class TfmccLoopTest {
    @ParameterizedTest
    @CsvSource({"recommended, 60, 0.005", "recommended, 60, 0.025", "recommended, 100, 0.01", "paper, 60, 0.005",
        "paper, 60, 0.025", "paper, 100, 0.01"})
    void rateIsTheEquations(String preset, long rtt, double loss) {
        RateLoop loop = new RateLoop(new TfmccStrategy(TfmccConfig.fromSettings(Map.of("preset", preset))), 7);
        loop.join(1, rtt, loss);
        loop.run(30);
        double theory = ThroughputEquation.unbounded(1, 4).rate(RateLoop.SIZE, rtt * RateLoop.MS, loss);
        assertThat(loop.run(200) / theory).isCloseTo(1, within(0.15));
    }

    @Test
    void rateIsThatOfTheWorstReceiver() {
        RateLoop loop = new RateLoop(new TfmccStrategy(TfmccConfig.recommended()), 3);
        loop.join(1, 60, 0.001);
        loop.join(2, 60, 0.005);
        loop.join(3, 60, 0.025);
        loop.run(30);
        double theory = ThroughputEquation.unbounded(1, 4).rate(RateLoop.SIZE, 60 * RateLoop.MS, 0.025);
        assertThat(loop.run(100) / theory).isCloseTo(1, within(0.15));
        assertThat(loop.clr()).isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({"1.25e6, 5, 0.9", "1.25e6, 20, 0.98", "12.5e6, 12, 0.9", "12.5e6, 20, 0.98"})
    void aloneItFillsTheLink(double link, int after, double share) {
        RateLoop loop = new RateLoop(new TfmccStrategy(TfmccConfig.recommended()), 7);
        loop.join(1, 40, 0, 40).linkRate = link;
        loop.run(after);
        assertThat(loop.run(5) / link).isGreaterThanOrEqualTo(share);
    }
}
