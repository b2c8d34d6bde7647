package org.xpand.experiments.tuf;

import java.util.Arrays;
import org.xpand.protocols.stack.WireFormat;
import org.xpand.protocols.strategy.RateHop;
import org.xpand.protocols.strategy.RateStrategy;
import org.xpand.protocols.wire.WireReader;
import org.xpand.protocols.wire.WireWriter;
import org.xpand.simulator.EventQueue;
import org.xpand.simulator.net.Link;
import org.xpand.simulator.net.Packet;
import org.xpand.simulator.net.Port;
import org.xpand.simulator.net.RoutedNetwork;

/**
 * One end of a filtered link: the strategy's own hop decides what goes onto it, and talks over it with the hop at the
 * other end.
 */
final class HopEnd {
    /** What the overlay puts around a hop's message: the common header, and the strategy's name with its length. */
    private static final int FRAME = WireFormat.COMMON_HEADER_LENGTH + 1 + "tuf".length();

    private final RoutedNetwork network;
    private final Link link;
    private final int index;
    private final RateHop hop;
    private final Port port;
    private final EventQueue.Event timer;
    private final WireReader reader = new WireReader();
    private final WireWriter writer = new WireWriter(new byte[RateHop.MAX_MESSAGE_LENGTH]);
    private HopEnd other;

    /**
     * @param link  from this end to the other
     * @param index its place among all filtered links
     */
    HopEnd(RoutedNetwork network, Link link, int index, RateStrategy strategy) {
        this.network = network;
        this.link = link;
        this.index = index;
        this.hop = strategy.newHop(network.random("hop " + link)).orElseThrow();
        this.port = network.open(link.from(), this::receive);
        this.timer = network.queue().timer(this::turn);
    }

    /** Both ends talk from now on. */
    static void connect(HopEnd one, HopEnd another) {
        one.other = another;
        another.other = one;
        one.turn();
        another.turn();
    }

    Link link() {
        return link;
    }

    int index() {
        return index;
    }

    RateHop hop() {
        return hop;
    }

    /** A packet wants to go onto the link; answers whether the filter let it. */
    boolean offer(Branch branch, long number, int size, byte[] header, int headerLength, long nowNanos) {
        if (!hop.admit(reader.reset(header, 0, headerLength), size, nowNanos)) {
            return false;
        }
        network.send(link.from(), new TufPacket(other.port, size, branch, number, Arrays.copyOf(header, headerLength)));
        return true;
    }

    private void receive(Packet packet, long nowNanos) {
        if (packet instanceof HopMessage message) {
            hop.messageReceived(message.read(reader), nowNanos);
            turn();
        } else {
            hop.packetReceived(packet.size(), nowNanos);
            ((TufPacket) packet).arrive(nowNanos);
        }
    }

    private void turn() {
        long now = network.queue().now();
        while (hop.nextDeadlineNanos() <= now && hop.pullMessage(writer.reset(0, RateHop.MAX_MESSAGE_LENGTH), now)) {
            network.send(link.from(), new HopMessage(other.port, FRAME + writer.position(),
                    Arrays.copyOf(writer.buffer(), writer.position())));
        }
        timer.schedule(Math.max(hop.nextDeadlineNanos(), now + 1));
    }
}
