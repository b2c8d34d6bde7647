package org.xpand.protocols.stack;

import org.xpand.protocols.strategy.RateSource;

/** Lengths and fixed values of the datagram format between delegates. */
public final class WireFormat {
    /** First byte of every datagram. */
    public static final int MAGIC = 0x58;
    /** Second byte: the version of the format. */
    public static final int VERSION = 1;
    /** Flag of a data packet that went directly from its source to this site: it is not forwarded. */
    public static final int DIRECT = 1;
    /** Flag of a data packet that a router has marked on its path (RFC 3168); forwarders keep it. */
    public static final int MARKED = 2;
    /** Offset of the kind. */
    public static final int KIND_AT = 2;
    /** Offset of the flags. */
    public static final int FLAGS_AT = 3;
    /** Magic, version, kind and flags. */
    public static final int COMMON_HEADER_LENGTH = 4;
    /** The flags of a data packet or report from this bit on: the number of the length for which its path was tested. */
    public static final int SIZE_SHIFT = 2;
    /** Datagram, all headers included and the seal excluded, for untested paths, in bytes. */
    public static final int MTU = 1368;
    /** Longest datagram anywhere, the content of an Ethernet frame of 9000 bytes with IPv6, in bytes. */
    public static final int MAX_LENGTH = 8944;
    /** The part of a datagram with a segment that is neither the segment nor the strategy's header: the longest of the other headers. */
    public static final int SEGMENT_OVERHEAD = 88;
    /** The part of a datagram with a segment that is not the segment, with whatever strategy. */
    public static final int MAX_SEGMENT_OVERHEAD = SEGMENT_OVERHEAD + RateSource.MAX_HEADER_LENGTH;
    /** Common header, snapshot (12), group (8), source site (8), incarnation (8), number (8), sending time (8). */
    public static final int DATA_HEADER_LENGTH = COMMON_HEADER_LENGTH + 52;
    /** Common header, group (8), source site (8), incarnation (8), repair number (8). */
    public static final int REPAIR_HEADER_LENGTH = COMMON_HEADER_LENGTH + 32;
    /** Common header, group (8), reporting site (8), its incarnation (8), incarnation reported about (8). */
    public static final int REPORT_HEADER_LENGTH = COMMON_HEADER_LENGTH + 32;
    /**
     * Bit of the byte with the length of the strategy's header or report: the strategy is one to which the group was changed an odd
     * number of times.
     */
    static final int ODD = 0x80;
    /** First byte of a packet of redundancy, in place of the type of a frame. */
    static final int REDUNDANCY_FRAME = 11;

    private WireFormat() {
    }

    /**
     * {@return whether the strategy's header of a data packet was written after an odd number of changes of the group's strategy}
     *
     * @param datagram contains a data packet
     * @param offset   where the data packet begins, bytes
     */
    public static boolean odd(byte[] datagram, int offset) {
        return (datagram[offset + DATA_HEADER_LENGTH] & ODD) != 0;
    }
}
