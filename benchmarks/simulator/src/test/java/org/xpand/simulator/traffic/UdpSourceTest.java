package org.xpand.simulator.traffic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.LinkModelSettings;
import org.xpand.simulator.net.Node;
import org.xpand.simulator.net.RoutedNetwork;

class UdpSourceTest {
    private static final long SECOND = 1_000_000_000L;
    private static final int SAMPLES = 200_000;

    private final RoutedNetwork network = new RoutedNetwork(new EventQueue(), 1);
    private final Node a = network.node("a");
    private final Node b = network.node("b");
    private final UdpSource source = source(300, 90_000);

    private UdpSource source(int packetSize, double rate) {
        if (network.links().isEmpty()) {
            network.link(a, b, LinkModelSettings.PERFECT);
        }
        return new UdpSource(network, a, b, packetSize, rate, SECOND);
    }

    @Test
    void constantRateIsKeptAlsoWhereTheIntervalIsNoWholeNumber() {
        source.startAt(SECOND);
        source.stopAt(901 * SECOND);
        network.queue().runUntil(1000 * SECOND);
        assertThat(source.sent()).isBetween(269_999L, 270_001L);
        assertThat(source.throughput().mean(SECOND, 901 * SECOND)).isCloseTo(90_000, within(1.0));
        assertThat(source.throughput().bytes(901 * SECOND, 1000 * SECOND)).isZero();
    }

    @Test
    void onOffSourceSendsInItsOnPeriodsAlone() {
        source.startAt(SECOND, Periods.fixed(2 * SECOND), Periods.fixed(SECOND));
        network.queue().runUntil(10 * SECOND);
        double[] series = source.throughput().series(0, 10 * SECOND);
        assertThat(Arrays.stream(series).mapToObj(rate -> rate > 80_000 ? "on" : rate == 0 ? "off" : "?"))
                .containsExactly("off", "on", "on", "off", "on", "on", "off", "on", "on", "off");
    }

    @Test
    void periodsHaveTheirMeanAndTheirTail() {
        Periods exponential = Periods.exponential(SECOND, new SplittableRandom(1));
        Periods pareto = Periods.pareto(SECOND, 1.5, new SplittableRandom(2));
        double[] drawn = DoubleStream.generate(exponential::nextNanos).limit(SAMPLES).toArray();
        assertThat(Arrays.stream(drawn).average().orElseThrow()).isCloseTo(1e9, within(1e7));
        assertThat(share(drawn, 3e9)).isCloseTo(StrictMath.exp(-3), within(0.002));
        double[] heavy = DoubleStream.generate(pareto::nextNanos).limit(SAMPLES).toArray();
        assertThat(Arrays.stream(heavy).min().orElseThrow()).isCloseTo(1e9 / 3, within(1e6));
        assertThat(share(heavy, 3e9)).isCloseTo(StrictMath.pow(9, -1.5), within(0.002));
        assertThat(share(heavy, 3e10)).isCloseTo(StrictMath.pow(90, -1.5), within(0.0005));
    }

    private static double share(double[] values, double above) {
        return Arrays.stream(values).filter(value -> value > above).count() / (double) values.length;
    }

    @Test
    void whatCannotBeIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> source(0, 1)).withMessageContaining("packet size is 0");
        assertThatIllegalArgumentException().isThrownBy(() -> source(1, 0)).withMessageContaining("rate is 0.0");
        assertThatIllegalArgumentException().isThrownBy(() -> new UdpSource(network, b, a, 1, 1, 1))
                .withMessage("UDP source at b: a cannot be reached");
        assertThatIllegalArgumentException().isThrownBy(() -> Periods.fixed(0));
        assertThatIllegalArgumentException().isThrownBy(() -> Periods.pareto(1, 1, new SplittableRandom(1)))
                .withMessageContaining("shape is 1.0");
    }
}
