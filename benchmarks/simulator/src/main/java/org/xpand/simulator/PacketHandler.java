package org.xpand.simulator;

import org.xpand.protocols.api.SiteId;

/** Receives the packets that arrive at a node of a {@link Network}. */
@FunctionalInterface
public interface PacketHandler {
    /**
     * A packet has arrived. Called inside an event of the network's queue, so it may send and schedule.
     *
     * @param from     the node that sent it
     * @param bytes    contains the packet; shared with its other receivers, so it must not be changed
     * @param offset   where the packet begins
     * @param length   its length in bytes
     * @param nowNanos the virtual time
     */
    void receive(SiteId from, byte[] bytes, int offset, int length, long nowNanos);
}
