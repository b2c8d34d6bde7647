package org.xpand.protocols.stack;

import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.wire.WireReader;

/**
 * A packet on its way up. The reader is positioned after the headers of the layers already passed. Valid during the call
 * that passes it on; reused.
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
     * @param newSite        the source of data and repairs, the reporter of a report
     * @param newIncarnation the incarnation of the delegate of that site
     * @param body           positioned after the header fields above
     * @param newLength      length of the whole datagram in bytes
     * @return this packet
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

    /** {@return the kind of the packet} */
    public PacketKind kind() {
        return kind;
    }

    /** {@return the source of data and repairs, the reporter of a report} */
    public SiteId site() {
        return site;
    }

    /** {@return the incarnation of that site's delegate} */
    public long incarnation() {
        return incarnation;
    }

    /**
     * Sets the path on which the packet arrived; equal values mean the same path.
     *
     * @param way number of the path, given by the overlay; 0 if unknown
     * @return this packet
     */
    public InPacket path(long way) {
        path = way;
        return this;
    }

    /** {@return the path on which the packet arrived, as numbered by the overlay} */
    public long path() {
        return path;
    }

    /**
     * Sets whether a router has marked the packet on its path.
     *
     * @param value true if a data packet has the mark (RFC 3168)
     * @return this packet
     */
    public InPacket marked(boolean value) {
        marked = value;
        return this;
    }

    /** {@return whether a router has marked the packet on its path, where it would otherwise have been dropped} */
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

    /** {@return length of the whole datagram in bytes} */
    public int length() {
        return length;
    }

    /** {@return the part that the layers passed so far have not read} */
    public WireReader reader() {
        return reader;
    }
}
