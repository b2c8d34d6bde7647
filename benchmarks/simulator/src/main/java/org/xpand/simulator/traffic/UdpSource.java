package org.xpand.simulator.traffic;

import java.util.Objects;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.measure.ThroughputRecorder;
import org.xpand.simulator.net.Node;
import org.xpand.simulator.net.Packet;
import org.xpand.simulator.net.Port;
import org.xpand.simulator.net.RoutedNetwork;

/** Sends packets of one size at a constant rate, without end or in on periods; there are no answers. */
public final class UdpSource {
    private static final double NANOS_PER_SECOND = 1e9;

    private final RoutedNetwork network;
    private final EventQueue queue;
    private final Node node;
    private final Packet packet;
    private final double intervalNanos;
    private final ThroughputRecorder throughput;
    private final EventQueue.Event timer;
    private Periods onPeriods;
    private Periods offPeriods;
    private boolean isOn;
    private long sent;
    private long runStartNanos;
    private long runEndNanos;
    private long runPackets;

    /**
     * Creates a source that is silent until it is started.
     *
     * @param packetSize     bytes, 1 or more
     * @param bytesPerSecond rate while it sends, above 0
     * @param binNanos       length of the bins in which throughput is recorded
     * @throws IllegalArgumentException if a value is out of range or no path leads from one node to the other
     */
    public UdpSource(RoutedNetwork network, Node from, Node to, int packetSize, double bytesPerSecond, long binNanos) {
        this.network = Objects.requireNonNull(network, "network");
        this.queue = network.queue();
        this.node = Objects.requireNonNull(from, "from");
        if (packetSize < 1) {
            throw new IllegalArgumentException("UDP packet size is " + packetSize + " bytes: accepted is 1 or more");
        }
        if (!(bytesPerSecond > 0 && bytesPerSecond < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("UDP rate is " + bytesPerSecond
                    + " bytes per second: accepted is above 0 and finite");
        }
        if (network.pathDelayNanos(from, to).isEmpty()) {
            throw new IllegalArgumentException("UDP source at " + from + ": " + to + " cannot be reached");
        }
        this.throughput = new ThroughputRecorder(0, binNanos);
        Port port = network.open(to, (received, now) -> throughput.add(received.size(), now));
        this.packet = new Packet(port, packetSize);
        this.intervalNanos = packetSize * NANOS_PER_SECOND / bytesPerSecond;
        this.timer = queue.timer(this::turn);
    }

    /** Sends without end from a time on. */
    public void startAt(long nanos) {
        onOffAt(nanos, null, null);
    }

    /** Alternates between sending and silence from a time on, beginning with an on period. */
    public void startAt(long nanos, Periods on, Periods off) {
        onOffAt(nanos, Objects.requireNonNull(on, "on"), Objects.requireNonNull(off, "off"));
    }

    /** Stops at a time; it may be started again. */
    public void stopAt(long nanos) {
        queue.schedule(nanos, timer::cancel);
    }

    /** Packets sent so far. */
    public long sent() {
        return sent;
    }

    /** Received bytes. */
    public ThroughputRecorder throughput() {
        return throughput;
    }

    private void onOffAt(long nanos, Periods on, Periods off) {
        queue.schedule(nanos, () -> {
            onPeriods = on;
            offPeriods = off;
            begin();
        });
    }

    private void begin() {
        isOn = true;
        runStartNanos = queue.now();
        runPackets = 0;
        runEndNanos = onPeriods == null ? Long.MAX_VALUE : runStartNanos + onPeriods.nextNanos();
        turn();
    }

    private void turn() {
        if (!isOn) {
            begin();
        } else if (queue.now() >= runEndNanos) {
            isOn = false;
            timer.schedule(queue.now() + offPeriods.nextNanos());
        } else {
            network.send(node, packet);
            sent++;
            runPackets++;
            timer.schedule(Math.min(runEndNanos, runStartNanos + (long) (runPackets * intervalNanos)));
        }
    }
}
