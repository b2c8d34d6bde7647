package org.xpand.protocols.stack;

import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.wire.WireReader;

/**
 * A packet on its way up. The reader stands behind the headers of the layers already passed. Valid during the call
 * that hands it over; reused.
 */
public final class InPacket {
    private final WireReader reader = new WireReader();
    private PacketKind kind;
    private SiteId site;
    private long incarnation;
    private int length;
    private long path;
    private long number;
    private boolean marked;

    /**
     * Takes a datagram whose common header has been checked.
     *
     * @param newKind        DATA, REPAIR or REPORT
     * @param newSite        who made it: the source of data and repairs, the reporter of a report
     * @param newIncarnation the incarnation of the delegate that made it
     * @param body           stands behind the header fields above
     * @param newLength      length of the whole datagram in bytes
     */
    public InPacket reset(PacketKind newKind, SiteId newSite, long newIncarnation, WireReader body, int newLength) {
        kind = newKind;
        site = newSite;
        incarnation = newIncarnation;
        length = newLength;
        path = 0;
        number = 0;
        marked = false;
        reader.reset(body.buffer(), body.position(), body.remaining());
        return this;
    }

    /** What the packet is. */
    public PacketKind kind() {
        return kind;
    }

    /** Who made it: the source of data and repairs, the reporter of a report. */
    public SiteId site() {
        return site;
    }

    /** The incarnation of the delegate that made it. */
    public long incarnation() {
        return incarnation;
    }

    /** Says on which way the packet came; equal values are the same way. */
    public InPacket path(long way) {
        path = way;
        return this;
    }

    /** The way the packet came, as the overlay tells ways apart. */
    public long path() {
        return path;
    }

    /** Says whether a router has marked the packet on its way. */
    public InPacket marked(boolean value) {
        marked = value;
        return this;
    }

    /** Whether a router has marked the packet on its way: where it stood it would have been dropped else. */
    public boolean marked() {
        return marked;
    }

    void number(long value) {
        number = value;
    }

    /** The number of a packet of the meta-flow, once the rate control's layer has read it. */
    long number() {
        return number;
    }

    /** Length of the whole datagram in bytes. */
    public int length() {
        return length;
    }

    /** What the layers passed so far have left to read. */
    public WireReader reader() {
        return reader;
    }
}
