package org.xpand.alm.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.List;
import java.util.SortedSet;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.xpand.alm.api.TreeSettings;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.LinkCosts;

/** The root is the middle of the tree: fewest hops to the farthest site, then the lowest costs to all, then the smallest id. */
class TreeMiddleTest {
    @Test
    void theRootIsTheMiddleByThePathsToAllOthers() {
        SplittableRandom random = new SplittableRandom(1);
        for (int round = 0; round < 300; round++) {
            SortedSet<SiteId> sites = new TreeSet<>();
            for (int i = random.nextInt(1, 9); i > 0; i--) {
                sites.add(new SiteId(i));
            }
            // Few different costs, so that sums are equal often.
            SpanningTree tree = SpanningTree.of(costs(sites, random), sites, TreeSettings.recommended());
            SiteId middle = sites.stream().min(Comparator.<SiteId>comparingInt(site -> farthest(tree, site))
                    .thenComparingDouble(site -> sites.stream().mapToDouble(to -> tree.pathCost(site, to)).sum())
                    .thenComparing(Comparator.naturalOrder())).orElseThrow();
            assertThat(tree.root()).contains(middle);
        }
    }

    private static int farthest(SpanningTree tree, SiteId from) {
        List<SiteId> sites = List.copyOf(tree.sites());
        return sites.stream().mapToInt(to -> tree.path(from, to).size()).max().orElseThrow();
    }

    private static LinkCosts costs(SortedSet<SiteId> sites, SplittableRandom random) {
        TreeMap<SiteId, TreeMap<SiteId, Long>> measured = new TreeMap<>();
        for (SiteId a : sites) {
            for (SiteId b : sites) {
                measured.computeIfAbsent(a, id -> new TreeMap<>()).put(b, random.nextLong(1, 4));
            }
        }
        return LinkCosts.of(measured);
    }
}
