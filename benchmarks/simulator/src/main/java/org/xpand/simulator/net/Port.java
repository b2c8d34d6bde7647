package org.xpand.simulator.net;

/** Where packets are taken at a node, for one protocol end; made by {@link RoutedNetwork#open}. */
public final class Port {
    private final Node node;
    private PacketSink sink;
    private long packets;
    private long bytes;

    Port(Node node, PacketSink sink) {
        this.node = node;
        this.sink = sink;
    }

    /** Where it is. */
    public Node node() {
        return node;
    }

    /** Packets taken so far. */
    public long packets() {
        return packets;
    }

    /** Bytes of the packets taken so far. */
    public long bytes() {
        return bytes;
    }

    /** Takes no more packets, as if its process had died: what arrives is counted as unclaimed by the network. */
    public void close() {
        sink = null;
    }

    /** Answers whether somebody took it. */
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
