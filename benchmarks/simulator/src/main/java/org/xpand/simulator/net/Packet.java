package org.xpand.simulator.net;

import java.util.Objects;

/**
 * What travels: an immutable object with a size, the same at every hop and for every receiver. Protocols put what they
 * carry into subclasses, immutable too.
 */
public class Packet {
    private final Port port;
    private final MulticastGroup group;
    private final int size;

    /**
     * A packet for one receiver.
     *
     * @param size what it takes of rates and queues, headers included, bytes, 0 or more
     */
    public Packet(Port destination, int size) {
        this(Objects.requireNonNull(destination, "destination"), null, size);
    }

    /**
     * A packet for the members of a group.
     *
     * @param size what it takes of rates and queues, headers included, bytes, 0 or more
     */
    public Packet(MulticastGroup destination, int size) {
        this(null, Objects.requireNonNull(destination, "destination"), size);
    }

    /** A packet for whom another one is, of its size. */
    protected Packet(Packet other) {
        this(other.port, other.group, other.size);
    }

    private Packet(Port port, MulticastGroup group, int size) {
        if (size < 0) {
            throw new IllegalArgumentException("packet size is " + size + " bytes: accepted is 0 or more");
        }
        this.port = port;
        this.group = group;
        this.size = size;
    }

    /** Whether it says that routers can mark it (RFC 3168). By default it does not. */
    protected boolean canBeMarked() {
        return false;
    }

    /** The same packet with a mark; asked only of one that can be marked. */
    protected Packet marked() {
        throw new UnsupportedOperationException("a packet that cannot be marked");
    }

    /** Bytes, headers included. */
    public final int size() {
        return size;
    }

    /** The receiver, null of a packet for a group. */
    final Port port() {
        return port;
    }

    /** The group, null of a packet for one receiver. */
    final MulticastGroup group() {
        return group;
    }
}
