package org.xpand.alm.tree;

import java.util.Comparator;
import org.xpand.protocols.api.SiteId;

/**
 * A link between two sites and its cost. The natural order, cheaper first and equal costs by the sites' ids, is total
 * over the links of a set of sites; by it the minimum spanning tree is unique.
 *
 * @param a         the site with the smaller id
 * @param b         the site with the greater id
 * @param costNanos mean of both directions' round-trip times in nanoseconds
 */
public record TreeLink(SiteId a, SiteId b, double costNanos) implements Comparable<TreeLink> {
    private static final Comparator<TreeLink> ORDER = Comparator.comparingDouble(TreeLink::costNanos)
            .thenComparing(TreeLink::a).thenComparing(TreeLink::b);

    /** @throws IllegalArgumentException if the sites are the same or not in order */
    public TreeLink {
        if (a.compareTo(b) >= 0) {
            throw new IllegalArgumentException("a link from " + a + " to " + b + " is not in order");
        }
    }

    @Override
    public int compareTo(TreeLink other) {
        return ORDER.compare(this, other);
    }
}
