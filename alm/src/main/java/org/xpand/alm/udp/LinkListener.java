package org.xpand.alm.udp;

import org.xpand.protocols.api.SiteId;

/** Listener of a {@link DatagramLink}, always called on the loop. An exception is logged and counted; the link goes on. */
public interface LinkListener {
    /**
     * A datagram arrived from the endpoint of a known site. Without a seal that does not prove its origin: the reader has to check the
     * identities in it.
     *
     * @param from         site at whose endpoint the datagram was sent
     * @param buffer       its bytes; the array is used again after the call
     * @param offset       index of the first byte
     * @param length       0 to {@link LinkSettings#maxDatagram}
     * @param arrivalNanos when it was read from the socket, nanoseconds of the link's clock
     */
    void receive(SiteId from, byte[] buffer, int offset, int length, long arrivalNanos);

    /**
     * The same of a datagram that a router has marked instead of dropping it (RFC 3168). By default it is like any other.
     *
     * @param from         site at whose endpoint the datagram was sent
     * @param buffer       its bytes; the array is used again after the call
     * @param offset       index of the first byte
     * @param length       0 to {@link LinkSettings#maxDatagram}
     * @param arrivalNanos when it was read from the socket, nanoseconds of the link's clock
     */
    default void receiveMarked(SiteId from, byte[] buffer, int offset, int length, long arrivalNanos) {
        receive(from, buffer, offset, length, arrivalNanos);
    }

    /** All datagrams that were read in this turn of the loop have been passed on: the stacks can run now. */
    void readComplete();

    /** {@link DatagramLink#writable} is true again; never called during a call of the link. */
    void writable();
}
