package org.xpand.simulator.scenario;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.xpand.simulator.measure.ThroughputRecorder;
import org.xpand.simulator.tcp.TcpStats;

/**
 * Result of one flow in a run: throughput of whole packets, headers included. Rates are bytes per second.
 *
 * @param name           of the flow; a receiver's is that of its session, a slash and its node
 * @param kind           kind of flow and where it was counted
 * @param bytes          bytes in the whole run
 * @param packets        packets in the whole run
 * @param series         throughput of each bin of the run
 * @param mean           mean throughput of the window
 * @param variation      coefficient of variation of the window's bins: their standard deviation over their mean
 * @param tcp            counters of a TCP sender for the whole run
 * @param completedNanos when the whole transfer of a TCP flow with an end was acknowledged
 */
public record FlowResult(String name, Kind kind, long bytes, long packets, List<Double> series, double mean,
                         double variation, Optional<TcpStats> tcp, OptionalLong completedNanos) {
    /** Kind of flow and where it was counted. */
    public enum Kind {
        /** A TCP flow, at its receiver. */
        TCP,
        /** A flow that does not adapt, at its receiver. */
        UDP,
        /** A session, at its source, each packet once. */
        SOURCE,
        /** A session, at one receiver. */
        RECEIVER,
        /** Messages of one sender in simulated sites, payload only, at one process of another site. */
        DELIVERY;

        /** The name in files. */
        public String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public FlowResult {
        series = List.copyOf(series);
    }

    static FlowResult of(String name, Kind kind, ThroughputRecorder recorder, ScenarioClock clock) {
        return new FlowResult(name, kind, recorder.bytes(), recorder.packets(),
                Arrays.stream(recorder.series(0, clock.endNanos())).boxed().toList(),
                recorder.mean(clock.windowFromNanos(), clock.windowToNanos()),
                recorder.coefficientOfVariation(clock.windowFromNanos(), clock.windowToNanos()), Optional.empty(),
                OptionalLong.empty());
    }

    FlowResult withTcp(TcpStats stats, OptionalLong completed) {
        return new FlowResult(name, kind, bytes, packets, series, mean, variation, Optional.of(stats), completed);
    }
}
