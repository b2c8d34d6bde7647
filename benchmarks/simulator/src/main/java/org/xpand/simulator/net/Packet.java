package org.xpand.simulator.net;

import java.util.Objects;

/**
 * A packet: an immutable object with a size, the same at every hop and for every receiver. Protocols put their
 * content into subclasses, which are immutable too.
 */
public class Packet {
    private final Port port;
    private final MulticastGroup group;
    private final int size;

    /**
     * Creates a packet for one receiver.
     *
     * @param size for rates and queues, headers included, bytes, 0 or more
     */
    public Packet(Port destination, int size) {
        this(Objects.requireNonNull(destination, "destination"), null, size);
    }

    /**
     * Creates a packet for the members of a group.
     *
     * @param size for rates and queues, headers included, bytes, 0 or more
     */
    public Packet(MulticastGroup destination, int size) {
        this(null, Objects.requireNonNull(destination, "destination"), size);
    }

    /** Creates a packet with the destination and the size of another one. */
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

    /** Whether it announces that routers can mark it (RFC 3168). By default it does not. */
    protected boolean canBeMarked() {
        return false;
    }

    /** The same packet with a mark; called only for one that can be marked. */
    protected Packet marked() {
        throw new UnsupportedOperationException("a packet that cannot be marked");
    }

    /** Bytes, headers included. */
    public final int size() {
        return size;
    }

    /** The receiver, null for a packet to a group. */
    final Port port() {
        return port;
    }

    /** The group, null for a packet to one receiver. */
    final MulticastGroup group() {
        return group;
    }
}
