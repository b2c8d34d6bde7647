package org.xpand.protocols.stack;

import org.xpand.protocols.directory.SiteId;
import org.xpand.protocols.wire.WireWriter;

/**
 * The one packet that is being built. A layer below reserves room for its headers, the topmost layer that has something
 * to send decides kind and destination and writes the body, and the layers below fill in their headers on the way
 * down. Reused for every packet.
 */
public final class OutPacket {
    private final WireWriter writer = new WireWriter(new byte[WireFormat.MTU]);
    private PacketKind kind;
    private SiteId destination;
    private int strategyHeaderLength;
    private int precedence;

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

    /** Reserves room for the rate control's header, should the packet turn out to be of the meta-flow. */
    void reserveStrategyHeader(int length) {
        strategyHeaderLength = length;
    }

    int strategyHeaderLength() {
        return strategyHeaderLength;
    }

    /** Begins a packet of the meta-flow, for everyone on the group's tree. */
    public void beginData() {
        begin(PacketKind.DATA, null, WireFormat.DATA_HEADER_LENGTH + 1 + strategyHeaderLength);
    }

    /** Begins a packet of the repair stream to one site. */
    public void beginRepair(SiteId site) {
        begin(PacketKind.REPAIR, site, WireFormat.REPAIR_HEADER_LENGTH);
    }

    /** Begins a report to the delegate of one site. */
    void beginReport(SiteId site) {
        begin(PacketKind.REPORT, site, WireFormat.REPORT_HEADER_LENGTH);
    }

    private void begin(PacketKind newKind, SiteId site, int headerLength) {
        kind = newKind;
        destination = site;
        precedence = 0;
        writer.reset(0, WireFormat.MTU);
        writer.skip(headerLength);
    }
}
