package org.xpand.protocols.api;

/**
 * Identity of a process on its site's LAN: a random 64-bit value, drawn anew at every start. A process has one, in however many
 * groups it is; {@link MemberId} is its identity in one of them.
 *
 * @param value the 64 bits; 0 in {@link #NONE} only
 */
public record ProcessId(long value) implements Comparable<ProcessId> {
    /** Stands for no process. */
    public static final ProcessId NONE = new ProcessId(0);

    /**
     * By the value, as a signed number.
     *
     * @param other what to compare with
     * @return less than, equal to or greater than 0, as this is before, the same as or after the other
     */
    @Override
    public int compareTo(ProcessId other) {
        return Long.compare(value, other.value);
    }

    /** The value as 16 hexadecimal digits. */
    @Override
    public String toString() {
        return String.format("%016x", value);
    }
}
