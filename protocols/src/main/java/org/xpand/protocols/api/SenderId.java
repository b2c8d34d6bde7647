package org.xpand.protocols.api;

/**
 * A sender of a group, by which segments are numbered: one incarnation of a process of a site. The group is known from
 * where the id stands.
 *
 * @param site    the site in which the segments were born
 * @param process random 64-bit value of the process's incarnation
 */
public record SenderId(SiteId site, long process) implements Comparable<SenderId> {
    @Override
    public int compareTo(SenderId other) {
        int bySite = site.compareTo(other.site);
        return bySite != 0 ? bySite : Long.compareUnsigned(process, other.process);
    }

    @Override
    public String toString() {
        return String.format("%s/%016x", site, process);
    }
}
