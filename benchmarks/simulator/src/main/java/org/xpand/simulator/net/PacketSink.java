package org.xpand.simulator.net;

/** Receives the packets that arrive at a {@link Port}. */
@FunctionalInterface
public interface PacketSink {
    /**
     * A packet has arrived. Called inside an event of the network's queue, so it may send and schedule.
     *
     * @param packet   shared with its other receivers
     * @param nowNanos the virtual time
     */
    void receive(Packet packet, long nowNanos);
}
