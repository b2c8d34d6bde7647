package org.xpand.alm.tree;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Shortens the paths of a spanning tree from its middle where they are detours, over sites numbered 0 to n − 1 in the order of
 * their ids.
 *
 * <p>The cheapest tree of sites that are about equally far from each other may be a chain of all of them, in which losses and
 * delays of every hop add up. A site that is more than a factor farther from the middle than necessary gets another parent: the
 * one with room for another link through which its path is shortest. Such a rule, applied to a cheapest tree, gives a tree that
 * is near both the cheapest one and the shortest paths (Khuller, Raghavachari and Young, "Balancing minimum spanning trees and
 * shortest-path trees", 1995); the bound on degrees is added here.
 */
final class Detours {
    private final double[][] cost;
    private final int maxDegree;
    private final int[] parent;
    private final int[] degree;
    private final double[] distance;
    private final List<List<Integer>> children = new ArrayList<>();

    private Detours(double[][] cost, int maxDegree) {
        this.cost = cost;
        this.maxDegree = maxDegree;
        this.parent = new int[cost.length];
        this.degree = new int[cost.length];
        this.distance = new double[cost.length];
        for (int i = 0; i < cost.length; i++) {
            children.add(new ArrayList<>());
        }
    }

    /**
     * Returns the tree without its detours.
     *
     * @param links     the links of a spanning tree, as pairs of indexes
     * @param cost      symmetric matrix of costs
     * @param maxDegree at least 2
     * @param maxDetour bound on the ratio between a path from the middle and the shortest possible one, 1 or more
     */
    static List<int[]> without(List<int[]> links, double[][] cost, int maxDegree, double maxDetour) {
        Detours tree = new Detours(cost, maxDegree);
        int middle = tree.hang(links);
        tree.shorten(middle, maxDetour);
        return IntStream.range(0, cost.length).filter(site -> site != middle)
                .mapToObj(site -> new int[] {Math.min(site, tree.parent[site]), Math.max(site, tree.parent[site])}).toList();
    }

    /** Roots the tree at its middle; returns the middle. */
    private int hang(List<int[]> links) {
        List<List<Integer>> neighbours = new ArrayList<>();
        for (int i = 0; i < cost.length; i++) {
            neighbours.add(new ArrayList<>());
        }
        for (int[] link : links) {
            neighbours.get(link[0]).add(link[1]);
            neighbours.get(link[1]).add(link[0]);
        }
        int[][] next = new int[cost.length][];
        double[][] costs = new double[cost.length][];
        for (int i = 0; i < cost.length; i++) {
            int site = i;
            next[i] = neighbours.get(i).stream().mapToInt(Integer::intValue).sorted().toArray();
            costs[i] = Arrays.stream(next[i]).mapToDouble(other -> cost[site][other]).toArray();
            degree[i] = next[i].length;
        }
        int middle = TreeMiddle.of(next, costs);
        parent[middle] = -1;
        List<Integer> waiting = new ArrayList<>(List.of(middle));
        for (int k = 0; k < waiting.size(); k++) {
            int at = waiting.get(k);
            for (int other : next[at]) {
                if (other != parent[at]) {
                    parent[other] = at;
                    children.get(at).add(other);
                    waiting.add(other);
                }
            }
        }
        measure(middle);
        return middle;
    }

    /** Starts with the sites nearest to the middle, because others may become their children. */
    private void shorten(int middle, double maxDetour) {
        int[] order = IntStream.range(0, cost.length).filter(site -> site != middle).boxed()
                .sorted(Comparator.comparingDouble(site -> cost[middle][site])).mapToInt(Integer::intValue).toArray();
        boolean[] below = new boolean[cost.length];
        for (int site : order) {
            Arrays.fill(below, false);
            mark(site, below);
            int best = parent[site];
            for (int other = 0; other < cost.length; other++) {
                if (!below[other] && degree[other] < maxDegree && distance[other] + cost[other][site] < distance[best] + cost[best][site]) {
                    best = other;
                }
            }
            if (distance[site] > maxDetour * (distance[best] + cost[best][site])) {
                children.get(parent[site]).remove(Integer.valueOf(site));
                degree[parent[site]]--;
                parent[site] = best;
                children.get(best).add(site);
                degree[best]++;
                measure(site);
            }
        }
    }

    private void mark(int site, boolean[] marks) {
        marks[site] = true;
        children.get(site).forEach(child -> mark(child, marks));
    }

    /** Computes the paths from the middle to a site and to the sites below it. */
    private void measure(int site) {
        distance[site] = parent[site] < 0 ? 0 : distance[parent[site]] + cost[parent[site]][site];
        children.get(site).forEach(this::measure);
    }
}
