package org.xpand.alm.tree;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Test;
import org.xpand.alm.api.TreeSettings;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.LinkCosts;

class SpanningTreeTest {
    @Property(tries = 300)
    void unboundedTreeIsTheCheapestOfAllTrees(@ForAll @IntRange(min = 1, max = 6) int n,
                                              @ForAll @IntRange(min = 1, max = 1000) int most, @ForAll long seed) {
        SiteId[] sites = TreeCosts.sites(n, seed);
        LinkCosts costs = TreeCosts.random(sites, most, seed);
        SpanningTree tree = SpanningTree.of(costs, TreeCosts.set(sites), TreeSettings.paper());
        assertSpans(tree, sites);
        assertThat(tree.totalCost()).isCloseTo(AllTrees.cheapest(matrix(sites, costs), n), within(1e-6));
    }

    @Property(tries = 300)
    void boundedTreeKeepsTheBoundAndStaysNearTheCheapestThatDoes(@ForAll @IntRange(min = 2, max = 6) int n,
                                                                 @ForAll @IntRange(min = 2, max = 4) int maxDegree,
                                                                 @ForAll long seed) {
        SiteId[] sites = TreeCosts.sites(n, seed);
        LinkCosts costs = TreeCosts.map(sites, seed);
        SpanningTree tree = SpanningTree.of(costs, TreeCosts.set(sites), new TreeSettings(maxDegree));
        assertSpans(tree, sites);
        for (SiteId site : sites) {
            assertThat(tree.linkStress(site)).isLessThanOrEqualTo(maxDegree);
        }
        double best = AllTrees.cheapest(matrix(sites, costs), maxDegree);
        assertThat(tree.totalCost()).isBetween(best - 1e-3, 1.5 * best);
    }

    @Property(tries = 200)
    void everySiteComputesTheSameTreeWhateverTheOrderOfInsertion(@ForAll @IntRange(min = 2, max = 12) int n,
                                                                 @ForAll @IntRange(min = 1, max = 4) int most,
                                                                 @ForAll long seed) {
        SiteId[] sites = TreeCosts.sites(n, seed);
        LinkCosts costs = TreeCosts.random(sites, most, seed);
        List<Integer> order = new ArrayList<>();
        for (int i = 0; i < n; i++) {
            order.add(i);
        }
        Collections.shuffle(order, new Random(seed));
        SiteId[] shuffled = order.stream().map(i -> sites[i]).toArray(SiteId[]::new);
        LinkCosts sameCosts = TreeCosts.of(shuffled, (a, b) -> costs.measured().get(shuffled[a]).get(shuffled[b]));
        for (TreeSettings settings : List.of(TreeSettings.paper(), new TreeSettings(2), new TreeSettings(3))) {
            SpanningTree tree = SpanningTree.of(costs, TreeCosts.set(sites), settings);
            SpanningTree same = SpanningTree.of(sameCosts, TreeCosts.set(shuffled), settings);
            assertThat(same.links()).isEqualTo(tree.links());
            assertThat(same.root()).isEqualTo(tree.root());
        }
    }

    @Property(tries = 100)
    void boundThatTheMinimumSpanningTreeKeepsChangesNothing(@ForAll @IntRange(min = 2, max = 20) int n,
                                                            @ForAll long seed) {
        SiteId[] sites = TreeCosts.sites(n, seed);
        LinkCosts costs = TreeCosts.map(sites, seed);
        SpanningTree free = SpanningTree.of(costs, TreeCosts.set(sites), TreeSettings.paper());
        int degree = TreeCosts.set(sites).stream().mapToInt(free::linkStress).max().orElseThrow();
        SpanningTree bounded = SpanningTree.of(costs, TreeCosts.set(sites), new TreeSettings(Math.max(2, degree)));
        assertThat(bounded.links()).isEqualTo(free.links());
    }

    @Property(tries = 100)
    void pathsFollowLinksAndReadTheSameBackwards(@ForAll @IntRange(min = 2, max = 15) int n, @ForAll long seed) {
        SiteId[] sites = TreeCosts.sites(n, seed);
        SpanningTree tree = SpanningTree.of(TreeCosts.random(sites, 9, seed), TreeCosts.set(sites),
                TreeSettings.recommended());
        for (SiteId b : sites) {
            List<SiteId> path = tree.path(sites[0], b);
            assertThat(path).doesNotHaveDuplicates().startsWith(sites[0]).endsWith(b);
            double sum = 0;
            for (int i = 1; i < path.size(); i++) {
                assertThat(tree.neighbours(path.get(i - 1))).contains(path.get(i));
                sum += cost(tree, path.get(i - 1), path.get(i));
            }
            assertThat(tree.pathCost(sites[0], b)).isCloseTo(sum, within(1e-6));
            assertThat(tree.firstHops(sites[0]).get(b)).isEqualTo(path.size() < 2 ? null : path.get(1));
            List<SiteId> back = new ArrayList<>(tree.path(b, sites[0]));
            Collections.reverse(back);
            assertThat(back).isEqualTo(path);
        }
    }

    @Test
    void boundOpensAHub() {
        SiteId[] sites = TreeCosts.sites(8, 1);
        LinkCosts star = TreeCosts.of(sites, (a, b) -> a == 0 || b == 0 ? 10 : 11 + a + b);
        SpanningTree free = SpanningTree.of(star, TreeCosts.set(sites), TreeSettings.paper());
        SpanningTree bounded = SpanningTree.of(star, TreeCosts.set(sites), TreeSettings.recommended());
        assertThat(free.linkStress(sites[0])).isEqualTo(7);
        assertThat(bounded.linkStress(sites[0])).isEqualTo(TreeSettings.MAX_DEGREE);
        assertSpans(bounded, sites);
    }

    @Property(tries = 100)
    void noExchangeOfOneLinkImprovesABoundedTree(@ForAll @IntRange(min = 3, max = 9) int n,
                                                 @ForAll @IntRange(min = 2, max = 3) int maxDegree,
                                                 @ForAll long seed) {
        SiteId[] sites = TreeCosts.sites(n, seed);
        double[][] cost = matrix(sites, TreeCosts.random(sites, 50, seed));
        List<int[]> links = BoundedTree.links(cost, maxDegree);
        for (int removed = 0; removed < links.size(); removed++) {
            for (int a = 0; a < n; a++) {
                for (int b = a + 1; b < n; b++) {
                    int[] given = links.get(removed);
                    List<int[]> other = new ArrayList<>(links);
                    other.set(removed, new int[] {a, b});
                    if (cost[a][b] < cost[given[0]][given[1]]) {
                        assertThat(AllTrees.isTree(other, n, maxDegree)).isFalse();
                    }
                }
            }
        }
    }

    @Test
    void recommendedBoundCostsLittle() {
        for (long seed = 0; seed < 5; seed++) {
            SiteId[] sites = TreeCosts.sites(100, seed);
            LinkCosts costs = TreeCosts.random(sites, 1_000_000, seed);
            double free = SpanningTree.of(costs, TreeCosts.set(sites), TreeSettings.paper()).totalCost();
            SpanningTree bounded = SpanningTree.of(costs, TreeCosts.set(sites), new TreeSettings(TreeSettings.MAX_DEGREE));
            assertThat(bounded.totalCost() / free).isBetween(1.0, 1.05);
        }
    }

    @Test
    void hundredSitesAreDoneInAMoment() {
        SiteId[] sites = TreeCosts.sites(100, 3);
        LinkCosts costs = TreeCosts.random(sites, 100_000_000, 3);
        Assertions.assertTimeout(Duration.ofSeconds(1), () -> {
            SpanningTree tree = SpanningTree.of(costs, TreeCosts.set(sites), new TreeSettings(2));
            assertSpans(tree, sites);
            assertThat(sites).allMatch(site -> tree.linkStress(site) <= 2);
        });
    }

    @Test
    void groupWithoutMembersHasAnEmptyTree() {
        SpanningTree tree = SpanningTree.of(LinkCosts.NONE, new TreeSet<>(), TreeSettings.recommended());
        assertThat(tree.links()).isEmpty();
        assertThat(tree.root()).isEmpty();
        assertThat(tree.neighbours(new SiteId(1))).isEmpty();
    }

    @Test
    void unmeasuredLinksGiveATreeNevertheless() {
        SiteId[] sites = TreeCosts.sites(5, 1);
        SpanningTree tree = SpanningTree.of(LinkCosts.NONE, TreeCosts.set(sites), TreeSettings.recommended());
        assertSpans(tree, sites);
        assertThat(tree.totalCost()).isEqualTo(4 * LinkCosts.UNKNOWN_NANOS);
    }

    @Test
    void siteOffTheTreeHasNoPath() {
        SiteId[] sites = TreeCosts.sites(2, 1);
        SpanningTree tree = SpanningTree.of(LinkCosts.NONE, TreeCosts.set(sites), TreeSettings.paper());
        assertThatThrownBy(() -> tree.path(sites[0], new SiteId(7))).isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(new SiteId(7).toString());
    }

    @Test
    void settingsOutOfRangeAreRefusedByName() {
        assertThatThrownBy(() -> new TreeSettings(1)).hasMessage(
                "maxDegree 1: accepted are 0 (no bound) and 2 or more");
    }

    private static void assertSpans(SpanningTree tree, SiteId[] sites) {
        assertThat(tree.links()).hasSize(sites.length - 1);
        TreeSet<SiteId> reached = new TreeSet<>(List.of(sites[0]));
        List<SiteId> waiting = new ArrayList<>(reached);
        while (!waiting.isEmpty()) {
            for (SiteId next : tree.neighbours(waiting.remove(0))) {
                if (reached.add(next)) {
                    waiting.add(next);
                }
            }
        }
        assertThat(reached).containsExactlyInAnyOrder(sites);
    }

    private static double cost(SpanningTree tree, SiteId from, SiteId to) {
        return tree.links().stream().filter(link -> List.of(link.a(), link.b()).containsAll(List.of(from, to)))
                .findFirst().orElseThrow().costNanos();
    }

    private static double[][] matrix(SiteId[] sites, LinkCosts costs) {
        double[][] matrix = new double[sites.length][sites.length];
        for (int a = 0; a < sites.length; a++) {
            for (int b = 0; b < sites.length; b++) {
                matrix[a][b] = a == b ? 0 : costs.cost(sites[a], sites[b]);
            }
        }
        return matrix;
    }
}
