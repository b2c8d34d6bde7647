package org.xpand.protocols.stack;

import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.wire.WireWriter;

/**
 * The packet that is being built. A layer below reserves room for its headers, the topmost layer that has something
 * to send decides kind and destination and writes the body, and the layers below fill in their headers on the way
 * down. Reused for every packet.
 */
public final class OutPacket {
    private final WireWriter writer = new WireWriter(new byte[WireFormat.MAX_LENGTH]);
    private PacketKind kind;
    private SiteId destination;
    private int strategyHeaderLength;
    private long number;
    private int precedence;
    private int maxLength = WireFormat.MTU;
    private int dataLimit = maxLength;
    private int headerLength;

    /** {@return the writer of the packet} */
    public WireWriter writer() {
        return writer;
    }

    /** {@return the kind of the packet} */
    public PacketKind kind() {
        return kind;
    }

    /** {@return the unicast destination, or null if it goes along the group's tree} */
    public SiteId destination() {
        return destination;
    }

    /** {@return the drop precedence of its content, 0 for the most important} */
    public int precedence() {
        return precedence;
    }

    /**
     * Sets the drop precedence of a packet of the meta-flow; 0 by default.
     *
     * @param value from 0, the most important
     */
    public void precedence(int value) {
        precedence = value;
    }

    /** {@return length of the datagram so far in bytes} */
    public int length() {
        return writer.position();
    }

    /**
     * Sets how long packets may be from now on, as their paths carry.
     *
     * @param bytes with all headers, up to {@link WireFormat#MAX_LENGTH}
     */
    public void maxLength(int bytes) {
        maxLength = bytes;
        dataLimit = bytes;
    }

    /** How long packets may be, bytes. */
    int maxLength() {
        return maxLength;
    }

    /**
     * Makes room for something in an empty packet, even if it becomes too long for its path: segments cut for longer packets are sent as
     * they are, and the system fragments the datagram.
     *
     * @param bytes bytes that are to fit behind the headers
     */
    public void makeRoom(int bytes) {
        if (writer.position() == headerLength && writer.remaining() < bytes) {
            writer.reset(headerLength, Math.min(WireFormat.MAX_LENGTH, headerLength + bytes));
        }
    }

    /** Reserves number and header length of the rate control, for the case that the packet belongs to the meta-flow. */
    void reserve(long newNumber, int headerLength) {
        number = newNumber;
        strategyHeaderLength = headerLength;
    }

    /** Its number if it belongs to the meta-flow. */
    long number() {
        return number;
    }

    /** Where the body of a packet of the meta-flow begins. */
    int bodyStart() {
        return WireFormat.DATA_HEADER_LENGTH + 1 + strategyHeaderLength;
    }

    /** Packets of the meta-flow have bodies of at most {@code length} bytes from now on. */
    void limitBody(int length) {
        dataLimit = Math.min(maxLength, bodyStart() + length);
    }

    /** Lets bodies be as long as packets may be again. */
    void unlimitBody() {
        dataLimit = maxLength;
    }

    /** Begins a packet of the meta-flow, for all sites on the group's tree. */
    public void beginData() {
        begin(PacketKind.DATA, null, bodyStart(), dataLimit);
    }

    /**
     * Begins a packet of the repair stream to one site.
     *
     * @param site the site to which the packet goes
     */
    public void beginRepair(SiteId site) {
        begin(PacketKind.REPAIR, site, WireFormat.REPAIR_HEADER_LENGTH, maxLength);
    }

    /** Begins a report to the delegate of one site. */
    void beginReport(SiteId site) {
        begin(PacketKind.REPORT, site, WireFormat.REPORT_HEADER_LENGTH, maxLength);
    }

    private void begin(PacketKind newKind, SiteId site, int length, int limit) {
        headerLength = length;
        kind = newKind;
        destination = site;
        precedence = 0;
        writer.reset(0, limit);
        writer.skip(headerLength);
    }
}
