package org.xpand.alm.tree;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Finds a cheap spanning tree whose degrees are bounded, over sites numbered 0 to n − 1 in the order of their ids.
 *
 * <p>Links are taken cheapest first unless they close a cycle or exceed the bound (Kruskal). In a complete graph this
 * always ends in a spanning tree: each of two components left over would have a leaf, and a link between two leaves is
 * refused only for a cycle. Where no degree reaches the bound the tree is the minimum spanning tree. Where one does,
 * the exact problem is NP-hard, and no exchange of one link for another could improve the tree found: a link refused
 * for a cycle costs more than every link of it, and one refused for a full site could only replace a link at that site,
 * all of which came before it.
 */
final class BoundedTree {
    private BoundedTree() {
    }

    /**
     * The n − 1 links as pairs of indexes, the smaller first, cheapest first.
     *
     * @param cost      symmetric matrix of costs
     * @param maxDegree at least 2
     */
    static List<int[]> links(double[][] cost, int maxDegree) {
        int[] component = new int[cost.length];
        Arrays.setAll(component, i -> i);
        int[] degree = new int[cost.length];
        List<int[]> links = new ArrayList<>();
        for (int[] link : cheapestFirst(cost)) {
            int a = link[0];
            int b = link[1];
            int rootA = find(component, a);
            int rootB = find(component, b);
            if (rootA != rootB && degree[a] < maxDegree && degree[b] < maxDegree) {
                component[rootA] = rootB;
                degree[a]++;
                degree[b]++;
                links.add(link);
            }
        }
        return links;
    }

    /** Every link; equal costs by the sites' ids, so that all delegates take the same one. */
    private static List<int[]> cheapestFirst(double[][] cost) {
        int n = cost.length;
        List<int[]> all = new ArrayList<>(n * (n - 1) / 2);
        for (int a = 0; a < n; a++) {
            for (int b = a + 1; b < n; b++) {
                all.add(new int[] {a, b});
            }
        }
        // The sort is stable, and the links were listed in the order of ids.
        all.sort(Comparator.comparingDouble(link -> cost[link[0]][link[1]]));
        return all;
    }

    private static int find(int[] component, int site) {
        int at = site;
        while (component[at] != at) {
            component[at] = component[component[at]];
            at = component[at];
        }
        return at;
    }
}
