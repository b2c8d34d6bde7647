package org.xpand.protocols.directory;

/**
 * Identity of a site: a random 64-bit value drawn by the site's first process and kept as long as the site lives.
 * Two sites under one name have different ids; the halves of a split LAN have the same.
 *
 * @param value the 64 bits
 */
public record SiteId(long value) implements Comparable<SiteId> {
    @Override
    public int compareTo(SiteId other) {
        return Long.compareUnsigned(value, other.value);
    }

    @Override
    public String toString() {
        return String.format("%016x", value);
    }
}
