package org.xpand.alm.overlay;

import org.xpand.protocols.api.SiteId;

/** Sends a delegate's datagrams. Called on the overlay's thread. */
public interface DatagramOut {
    /**
     * Sends the bytes to the delegate of a site, or drops them as a network does; they are copied before it returns.
     *
     * @param to     the receiving site
     * @param buffer contains the datagram
     * @param offset index of its first byte
     * @param length its length, bytes, more than 0
     */
    void send(SiteId to, byte[] buffer, int offset, int length);

    /**
     * The same with a traffic class, the second byte of an IPv4 header: a code point (RFC 2474) and two bits of RFC 3168. By
     * default there are no traffic classes.
     *
     * @param to           the receiving site
     * @param buffer       contains the datagram
     * @param offset       index of its first byte
     * @param length       its length, bytes, more than 0
     * @param trafficClass the second byte of an IPv4 header, 0 to 255
     */
    default void send(SiteId to, byte[] buffer, int offset, int length, int trafficClass) {
        send(to, buffer, offset, length);
    }

    /**
     * Sends a datagram on its own and unfragmented, to find out which length the path carries; it may be longer than others. Only
     * where {@link #marks} is true, by default nowhere.
     *
     * @param to           the receiving site
     * @param buffer       contains the datagram
     * @param offset       index of its first byte
     * @param length       its length, bytes, at most {@link org.xpand.alm.api.OverlayConfig#maxDatagram}
     * @param trafficClass the second byte of an IPv4 header, 0 to 255
     */
    default void probe(SiteId to, byte[] buffer, int offset, int length, int trafficClass) {
    }

    /** {@return whether traffic classes are set, marks of arriving datagrams are reported, and probes can be sent} */
    default boolean marks() {
        return false;
    }

    /** {@return how many bytes of arrived datagrams may wait to be read; 0, the default, if that is not known or there is no limit} */
    default long receiveRoomBytes() {
        return 0;
    }

    /** {@return whether a datagram would be accepted now} If not, the groups wait: the overlay is to be run again when one would be. */
    boolean isWritable();
}
