package org.xpand.alm.tree;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.xpand.alm.api.TreeSettings;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.LinkCosts;

/**
 * The tree along which a group's packets are sent between its member sites (Xpand §2.1, Fig. 2): one tree for all
 * senders, a function of link costs, member sites and {@link TreeSettings} alone. Immutable, for any thread.
 *
 * <p>Without a bound on the degree it is the minimum spanning tree, made unique by the order of {@link TreeLink}; with
 * one it is a spanning tree near the cheapest that keeps the bound. Without member sites it is empty. Paths from the middle are
 * shortened where they are detours, see {@link TreeSettings#maxDetour}. Stretch between pairs is measured, not bounded: for
 * some costs every spanning tree has pairs of any stretch.
 */
public final class SpanningTree {
    private final SortedSet<SiteId> sites;
    private final SortedMap<SiteId, List<SiteId>> neighbours;
    private final List<TreeLink> links;
    private final LinkCosts costs;
    private final double totalCost;
    private final SiteId root;

    private SpanningTree(SortedSet<SiteId> sites, SortedMap<SiteId, List<SiteId>> neighbours, LinkCosts costs) {
        this.sites = sites;
        this.neighbours = neighbours;
        this.costs = costs;
        List<TreeLink> all = new ArrayList<>();
        neighbours.forEach((a, others) -> others.stream().filter(b -> a.compareTo(b) < 0)
                .forEach(b -> all.add(new TreeLink(a, b, costs.cost(a, b)))));
        Collections.sort(all);
        this.links = List.copyOf(all);
        this.totalCost = links.stream().mapToDouble(TreeLink::costNanos).sum();
        this.root = chooseRoot();
    }

    /**
     * {@return the tree of these sites, computed in O(n² log n) steps for n sites}
     *
     * @param costs    costs of all pairs of the sites
     * @param members  the sites with members of the group
     * @param settings limits on the number of neighbours and on detours
     */
    public static SpanningTree of(LinkCosts costs, SortedSet<SiteId> members, TreeSettings settings) {
        SortedSet<SiteId> sites = Collections.unmodifiableSortedSet(new TreeSet<>(members));
        SiteId[] ids = sites.toArray(new SiteId[0]);
        int bound = settings.maxDegree() == TreeSettings.UNLIMITED ? Integer.MAX_VALUE : settings.maxDegree();
        SortedMap<SiteId, List<SiteId>> neighbours = new TreeMap<>();
        sites.forEach(site -> neighbours.put(site, new ArrayList<>()));
        double[][] matrix = costs.matrix(sites);
        List<int[]> found = BoundedTree.links(matrix, bound);
        if (settings.maxDetour() != TreeSettings.UNLIMITED && ids.length > 2) {
            found = Detours.without(found, matrix, bound, settings.maxDetour());
        }
        for (int[] link : found) {
            neighbours.get(ids[link[0]]).add(ids[link[1]]);
            neighbours.get(ids[link[1]]).add(ids[link[0]]);
        }
        neighbours.replaceAll((site, others) -> others.stream().sorted().toList());
        return new SpanningTree(sites, neighbours, costs);
    }

    /**
     * {@return the same links at other costs}
     *
     * @param others costs of at least the sites on the tree
     */
    public SpanningTree withCosts(LinkCosts others) {
        return new SpanningTree(sites, neighbours, others);
    }

    /** {@return the sites on the tree} */
    public SortedSet<SiteId> sites() {
        return sites;
    }

    /** {@return the links, cheapest first: one fewer than sites} */
    public List<TreeLink> links() {
        return links;
    }

    /**
     * {@return the sites next to this one, in the order of their ids; none for a site that is not on the tree}
     *
     * @param site a site
     */
    public List<SiteId> neighbours(SiteId site) {
        return neighbours.getOrDefault(site, List.of());
    }

    /** {@return the sum of the links' costs in nanoseconds} */
    public double totalCost() {
        return totalCost;
    }

    /**
     * {@return the site from which the farthest one is the fewest hops away; of two such sites the one with the lower sum of costs to all
     * others along the tree, then the one with the smaller id}. On the Xpand paper's Table 1 this is the paper's root, RON33 (§5). Packets
     * enter the tree at their sources, not here: the root only gives displays of the tree a middle. Empty if the tree is empty.
     */
    public Optional<SiteId> root() {
        return Optional.ofNullable(root);
    }

    /**
     * {@return the sites from {@code a} to {@code b} along the tree, both included}
     *
     * @param a a site on the tree
     * @param b another site on the tree
     * @throws IllegalArgumentException if one of them is not on the tree
     */
    public List<SiteId> path(SiteId a, SiteId b) {
        checkOnTree(a);
        checkOnTree(b);
        SortedMap<SiteId, SiteId> towardsB = new TreeMap<>();
        ArrayDeque<SiteId> waiting = new ArrayDeque<>(List.of(b));
        while (!a.equals(b) && !towardsB.containsKey(a)) {
            SiteId at = waiting.remove();
            for (SiteId next : neighbours(at)) {
                if (!next.equals(towardsB.get(at))) {
                    towardsB.put(next, at);
                    waiting.add(next);
                }
            }
        }
        List<SiteId> path = new ArrayList<>(List.of(a));
        while (!path.get(path.size() - 1).equals(b)) {
            path.add(towardsB.get(path.get(path.size() - 1)));
        }
        return List.copyOf(path);
    }

    /**
     * {@return the neighbour of {@code from} on the path to each other site; empty if {@code from} is not on the tree}
     *
     * @param from a site
     */
    public SortedMap<SiteId, SiteId> firstHops(SiteId from) {
        TreeMap<SiteId, SiteId> hops = new TreeMap<>();
        for (SiteId neighbour : neighbours(from)) {
            hops.put(neighbour, neighbour);
            ArrayDeque<SiteId> waiting = new ArrayDeque<>(List.of(neighbour));
            while (!waiting.isEmpty()) {
                for (SiteId next : neighbours(waiting.remove())) {
                    if (!next.equals(from) && hops.putIfAbsent(next, neighbour) == null) {
                        waiting.add(next);
                    }
                }
            }
        }
        return hops;
    }

    /**
     * {@return the sum of the costs of the links between two sites, in nanoseconds}
     *
     * @param a a site on the tree
     * @param b another site on the tree
     * @throws IllegalArgumentException if one of them is not on the tree
     */
    public double pathCost(SiteId a, SiteId b) {
        List<SiteId> path = path(a, b);
        double sum = 0;
        for (int i = 1; i < path.size(); i++) {
            sum += costs.cost(path.get(i - 1), path.get(i));
        }
        return sum;
    }

    /**
     * {@return how much longer the path along the tree is than the direct one: {@link #pathCost} over the pair's own cost}. It is 1
     * between neighbours and can be below 1 where the direct path is a detour; infinite if the direct cost is zero and the tree's is not.
     *
     * @param a a site on the tree
     * @param b another site on the tree
     * @throws IllegalArgumentException if one of them is not on the tree
     */
    public double stretch(SiteId a, SiteId b) {
        double along = pathCost(a, b);
        double direct = a.equals(b) ? 0 : costs.cost(a, b);
        return along == direct ? 1 : along / direct;
    }

    /**
     * {@return how often a packet of the group crosses the site's access link, from any sender: once for every tree link at the site}. A
     * packet of the site's own leaves as often; a forwarded one enters once and leaves on the other links.
     *
     * @param site a site, on the tree or not
     */
    public int linkStress(SiteId site) {
        return neighbours(site).size();
    }

    @Override
    public String toString() {
        return "SpanningTree" + links;
    }

    private SiteId chooseRoot() {
        SiteId[] ids = sites.toArray(new SiteId[0]);
        int[][] next = new int[ids.length][];
        double[][] cost = new double[ids.length][];
        for (int i = 0; i < ids.length; i++) {
            List<SiteId> others = neighbours(ids[i]);
            next[i] = new int[others.size()];
            cost[i] = new double[others.size()];
            for (int k = 0; k < next[i].length; k++) {
                next[i][k] = Arrays.binarySearch(ids, others.get(k));
                cost[i][k] = costs.cost(ids[i], others.get(k));
            }
        }
        return ids.length == 0 ? null : ids[TreeMiddle.of(next, cost)];
    }

    private void checkOnTree(SiteId site) {
        if (!sites.contains(site)) {
            throw new IllegalArgumentException("site " + site + " is not on the tree of " + sites);
        }
    }
}
