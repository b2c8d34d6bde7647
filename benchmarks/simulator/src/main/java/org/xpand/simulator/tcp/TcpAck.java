package org.xpand.simulator.tcp;

import org.xpand.simulator.net.Packet;
import org.xpand.simulator.net.Port;

/** An acknowledgement of all segments below a number, and of blocks above it. */
final class TcpAck extends Packet {
    static final long[] NO_BLOCKS = {};

    private final long number;
    private final long[] blocks;
    private final long echoNanos;

    /**
     * @param number    the segment expected next
     * @param blocks    pairs of the first number and the number after the last of segments held above it
     * @param echoNanos the time stamp echoed
     */
    TcpAck(Port sender, int size, long number, long[] blocks, long echoNanos) {
        super(sender, size);
        this.number = number;
        this.blocks = blocks;
        this.echoNanos = echoNanos;
    }

    long number() {
        return number;
    }

    long[] blocks() {
        return blocks;
    }

    long echoNanos() {
        return echoNanos;
    }
}
