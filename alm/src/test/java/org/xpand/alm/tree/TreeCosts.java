package org.xpand.alm.tree;

import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.LinkCosts;

/** Link costs for tests, by index. */
final class TreeCosts {
    private TreeCosts() {
    }

    /** Costs of these sites by a function of their indexes. */
    static LinkCosts of(SiteId[] sites, Cost cost) {
        Map<SiteId, Map<SiteId, Long>> measured = new TreeMap<>();
        for (int a = 0; a < sites.length; a++) {
            Map<SiteId, Long> row = new TreeMap<>();
            for (int b = 0; b < sites.length; b++) {
                if (a != b) {
                    row.put(sites[b], cost.nanos(a, b));
                }
            }
            measured.put(sites[a], row);
        }
        return LinkCosts.of(measured);
    }

    /** Both directions drawn from 1 to {@code most}; a small {@code most} gives many equal costs. */
    static LinkCosts random(SiteId[] sites, int most, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return of(sites, (a, b) -> 1 + random.nextInt(most));
    }

    /** Distances of random points in a square, as on a map. */
    static LinkCosts map(SiteId[] sites, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        double[] x = random.doubles(sites.length).toArray();
        double[] y = random.doubles(sites.length).toArray();
        return of(sites, (a, b) -> Math.round(1e8 * Math.sqrt((x[a] - x[b]) * (x[a] - x[b])
                + (y[a] - y[b]) * (y[a] - y[b]))));
    }

    /** Sites with scattered ids, so that their order is not the order of the indexes. */
    static SiteId[] sites(int count, long seed) {
        SplittableRandom random = new SplittableRandom(seed ^ 0x5173);
        return random.longs(count).mapToObj(SiteId::new).toArray(SiteId[]::new);
    }

    static SortedSet<SiteId> set(SiteId[] sites) {
        return new TreeSet<>(List.of(sites));
    }

    interface Cost {
        long nanos(int a, int b);
    }
}
