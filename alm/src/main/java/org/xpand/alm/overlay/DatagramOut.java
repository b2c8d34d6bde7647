package org.xpand.alm.overlay;

import org.xpand.protocols.api.SiteId;

/** Where a delegate's datagrams go. */
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
     * Sends a datagram by itself and never fragmented, to find out what the way lets pass; it may be longer than others. Only
     * where {@link #marks} says so, by default nowhere.
     */
    default void probe(SiteId to, byte[] buffer, int offset, int length, int trafficClass) {
    }

    /** Whether traffic classes are set, marks of arriving datagrams are told, and probes leave. */
    default boolean marks() {
        return false;
    }

    /**
     * How many bytes of datagrams that have arrived may wait to be read; 0, the default, if that is not known or there is always
     * room.
     */
    default long receiveRoomBytes() {
        return 0;
    }

    /** Whether a datagram would be taken now; while not, pacing waits. */
    boolean isWritable();
}
