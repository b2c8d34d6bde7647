package org.xpand.protocols.api;

/**
 * One delegate's term on its site's LAN. Each delegate begins one of its own, so that what belongs to another delegate's term is
 * known and ignored.
 *
 * @param value random 64 bits, the delegate's incarnation; 0 in {@link #NONE} only
 */
public record Epoch(long value) {
    /** Before the first message of a delegate. */
    public static final Epoch NONE = new Epoch(0);

    /** Whether this is the epoch of that value, as it comes from the wire. */
    public boolean is(long wireValue) {
        return value == wireValue;
    }

    /** The value as 16 hexadecimal digits. */
    @Override
    public String toString() {
        return String.format("%016x", value);
    }
}
