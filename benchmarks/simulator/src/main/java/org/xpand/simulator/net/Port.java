package org.xpand.simulator.net;

/** Where one end of a protocol receives packets at a node; made by {@link RoutedNetwork#open}. */
public final class Port {
    private final Node node;
    private PacketSink sink;
    private long packets;
    private long bytes;

    Port(Node node, PacketSink sink) {
        this.node = node;
        this.sink = sink;
    }

    /** Its node. */
    public Node node() {
        return node;
    }

    /** Packets received so far. */
    public long packets() {
        return packets;
    }

    /** Bytes of the packets received so far. */
    public long bytes() {
        return bytes;
    }

    /** Receives no more packets, as if its process had died: the network counts arrivals as unclaimed. */
    public void close() {
        sink = null;
    }

    /** Passes on a packet; returns whether the port is open. */
    boolean receive(Packet packet, long nowNanos) {
        if (sink == null) {
            return false;
        }
        packets++;
        bytes += packet.size();
        sink.receive(packet, nowNanos);
        return true;
    }

    @Override
    public String toString() {
        return "port at " + node;
    }
}
