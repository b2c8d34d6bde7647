package org.xpand.protocols.api;

/**
 * One delegate's term on its site's LAN. Each delegate begins a new one, so that messages of another delegate's term are
 * recognized and ignored.
 *
 * @param value random 64 bits, the delegate's incarnation; 0 in {@link #NONE} only
 */
public record Epoch(long value) {
    /** Before the first message of a delegate. */
    public static final Epoch NONE = new Epoch(0);

    /**
     * Whether this epoch has a value, as read from a message.
     *
     * @param wireValue the 64 bits of the message
     * @return true if they are those of this epoch
     */
    public boolean is(long wireValue) {
        return value == wireValue;
    }

    /** The value as 16 hexadecimal digits. */
    @Override
    public String toString() {
        return String.format("%016x", value);
    }
}
