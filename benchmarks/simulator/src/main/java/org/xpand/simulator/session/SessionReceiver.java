package org.xpand.simulator.session;

import java.util.Arrays;
import org.xpand.protocols.stack.WireFormat;
import org.xpand.protocols.strategy.RateReceiver;
import org.xpand.protocols.strategy.RateReceiverStats;
import org.xpand.protocols.wire.MalformedPacketException;
import org.xpand.protocols.wire.ReplayWindow;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.measure.ThroughputRecorder;
import org.xpand.simulator.net.Node;
import org.xpand.simulator.net.Packet;
import org.xpand.simulator.net.Port;

/** One receiver of a session; made by {@link StrategySession#receiver}. Calls make it join and leave. */
public final class SessionReceiver {
    /** How far behind the newest number a late packet is still accepted, as by a real receiver. */
    private static final int REPLAYS = 4096;

    private final StrategySession session;
    private final long key;
    private final Node node;
    private final EventQueue queue;
    private final RateReceiver receiver;
    private final ThroughputRecorder throughput;
    private final EventQueue.Event timer;
    private final WireReader reader = new WireReader();

    private ReplayWindow seen;
    private Port port;
    /** Whether the source treats it as a receiver, also after it has vanished. */
    private boolean respected;
    private long reports;
    private long duplicates;
    private long malformed;

    SessionReceiver(StrategySession session, long key, Node node, RateReceiver receiver,
                    ThroughputRecorder throughput) {
        this.session = session;
        this.key = key;
        this.node = node;
        this.queue = session.network().queue();
        this.receiver = receiver;
        this.throughput = throughput;
        this.timer = queue.timer(this::turn);
        receiver.identity(key);
    }

    /** The key by which the source knows it. */
    public long key() {
        return key;
    }

    /** Its node. */
    public Node node() {
        return node;
    }

    /** Whether it is a member now. */
    public boolean isMember() {
        return port != null;
    }

    /** Received bytes of whole packets. */
    public ThroughputRecorder throughput() {
        return throughput;
    }

    /** The present state of its strategy. */
    public RateReceiverStats stats() {
        return receiver.stats(queue.now());
    }

    /** Reports sent so far. */
    public long reports() {
        return reports;
    }

    /** Packets dropped because their number had been seen. */
    public long duplicates() {
        return duplicates;
    }

    /** Packets dropped because their header was malformed. */
    public long malformed() {
        return malformed;
    }

    /** Joins at a time; has no effect for a member. A receiver that returns keeps its measurements. */
    public void joinAt(long nanos) {
        queue.schedule(nanos, this::join);
    }

    /** Leaves at a time and notifies the source; also if it has vanished before. */
    public void leaveAt(long nanos) {
        queue.schedule(nanos, () -> leave(true));
    }

    /** Becomes silent at a time, as if its process had died, without notifying the source. */
    public void vanishAt(long nanos) {
        queue.schedule(nanos, () -> leave(false));
    }

    private void join() {
        if (port != null) {
            return;
        }
        if (seen != null) {
            receiver.numbersRestarted(queue.now());
        }
        seen = new ReplayWindow(REPLAYS);
        port = session.network().open(node, this::receive);
        session.joined(this, !respected);
        respected = true;
    }

    private void leave(boolean isReported) {
        if (port != null) {
            session.silenced(this);
            port.close();
            port = null;
            timer.cancel();
        }
        if (isReported && respected) {
            respected = false;
            session.left(this);
        }
    }

    Port port() {
        return port;
    }

    private void receive(Packet packet, long nowNanos) {
        SessionData data = (SessionData) packet;
        if (!seen.take(data.number())) {
            duplicates++;
            return;
        }
        if (data.isMarked()) {
            receiver.nextIsMarked();
        }
        try {
            receiver.packetReceived(data.number(), data.size(), data.sentNanos(), data.readHeader(reader), nowNanos);
        } catch (MalformedPacketException e) {
            malformed++;
            return;
        }
        throughput.add(data.size(), nowNanos);
        turn();
    }

    private void turn() {
        long now = queue.now();
        if (receiver.nextDeadlineNanos() <= now) {
            receiver.deadlineReached(now);
        }
        if (receiver.reportDue(now)) {
            report(now);
        }
        long deadline = receiver.nextDeadlineNanos();
        // An earlier timer is kept: most packets only move the deadline a little.
        if (deadline != Long.MAX_VALUE && !(timer.isPending() && timer.atNanos() <= deadline)) {
            timer.schedule(Math.max(deadline, now + 1));
        }
    }

    private void report(long nowNanos) {
        WireWriter out = new WireWriter(new byte[RateReceiver.MAX_REPORT_LENGTH]);
        receiver.writeReport(out, nowNanos);
        reports++;
        session.report(this, new SessionReport(session.port(), WireFormat.REPORT_HEADER_LENGTH + 1 + out.position(),
                key, Arrays.copyOf(out.buffer(), out.position())));
    }
}
