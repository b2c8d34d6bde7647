package org.xpand.protocols.allocation;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.xpand.jmh.Peers;

/**
 * What does it cost a delegate to divide its rate among its senders, beside water-filling on sorted demands? From scratch
 * every call has other demands; otherwise one of them has changed. Half of what is asked for can be given.
 */
@State(Scope.Thread)
public class MaxMinBenchmark {
    private static final int VECTORS = 8;

    private final MaxMin maxMin = new MaxMin();
    private final SplittableRandom random = new SplittableRandom(1);
    private final double[][] vectors = new double[VECTORS][];
    private double[] shares;
    private double[] sorted;
    private double capacity;
    private int next;

    /** How many senders. */
    @Param({"10", "100", "1000", "10000"})
    public int senders;

    /** Draws the demands: from one to a thousand, small ones more often. */
    @Setup
    public void draw() {
        double total = 0;
        for (int v = 0; v < VECTORS; v++) {
            vectors[v] = new double[senders];
            for (int i = 0; i < senders; i++) {
                vectors[v][i] = demand();
                total += vectors[v][i];
            }
        }
        capacity = total / VECTORS / 2;
        shares = new double[senders];
        sorted = new double[senders];
    }

    /** Other demands. */
    @Benchmark
    @Peers("sorting")
    public double fromScratch() {
        return xpand(vectors[next++ & VECTORS - 1]);
    }

    /** Other demands, sorted. */
    @Benchmark
    public double sorting() {
        return bySorting(vectors[next++ & VECTORS - 1]);
    }

    /** One demand changed. */
    @Benchmark
    @Peers("sortingAfterOneChange")
    public double afterOneChange() {
        return xpand(changed());
    }

    /** One demand changed, all sorted again. */
    @Benchmark
    public double sortingAfterOneChange() {
        return bySorting(changed());
    }

    private double[] changed() {
        int i = next++;
        vectors[0][i % senders] = vectors[1 + i % (VECTORS - 1)][i % senders];
        return vectors[0];
    }

    private double demand() {
        return StrictMath.pow(10, random.nextDouble(0, 3));
    }

    private double xpand(double[] demands) {
        maxMin.allocate(capacity, demands, senders, shares);
        return maxMin.level();
    }

    private double bySorting(double[] demands) {
        System.arraycopy(demands, 0, sorted, 0, senders);
        Arrays.sort(sorted);
        double left = capacity;
        double level = Double.POSITIVE_INFINITY;
        for (int i = 0; i < senders; i++) {
            double equal = left / (senders - i);
            if (sorted[i] > equal) {
                level = equal;
                break;
            }
            left -= sorted[i];
        }
        for (int i = 0; i < senders; i++) {
            shares[i] = Math.min(demands[i], level);
        }
        return level;
    }
}
