package org.xpand.protocols.wire;

/**
 * Bytes from the network that are not what they should be. Malformed datagrams are normal on a network: whoever
 * reads one catches this, counts and drops it. It carries no stack trace, so a flood of them stays cheap.
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
