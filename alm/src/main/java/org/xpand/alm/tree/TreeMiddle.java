package org.xpand.alm.tree;

/** Finds the middle of a tree whose sites are numbered 0 to n − 1 in the order of their ids. */
final class TreeMiddle {
    private final int[][] neighbours;
    private final double[][] cost;
    private final int[] waiting;
    private final int[] from;
    private final int[] hops;
    private final double[] distance;

    private TreeMiddle(int[][] neighbours, double[][] cost) {
        this.neighbours = neighbours;
        this.cost = cost;
        this.waiting = new int[neighbours.length];
        this.from = new int[neighbours.length];
        this.hops = new int[neighbours.length];
        this.distance = new double[neighbours.length];
    }

    /**
     * The site from which the farthest one is the fewest hops away; of two such sites the one with the lower sum of costs
     * to all others, then the one with the lower number.
     *
     * @param neighbours the neighbours of each site, in order
     * @param cost       the costs of the links to them
     */
    static int of(int[][] neighbours, double[][] cost) {
        TreeMiddle search = new TreeMiddle(neighbours, cost);
        int best = 0;
        int fewest = Integer.MAX_VALUE;
        double lowest = Double.POSITIVE_INFINITY;
        for (int site = 0; site < neighbours.length; site++) {
            double sum = search.walk(site);
            int farthest = search.hops[search.waiting[neighbours.length - 1]];
            if (farthest < fewest || farthest == fewest && sum < lowest) {
                best = site;
                fewest = farthest;
                lowest = sum;
            }
        }
        return best;
    }

    /** Visits all sites from one, nearest first; returns the sum of the costs. */
    private double walk(int start) {
        waiting[0] = start;
        from[start] = -1;
        hops[start] = 0;
        distance[start] = 0;
        int reached = 1;
        double sum = 0;
        for (int i = 0; i < reached; i++) {
            int at = waiting[i];
            sum += distance[at];
            for (int k = 0; k < neighbours[at].length; k++) {
                int next = neighbours[at][k];
                if (next != from[at]) {
                    from[next] = at;
                    hops[next] = hops[at] + 1;
                    distance[next] = distance[at] + cost[at][k];
                    waiting[reached++] = next;
                }
            }
        }
        return sum;
    }
}
