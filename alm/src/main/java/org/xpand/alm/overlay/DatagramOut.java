package org.xpand.alm.overlay;

import org.xpand.protocols.api.SiteId;

/** Sends a delegate's datagrams. */
public interface DatagramOut {
    /** Sends the bytes to the delegate of a site, or drops them as a network does; they are copied before it returns. */
    void send(SiteId to, byte[] buffer, int offset, int length);

    /**
     * The same with a traffic class, the second byte of an IPv4 header: a code point (RFC 2474) and two bits of RFC 3168. By
     * default there are no traffic classes.
     */
    default void send(SiteId to, byte[] buffer, int offset, int length, int trafficClass) {
        send(to, buffer, offset, length);
    }

    /**
     * Sends a datagram on its own and unfragmented, to find out which length the path carries; it may be longer than others. Only
     * where {@link #marks} is true, by default nowhere.
     */
    default void probe(SiteId to, byte[] buffer, int offset, int length, int trafficClass) {
    }

    /** Whether traffic classes are set, marks of arriving datagrams are reported, and probes can be sent. */
    default boolean marks() {
        return false;
    }

    /**
     * How many bytes of arrived datagrams may wait to be read; 0, the default, if that is not known or there is no limit.
     */
    default long receiveRoomBytes() {
        return 0;
    }

    /** Whether a datagram would be accepted now; while not, pacing waits. */
    boolean isWritable();
}
