package org.xpand.protocols.api;

/**
 * Identity of a member of a group: a random 64-bit value, drawn anew at every join. A process that is in two groups, or joins
 * one a second time, has a separate one for each. It is unique among the group's members of one site; {@link SenderId} adds
 * the site.
 *
 * @param value the 64 bits, not 0
 */
public record MemberId(long value) implements Comparable<MemberId> {
    /**
     * By the value, as an unsigned number.
     *
     * @param other what to compare with
     * @return less than, equal to or greater than 0, as this is before, the same as or after the other
     */
    @Override
    public int compareTo(MemberId other) {
        return Long.compareUnsigned(value, other.value);
    }

    /** The value as 16 hexadecimal digits. */
    @Override
    public String toString() {
        return String.format("%016x", value);
    }
}
