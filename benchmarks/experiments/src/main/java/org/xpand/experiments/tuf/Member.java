package org.xpand.experiments.tuf;

import java.util.List;
import org.xpand.simulator.measure.ThroughputRecorder;

/** One receiver of a group. */
final class Member {
    private final List<HopEnd> path;
    private final ThroughputRecorder throughput = new ThroughputRecorder(0, FilteredNetwork.SECOND);
    private Listener listener = (number, nowNanos) -> { };

    /** Is notified of packets. */
    interface Listener {
        void arrived(long number, long nowNanos);
    }

    Member(List<HopEnd> path) {
        this.path = path;
    }

    /** The links from the source. */
    List<HopEnd> path() {
        return path;
    }

    ThroughputRecorder throughput() {
        return throughput;
    }

    void listen(Listener newListener) {
        listener = newListener;
    }

    void arrived(long number, int size, long nowNanos) {
        throughput.add(size, nowNanos);
        listener.arrived(number, nowNanos);
    }
}
