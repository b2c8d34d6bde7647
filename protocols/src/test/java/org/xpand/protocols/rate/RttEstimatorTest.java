package org.xpand.protocols.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/** R = q R + (1 − q) R_sample (RFC 5348 §4.3 step 2). */
class RttEstimatorTest {
    @Test
    void withAnEvenStartAFirstSampleThatWasLateIsSoonForgotten() {
        RttEstimator even = new RttEstimator(0.9, true);
        RttEstimator rfc = new RttEstimator(0.9);
        long[] samples = {190, 100, 100, 100, 100, 100, 100, 100, 100, 100};
        for (long millis : samples) {
            even.sample(millis * 1_000_000);
            rfc.sample(millis * 1_000_000);
        }
        assertThat(even.rttNanos()).as("their mean").isEqualTo(109_000_000);
        assertThat(rfc.rttNanos()).as("0.9^9 of the first one's error").isBetween(134_000_000L, 135_000_000L);
        even.sample(209_000_000);
        assertThat(even.rttNanos()).as("from now on as it says").isEqualTo(119_000_000);
        even.sample(29_000_000);
        assertThat(even.rttNanos()).as("a shorter one too").isEqualTo(110_000_000);
    }

    @Test
    void withAnEvenStartAMuchShorterSampleBeginsAnew() {
        RttEstimator rtt = new RttEstimator(0.9, true);
        rtt.sample(1_200_000_000);
        rtt.sample(1_000_000_000);
        rtt.sample(50_000_000);
        assertThat(rtt.rttNanos()).as("the first two were late").isEqualTo(50_000_000);
        rtt.sample(70_000_000);
        assertThat(rtt.rttNanos()).as("the next ones count alike").isEqualTo(60_000_000);
        rtt.sample(30_000_000);
        assertThat(rtt.rttNanos()).as("exactly half").isEqualTo(50_000_000);
    }

    @Test
    void firstSampleIsTakenAsItIs() {
        RttEstimator rtt = new RttEstimator(0.9);
        assertThat(rtt.sampled()).isFalse();
        assertThat(rtt.rttNanos()).isZero();
        rtt.sample(100_000_000);
        assertThat(rtt.sampled()).isTrue();
        assertThat(rtt.rttNanos()).isEqualTo(100_000_000);
    }

    @Test
    void laterSamplesWeighOneTenth() {
        RttEstimator rtt = new RttEstimator(RttEstimator.DEFAULT_QUOTIENT);
        rtt.sample(100_000_000);
        rtt.sample(200_000_000);
        assertThat(rtt.rttNanos()).isEqualTo(110_000_000);
        rtt.sample(10_000_000);
        assertThat(rtt.rttNanos()).isEqualTo(100_000_000);
    }

    @Property
    void averageIsTheWeightedSumOfAllSamples(
            @ForAll @Size(min = 1, max = 60) List<@LongRange(min = 1, max = 10_000_000_000L) Long> samples) {
        RttEstimator rtt = new RttEstimator(0.75);
        double sum = 0;
        for (int i = 0; i < samples.size(); i++) {
            rtt.sample(samples.get(i));
            double weight = i == 0 ? 1 : 0.25;
            sum += weight * Math.pow(0.75, samples.size() - 1 - i) * samples.get(i);
        }
        assertThat((double) rtt.rttNanos()).isCloseTo(sum, within(1 + sum * 1e-9));
    }

    @Test
    void nonsenseIsRefused() {
        assertThatThrownBy(() -> new RttEstimator(1)).hasMessageContaining("1.0");
        assertThatThrownBy(() -> new RttEstimator(0.9).sample(0)).hasMessageContaining("0 ns");
    }
}
