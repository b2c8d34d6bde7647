package org.xpand.protocols.directory;

import java.util.Comparator;

/**
 * A sender of a group, by which segments are numbered: one incarnation of a process of a site. The group is known from
 * where the id stands.
 *
 * @param site    the site in which the segments were born
 * @param process random 64-bit value of the process's incarnation
 */
public record SenderId(SiteId site, long process) implements Comparable<SenderId> {
    private static final Comparator<SenderId> ORDER =
            Comparator.comparing(SenderId::site).thenComparing(SenderId::process, Long::compareUnsigned);

    @Override
    public int compareTo(SenderId other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return String.format("%s/%016x", site, process);
    }
}
