package org.xpand.simulator.tcp;

import java.util.Objects;
import java.util.OptionalLong;
import org.xpand.simulator.measure.ThroughputRecorder;
import org.xpand.simulator.net.Node;
import org.xpand.simulator.net.Port;
import org.xpand.simulator.net.RoutedNetwork;

/** One TCP connection without set-up, with data in one direction. */
public final class TcpFlow {
    private final RoutedNetwork network;
    private final TcpSender sender;
    private final ThroughputRecorder throughput;
    private boolean done;
    private long completedNanos;

    /**
     * Creates a flow that is silent until it is started.
     *
     * @throws IllegalArgumentException if no path leads from one node to the other and back
     */
    public TcpFlow(RoutedNetwork network, Node from, Node to, TcpSettings settings) {
        this.network = Objects.requireNonNull(network, "network");
        if (network.pathDelayNanos(from, to).isEmpty() || network.pathDelayNanos(to, from).isEmpty()) {
            throw new IllegalArgumentException("TCP flow from " + from + ": " + to + " cannot be reached and back");
        }
        this.throughput = new ThroughputRecorder(0, settings.binNanos());
        TcpReceiver receiver = new TcpReceiver(settings, network, to, throughput);
        Port data = network.open(to, receiver::receive);
        this.sender = new TcpSender(settings, network, from, data, this::completed);
        receiver.connect(network.open(from, sender::receive));
    }

    /** Sends without end from a time on, like FTP of a long file. */
    public void startAt(long nanos) {
        transferAt(nanos, Long.MAX_VALUE);
    }

    /**
     * Sends a number of segments from a time on and then ends.
     *
     * @param segments 1 or more, counted from the flow's beginning
     */
    public void transferAt(long nanos, long segments) {
        if (segments < 1) {
            throw new IllegalArgumentException("transfer of " + segments + " segments: accepted is 1 or more");
        }
        network.queue().schedule(nanos, () -> {
            done = false;
            sender.limit(segments);
        });
    }

    /** Sends nothing new from a time on; segments in flight are still repaired. */
    public void stopAt(long nanos) {
        network.queue().schedule(nanos, sender::stop);
    }

    /** Received bytes of whole segments, each counted once. */
    public ThroughputRecorder throughput() {
        return throughput;
    }

    /** Counters and state of the sender. */
    public TcpStats stats() {
        return sender.stats();
    }

    /** When the whole transfer was acknowledged; empty as long as it is not. */
    public OptionalLong completedNanos() {
        return done ? OptionalLong.of(completedNanos) : OptionalLong.empty();
    }

    private void completed() {
        done = true;
        completedNanos = network.queue().now();
    }
}
