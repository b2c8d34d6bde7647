package org.xpand.alm.udp;

import org.xpand.protocols.api.SiteId;

/** What a {@link DatagramLink} tells its owner, always on the loop. An exception is logged, counted and survived. */
public interface LinkListener {
    /**
     * A datagram came from the endpoint of a known site. That is no proof of its origin: whoever reads it checks the
     * identities it carries.
     *
     * @param from         site at whose endpoint the datagram was sent
     * @param buffer       its bytes; the array is used again after the call
     * @param offset       index of the first byte
     * @param length       0 to {@link LinkSettings#maxDatagram}
     * @param arrivalNanos when it was read from the socket
     */
    void receive(SiteId from, byte[] buffer, int offset, int length, long arrivalNanos);

    /** The same of a datagram that a router has marked instead of dropping it (RFC 3168). By default it is like any other. */
    default void receiveMarked(SiteId from, byte[] buffer, int offset, int length, long arrivalNanos) {
        receive(from, buffer, offset, length, arrivalNanos);
    }

    /** A batch has been received: time to let the stacks run. */
    void readComplete();

    /** {@link DatagramLink#writable} holds again; never called from within a call of the link. */
    void writable();
}
