package org.xpand.simulator.tcp;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongPredicate;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.LinkModelSettings;
import org.xpand.simulator.measure.ThroughputRecorder;
import org.xpand.simulator.net.Node;
import org.xpand.simulator.net.Port;
import org.xpand.simulator.net.RoutedNetwork;

/** A sender and a receiver 100 ms apart and back, and between them a link that drops the chosen packets. */
final class TcpPath {
    static final long MS = 1_000_000;
    static final long SECOND = 1_000 * MS;
    static final long RTT = 100 * MS;

    final RoutedNetwork network = new RoutedNetwork(new EventQueue(), 1);
    final TcpSender sender;
    final ThroughputRecorder received = new ThroughputRecorder(0, SECOND);
    /** Number and departure of each segment. */
    final List<long[]> segments = new ArrayList<>();
    /** Number and arrival of each acknowledgement. */
    final List<long[]> acks = new ArrayList<>();

    private OptionalLong completed = OptionalLong.empty();

    /** @param drops given the place of a segment in the order of departures, says whether it is dropped */
    TcpPath(TcpSettings settings, LongPredicate drops) {
        Node from = network.node("from");
        Node middle = network.node("middle");
        Node to = network.node("to");
        network.duplex(from, middle, LinkModelSettings.PERFECT);
        network.duplex(middle, to, LinkModelSettings.PERFECT.withDelayNanos(RTT / 2));
        TcpReceiver receiver = new TcpReceiver(settings, network, to, received);
        Port end = network.open(to, receiver::receive);
        Port filter = network.open(middle, (packet, now) -> {
            TcpSegment segment = (TcpSegment) packet;
            segments.add(new long[] {segment.number(), segment.sentNanos()});
            if (!drops.test(segments.size() - 1L)) {
                network.send(middle, new TcpSegment(end, segment.size(), segment.number(), segment.sentNanos()));
            }
        });
        sender = new TcpSender(settings, network, from, filter, () ->
                completed = OptionalLong.of(network.queue().now()));
        receiver.connect(network.open(from, (packet, now) -> {
            acks.add(new long[] {((TcpAck) packet).number(), now});
            sender.receive(packet, now);
        }));
    }

    /** Sends so many segments at once and runs until nothing happens any more; answers when all were acknowledged. */
    long transfer(long count) {
        sender.limit(count);
        network.queue().runUntilIdle();
        return completed.orElseThrow();
    }

    /** The numbers of the segments that left in the given round-trip time, counted from 0. */
    List<Long> departuresInRound(int round) {
        return segments.stream().filter(segment -> segment[1] / RTT == round).map(segment -> segment[0]).toList();
    }
}
