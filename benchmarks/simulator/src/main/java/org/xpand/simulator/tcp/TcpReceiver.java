package org.xpand.simulator.tcp;

import java.util.ArrayList;
import java.util.List;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.measure.ThroughputRecorder;
import org.xpand.simulator.net.Node;
import org.xpand.simulator.net.Packet;
import org.xpand.simulator.net.Port;
import org.xpand.simulator.net.RoutedNetwork;

/** The receiving end: acknowledges (RFC 5681 §4.2) and reports the blocks that it holds (RFC 2018). */
final class TcpReceiver {
    /** Blocks that fit into an acknowledgement (RFC 2018 §3), without and with timestamps. */
    private static final int MAX_BLOCKS = 4;
    private static final int MAX_BLOCKS_WITH_TIMESTAMPS = 3;

    private final TcpSettings settings;
    private final RoutedNetwork network;
    private final EventQueue queue;
    private final Node node;
    private final ThroughputRecorder throughput;
    private final EventQueue.Event delayed;
    private final int maxBlocks;
    /** Blocks held above {@link #next}, from and to, the one that grew last first. */
    private final List<long[]> blocks = new ArrayList<>();
    private Port sender;
    private long next;
    private int unacknowledged;
    private long acknowledged;
    private long echoNanos;

    TcpReceiver(TcpSettings settings, RoutedNetwork network, Node node, ThroughputRecorder throughput) {
        this.settings = settings;
        this.network = network;
        this.queue = network.queue();
        this.node = node;
        this.throughput = throughput;
        this.delayed = queue.timer(this::acknowledge);
        this.maxBlocks = settings.timestamps() ? MAX_BLOCKS_WITH_TIMESTAMPS : MAX_BLOCKS;
    }

    void connect(Port senderPort) {
        sender = senderPort;
    }

    void receive(Packet packet, long nowNanos) {
        TcpSegment segment = (TcpSegment) packet;
        long number = segment.number();
        if (number <= acknowledged) {
            // RFC 7323 §4.3: of several segments acknowledged together the first one's time stamp is echoed.
            echoNanos = segment.sentNanos();
        }
        boolean isNew = number >= next && !holds(number);
        if (isNew) {
            throughput.add(segment.size(), nowNanos);
        }
        boolean inOrder = number == next && blocks.isEmpty();
        if (number == next) {
            next++;
            absorb();
        } else if (isNew) {
            hold(number);
        }
        unacknowledged++;
        if (!settings.delayedAcks() || !inOrder || unacknowledged >= 2) {
            acknowledge();
        } else if (!delayed.isPending()) {
            delayed.schedule(nowNanos + settings.delayedAckNanos());
        }
    }

    private void acknowledge() {
        delayed.cancel();
        unacknowledged = 0;
        acknowledged = next;
        network.send(node, new TcpAck(sender, settings.ackSize(), next, blocksToReport(), echoNanos));
    }

    private long[] blocksToReport() {
        if (settings.recovery() != TcpSettings.Recovery.SACK || blocks.isEmpty()) {
            return TcpAck.NO_BLOCKS;
        }
        long[] reported = new long[2 * Math.min(maxBlocks, blocks.size())];
        for (int i = 0; i < reported.length; i++) {
            reported[i] = blocks.get(i / 2)[i % 2];
        }
        return reported;
    }

    private boolean holds(long number) {
        for (int i = 0; i < blocks.size(); i++) {
            if (number >= blocks.get(i)[0] && number < blocks.get(i)[1]) {
                return true;
            }
        }
        return false;
    }

    private void hold(long number) {
        long[] grown = {number, number + 1};
        for (int i = blocks.size() - 1; i >= 0; i--) {
            long[] block = blocks.get(i);
            if (block[1] == grown[0] || block[0] == grown[1]) {
                grown[0] = Math.min(grown[0], block[0]);
                grown[1] = Math.max(grown[1], block[1]);
                blocks.remove(i);
            }
        }
        blocks.add(0, grown);
    }

    private void absorb() {
        for (int i = 0; i < blocks.size(); i++) {
            if (blocks.get(i)[0] == next) {
                next = blocks.remove(i)[1];
                return;
            }
        }
    }
}
