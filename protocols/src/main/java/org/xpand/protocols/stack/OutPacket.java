package org.xpand.protocols.stack;

import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.wire.WireWriter;

/**
 * The one packet that is being built. A layer below reserves room for its headers, the topmost layer that has something
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

    /** Where the packet is written. */
    public WireWriter writer() {
        return writer;
    }

    /** What the packet is. */
    public PacketKind kind() {
        return kind;
    }

    /** Where it goes by unicast, or null if it goes along the group's tree. */
    public SiteId destination() {
        return destination;
    }

    /** The drop precedence of what it carries, 0 for the most important. */
    public int precedence() {
        return precedence;
    }

    /** Says which drop precedence a packet of the meta-flow has; 0 unless said. */
    public void precedence(int value) {
        precedence = value;
    }

    /** Length of the datagram so far in bytes. */
    public int length() {
        return writer.position();
    }

    /**
     * Says how long packets may be from now on, as the ways they take let pass.
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
     * Makes room for something in a packet that has nothing yet, even if it gets too long for its way: what was cut for longer
     * packets goes as it is, and the system cuts the datagram apart.
     */
    public void makeRoom(int bytes) {
        if (writer.position() == headerLength && writer.remaining() < bytes) {
            writer.reset(headerLength, Math.min(WireFormat.MAX_LENGTH, headerLength + bytes));
        }
    }

    /** Number and length of the rate control's header, should the packet turn out to be of the meta-flow. */
    void reserve(long newNumber, int headerLength) {
        number = newNumber;
        strategyHeaderLength = headerLength;
    }

    /** The number it will have if it is of the meta-flow. */
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

    /** Bodies are as long as packets may be again. */
    void unlimitBody() {
        dataLimit = maxLength;
    }

    /** Begins a packet of the meta-flow, for everyone on the group's tree. */
    public void beginData() {
        begin(PacketKind.DATA, null, bodyStart(), dataLimit);
    }

    /** Begins a packet of the repair stream to one site. */
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
