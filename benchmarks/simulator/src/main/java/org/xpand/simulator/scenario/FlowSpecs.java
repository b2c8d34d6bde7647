package org.xpand.simulator.scenario;

import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.xpand.protocols.strategy.RateStrategy;
import org.xpand.simulator.session.Demand;
import org.xpand.simulator.session.SessionSettings;
import org.xpand.simulator.tcp.TcpSettings;
import org.xpand.simulator.traffic.OnOff;

/**
 * Flows and sessions on the network of a scenario, with nodes given by their indexes. Times are nanoseconds of the run;
 * {@link Long#MAX_VALUE} means never.
 */
record FlowSpecs(List<Tcp> tcp, List<Udp> udp, List<Session> sessions) {
    FlowSpecs {
        tcp = List.copyOf(tcp);
        udp = List.copyOf(udp);
        sessions = List.copyOf(sessions);
    }

    /** One TCP flow; {@code segments} is {@link Long#MAX_VALUE} for one without end. */
    record Tcp(String name, int from, int to, long startNanos, long stopNanos, long segments, TcpSettings settings) {
    }

    /** One flow that does not adapt; without periods it sends continuously. */
    record Udp(String name, int from, int to, int packetBytes, double bytesPerSecond, long startNanos, long stopNanos,
               Optional<OnOff> periods) {
    }

    /** One session of a strategy. */
    record Session(String name, int source, RateStrategy strategy, DemandMaker demand, SessionSettings settings,
                   long stopNanos, List<Receiver> receivers) {
        Session {
            receivers = List.copyOf(receivers);
        }
    }

    /** One receiver, which may vanish or leave. */
    record Receiver(String name, int node, long joinNanos, long leaveNanos, long vanishNanos) {
    }

    /** Makes the demand of the application for one run. */
    @FunctionalInterface
    interface DemandMaker {
        Demand make(RandomGenerator random);
    }
}
