package org.xpand.alm.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.xpand.alm.api.TreeSettings;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.LinkCosts;

class DetoursTest {
    /** Sites at a distance of 50 ms from each other, within the precision of measurement. */
    private static LinkCosts equal(SiteId[] sites, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        return TreeCosts.of(sites, (a, b) -> 50_000_000L + random.nextLong(1_000_000));
    }

    private static int hops(SpanningTree tree, SiteId[] sites) {
        int most = 0;
        for (SiteId site : sites) {
            most = Math.max(most, tree.path(tree.root().orElseThrow(), site).size() - 1);
        }
        return most;
    }

    @Property(tries = 100)
    void equalSitesMakeNoChain(@ForAll long seed) {
        for (int[] sizeAndHops : new int[][] {{3, 1}, {5, 1}, {6, 2}, {11, 2}, {17, 2}, {31, 4}}) {
            SiteId[] sites = TreeCosts.sites(sizeAndHops[0], seed);
            SpanningTree tree = SpanningTree.of(equal(sites, seed), TreeCosts.set(sites), TreeSettings.recommended());
            assertThat(hops(tree, sites)).as("%s sites", sizeAndHops[0]).isLessThanOrEqualTo(sizeAndHops[1]);
            for (SiteId site : sites) {
                assertThat(tree.linkStress(site)).isLessThanOrEqualTo(TreeSettings.MAX_DEGREE);
            }
        }
    }

    @Property(tries = 200)
    void whatIsNoDetourStays(@ForAll @IntRange(min = 3, max = 12) int n, @ForAll long seed) {
        SiteId[] sites = TreeCosts.sites(n, seed);
        LinkCosts costs = TreeCosts.map(sites, seed);
        SpanningTree cheapest = SpanningTree.of(costs, TreeCosts.set(sites), TreeSettings.paper());
        double detour = 1;
        for (SiteId site : sites) {
            detour = Math.max(detour, cheapest.stretch(cheapest.root().orElseThrow(), site));
        }
        SpanningTree tree = SpanningTree.of(costs, TreeCosts.set(sites), new TreeSettings(TreeSettings.UNLIMITED, detour * 1.001));
        assertThat(tree.links()).isEqualTo(cheapest.links());
    }

    @Property(tries = 200)
    void withoutABoundOnTheDegreeNoPathFromTheMiddleIsALongerDetour(@ForAll @IntRange(min = 3, max = 12) int n, @ForAll long seed) {
        SiteId[] sites = TreeCosts.sites(n, seed);
        LinkCosts costs = TreeCosts.map(sites, seed);
        SiteId middle = SpanningTree.of(costs, TreeCosts.set(sites), TreeSettings.paper()).root().orElseThrow();
        SpanningTree tree = SpanningTree.of(costs, TreeCosts.set(sites), new TreeSettings(TreeSettings.UNLIMITED, 1.5));
        assertThat(tree.links()).hasSize(n - 1);
        for (SiteId site : sites) {
            assertThat(tree.stretch(middle, site)).isLessThanOrEqualTo(1.5001);
        }
    }

    @Test
    void boundBelowOneIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new TreeSettings(4, 0.9))
                .withMessage("maxDetour 0.9: accepted are 0 (no bound) and 1 or more");
    }
}
