package org.xpand.simulator.tcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Under random loss TCP's throughput is the equation's, for b = 1 and with delayed acknowledgements for b = 2. */
class TcpEquationTest {
    static Stream<Arguments> paths() {
        List<Arguments> paths = new ArrayList<>();
        for (double loss : TcpEquationMain.LOSSES) {
            for (long rtt : TcpEquationMain.RTTS_MS) {
                paths.add(Arguments.of(loss, rtt));
            }
        }
        return paths.stream();
    }

    @ParameterizedTest
    @MethodSource("paths")
    void throughputIsTheEquations(double loss, long rttMs) {
        for (TcpSettings.Recovery recovery : TcpSettings.Recovery.values()) {
            for (int b = 1; b <= 2; b++) {
                TcpSettings settings = TcpSettings.DEFAULT.withRecovery(recovery).withDelayedAcks(b == 2)
                        .withRto(4 * rttMs * 1_000_000, 60_000_000_000L);
                assertThat(TcpEquationMain.ratio(settings, b, loss, rttMs * 1_000_000, 1, 300))
                        .as("%s, b = %d", recovery, b).isBetween(0.85, loss < 0.05 ? 1.2 : 1.3);
            }
        }
    }
}
