package org.xpand.alm.tree;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** All labelled trees of n sites, from the Prüfer sequences: the slow reference for the tree search. */
final class AllTrees {
    private AllTrees() {
    }

    /** Returns every tree as its n − 1 links. */
    static List<int[][]> of(int n) {
        if (n == 1) {
            return List.<int[][]>of(new int[0][]);
        }
        if (n == 2) {
            return List.<int[][]>of(new int[][] {{0, 1}});
        }
        List<int[][]> trees = new ArrayList<>();
        int[] sequence = new int[n - 2];
        boolean more = true;
        while (more) {
            trees.add(decode(sequence, n));
            int at = 0;
            while (at < sequence.length && ++sequence[at] == n) {
                sequence[at++] = 0;
            }
            more = at < sequence.length;
        }
        return trees;
    }

    /** Returns the lowest cost of a tree within the degree bound. */
    static double cheapest(double[][] cost, int maxDegree) {
        double best = Double.POSITIVE_INFINITY;
        for (int[][] tree : of(cost.length)) {
            int[] degree = new int[cost.length];
            double sum = 0;
            int most = 0;
            for (int[] link : tree) {
                sum += cost[link[0]][link[1]];
                most = Math.max(most, Math.max(++degree[link[0]], ++degree[link[1]]));
            }
            if (most <= maxDegree && sum < best) {
                best = sum;
            }
        }
        return best;
    }

    /** Whether these n − 1 links reach every site within the degree bound. */
    static boolean isTree(List<int[]> links, int n, int maxDegree) {
        int[] degree = new int[n];
        boolean[] reached = new boolean[n];
        reached[0] = true;
        for (int round = 0; round < n; round++) {
            for (int[] link : links) {
                boolean either = reached[link[0]] || reached[link[1]];
                reached[link[0]] = either;
                reached[link[1]] = either;
            }
        }
        boolean all = true;
        for (boolean one : reached) {
            all &= one;
        }
        for (int[] link : links) {
            all &= ++degree[link[0]] <= maxDegree;
            all &= ++degree[link[1]] <= maxDegree;
        }
        return all;
    }

    private static int[][] decode(int[] sequence, int n) {
        int[] degree = new int[n];
        Arrays.fill(degree, 1);
        for (int site : sequence) {
            degree[site]++;
        }
        int[][] links = new int[n - 1][];
        int count = 0;
        for (int site : sequence) {
            int leaf = 0;
            while (degree[leaf] != 1) {
                leaf++;
            }
            links[count++] = new int[] {leaf, site};
            degree[leaf] = 0;
            degree[site]--;
        }
        int first = 0;
        while (degree[first] != 1) {
            first++;
        }
        int second = first + 1;
        while (degree[second] != 1) {
            second++;
        }
        links[count] = new int[] {first, second};
        return links;
    }
}
