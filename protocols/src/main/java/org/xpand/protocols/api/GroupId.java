package org.xpand.protocols.api;

/**
 * Identity of a group on the wire, the same at every site: a hash of the group's name (FNV-1a, 64 bits). Immutable.
 *
 * @param value the 64 bits; any value is accepted
 */
public record GroupId(long value) implements Comparable<GroupId> {
    /**
     * By the value, as a signed number: the order in which a snapshot lists its groups.
     *
     * @param other what to compare with
     * @return less than, equal to or greater than 0, as this is before, the same as or after the other
     */
    @Override
    public int compareTo(GroupId other) {
        return Long.compare(value, other.value);
    }

    /** The value as 16 hexadecimal digits. */
    @Override
    public String toString() {
        return String.format("%016x", value);
    }
}
