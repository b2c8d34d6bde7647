package org.xpand.protocols.directory;

import java.util.Collections;
import java.util.Iterator;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import org.xpand.protocols.api.SiteId;

/**
 * Measured costs of the overlay's links. The cost of a pair of sites is the mean of both directions' round-trip times:
 * with it the minimum spanning tree of the Xpand paper's Table 1 is the paper's tree (Fig. 2), with the minimum of the
 * directions it is not. Immutable.
 */
public final class LinkCosts {
    /** Cost of a pair that has not been measured yet, in nanoseconds: the RTT assumed before a first sample, 500 ms. */
    public static final double UNKNOWN_NANOS = 500e6;

    /** No link measured. */
    public static final LinkCosts NONE = new LinkCosts(Collections.emptySortedMap());

    private static final long UNMEASURED = -1;

    private final SortedMap<SiteId, SortedMap<SiteId, Long>> rttNanos;

    private LinkCosts(SortedMap<SiteId, SortedMap<SiteId, Long>> rttNanos) {
        this.rttNanos = rttNanos;
    }

    /**
     * Makes costs from measurements.
     *
     * @param measured round-trip times, ns, 0 or more, by measuring site, then by measured site; copied
     * @return the costs
     * @throws IllegalArgumentException if a round-trip time is negative
     */
    public static LinkCosts of(Map<SiteId, ? extends Map<SiteId, Long>> measured) {
        TreeMap<SiteId, SortedMap<SiteId, Long>> copy = new TreeMap<>();
        measured.forEach((from, row) -> {
            row.forEach((to, rtt) -> {
                if (rtt < 0) {
                    throw new IllegalArgumentException("RTT of " + from + " to " + to + " is " + rtt + " ns");
                }
            });
            copy.put(from, Collections.unmodifiableSortedMap(new TreeMap<SiteId, Long>(row)));
        });
        return new LinkCosts(Collections.unmodifiableSortedMap(copy));
    }

    /** {@return the measured round-trip times, ns, by measuring site, then by measured site} */
    public SortedMap<SiteId, SortedMap<SiteId, Long>> measured() {
        return rttNanos;
    }

    /**
     * The cost of the link between two sites, the same in both directions.
     *
     * @param a one site
     * @param b the other site
     * @return mean of both directions' round-trip times, ns; one of them if only one was measured, else {@link #UNKNOWN_NANOS}
     */
    public double cost(SiteId a, SiteId b) {
        Long there = rtt(a, b);
        Long back = rtt(b, a);
        return cost(there == null ? UNMEASURED : there, back == null ? UNMEASURED : back);
    }

    /**
     * Whether the cost of a link is more than an assumption.
     *
     * @param a one site
     * @param b the other site
     * @return whether one of the two has measured the path to the other
     */
    public boolean isMeasured(SiteId a, SiteId b) {
        return rtt(a, b) != null || rtt(b, a) != null;
    }

    private static double cost(long there, long back) {
        if (there != UNMEASURED && back != UNMEASURED) {
            return (there + back) / 2.0;
        }
        if (there != UNMEASURED) {
            return there;
        }
        return back != UNMEASURED ? back : UNKNOWN_NANOS;
    }

    /**
     * The costs of all pairs of some sites, as {@link #cost}, in time linear in the pairs.
     *
     * @param sites the sites; numbered from 0 on in their order
     * @return the costs, ns, by the numbers of the two sites; 0 of a site and itself
     */
    public double[][] matrix(SortedSet<SiteId> sites) {
        long[][] rtt = new long[sites.size()][];
        int row = 0;
        for (SiteId from : sites) {
            rtt[row++] = row(rttNanos.getOrDefault(from, Collections.emptySortedMap()), sites);
        }
        double[][] matrix = new double[rtt.length][rtt.length];
        for (int a = 0; a < rtt.length; a++) {
            for (int b = 0; b < rtt.length; b++) {
                matrix[a][b] = a == b ? 0 : cost(rtt[Math.min(a, b)][Math.max(a, b)], rtt[Math.max(a, b)][Math.min(a, b)]);
            }
        }
        return matrix;
    }

    /** A site's round-trip times to these sites: both are in the order of their ids, so one pass is enough. */
    private static long[] row(SortedMap<SiteId, Long> measured, SortedSet<SiteId> sites) {
        long[] row = new long[sites.size()];
        Iterator<Map.Entry<SiteId, Long>> each = measured.entrySet().iterator();
        Map.Entry<SiteId, Long> next = each.hasNext() ? each.next() : null;
        int column = 0;
        for (SiteId to : sites) {
            while (next != null && next.getKey().compareTo(to) < 0) {
                next = each.hasNext() ? each.next() : null;
            }
            row[column++] = next != null && next.getKey().equals(to) ? next.getValue() : UNMEASURED;
        }
        return row;
    }

    private Long rtt(SiteId from, SiteId to) {
        SortedMap<SiteId, Long> row = rttNanos.get(from);
        return row == null ? null : row.get(to);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LinkCosts costs && rttNanos.equals(costs.rttNanos);
    }

    @Override
    public int hashCode() {
        return rttNanos.hashCode();
    }

    @Override
    public String toString() {
        return "LinkCosts" + rttNanos;
    }
}
