package org.xpand.simulator.tcp;

import org.xpand.simulator.net.Packet;
import org.xpand.simulator.net.Port;

/** A segment with its number and the time when it was sent. */
final class TcpSegment extends Packet {
    private final long number;
    private final long sentNanos;

    TcpSegment(Port receiver, int size, long number, long sentNanos) {
        super(receiver, size);
        this.number = number;
        this.sentNanos = sentNanos;
    }

    long number() {
        return number;
    }

    long sentNanos() {
        return sentNanos;
    }
}
