package org.xpand.protocols.api;

/**
 * Identity of a site: a random 64-bit value drawn by the site's first process and kept as long as the site lives.
 * Two sites under one name have different ids; the halves of a split LAN have the same.
 *
 * @param value the 64 bits; any value is accepted
 */
public record SiteId(long value) implements Comparable<SiteId> {
    private static final long GOLDEN = 0x9e3779b97f4a7c15L;

    /**
     * The identity of a part of this site while the site is split; a different one for each delegate.
     *
     * @param incarnation of the delegate that represents the part, 64 random bits
     * @return the identity of the part among the sites; always the same for the same site and delegate
     */
    public SiteId part(long incarnation) {
        long mixed = (value ^ Long.rotateLeft(incarnation, 29)) * GOLDEN;
        mixed = (mixed ^ mixed >>> 32) * GOLDEN;
        return new SiteId(mixed ^ mixed >>> 29);
    }

    /**
     * Compares by the value, as an unsigned number.
     *
     * @param other what to compare with
     * @return less than, equal to or greater than 0, as this is before, the same as or after the other
     */
    @Override
    public int compareTo(SiteId other) {
        return Long.compareUnsigned(value, other.value);
    }

    /** Returns the value as 16 hexadecimal digits. */
    @Override
    public String toString() {
        return String.format("%016x", value);
    }
}
