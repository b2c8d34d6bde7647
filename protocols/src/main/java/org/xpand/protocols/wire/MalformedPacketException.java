package org.xpand.protocols.wire;

/**
 * Malformed bytes from the network. Malformed datagrams are normal on a network: a reader catches this, counts and drops
 * the datagram. It has no stack trace, so a flood of them stays cheap.
 */
public final class MalformedPacketException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * @param message which field was wrong and what was expected
     */
    public MalformedPacketException(String message) {
        super(message, null, false, false);
    }
}
