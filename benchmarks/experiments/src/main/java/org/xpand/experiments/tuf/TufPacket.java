package org.xpand.experiments.tuf;

import org.xpand.simulator.net.Packet;
import org.xpand.simulator.net.Port;

/** A packet of a group on one link of its tree, with the strategy's header. */
final class TufPacket extends Packet {
    private final Branch branch;
    private final long number;
    private final byte[] header;

    TufPacket(Port port, int size, Branch branch, long number, byte[] header) {
        super(port, size);
        this.branch = branch;
        this.number = number;
        this.header = header;
    }

    void arrive(long nowNanos) {
        branch.arrived(number, size(), header, nowNanos);
    }
}
