package org.xpand.protocols.allocation;

import java.util.SplittableRandom;

/**
 * Max-min fair shares of a capacity (Xpand §4.3): there is a level such that whoever demands less has its demand and
 * everybody else has the level; the capacity is used up, or all demands are met.
 *
 * <p>The level is found by selection, in time expected to be linear in the number of demands whatever their order: the
 * pivots are drawn from a fixed seed. Memory is allocated only when there are more demands than ever before. Not
 * thread-safe.
 */
public final class MaxMin {
    private static final long PIVOT_SEED = 1;

    private final SplittableRandom pivots = new SplittableRandom(PIVOT_SEED);
    private double[] scratch = new double[16];
    private double level = Double.POSITIVE_INFINITY;

    /** Creates one without a result. */
    public MaxMin() {
    }

    /**
     * Divides a capacity. All quantities are of one unit, here bytes per second.
     *
     * @param capacity what there is to divide: not negative, infinity allowed
     * @param demands  what is asked for: not negative, zero and infinity allowed
     * @param count    how many of the demands count, from the first on
     * @param shares   where the shares go; may be the same array as {@code demands}
     * @throws IllegalArgumentException if the capacity or a demand is negative or no number; the shares are then
     *                                  unchanged
     */
    public void allocate(double capacity, double[] demands, int count, double[] shares) {
        if (!(capacity >= 0)) {
            throw new IllegalArgumentException("capacity " + capacity + ": accepted are 0 and more");
        }
        double total = 0;
        for (int i = 0; i < count; i++) {
            if (!(demands[i] >= 0)) {
                throw new IllegalArgumentException("demand " + demands[i] + ": accepted are 0 and more");
            }
            total += demands[i];
        }
        level = total <= capacity ? Double.POSITIVE_INFINITY : findLevel(capacity, demands, count);
        for (int i = 0; i < count; i++) {
            shares[i] = Math.min(demands[i], level);
        }
    }

    /** The highest share of the last division, infinite if all demands were met. */
    public double level() {
        return level;
    }

    /** Narrows [low, high) until every demand is known to lie below the level or not. */
    private double findLevel(double capacity, double[] demands, int count) {
        if (scratch.length < count) {
            scratch = new double[Math.max(count, 2 * scratch.length)];
        }
        System.arraycopy(demands, 0, scratch, 0, count);
        int low = 0;
        int high = count;
        double met = 0;
        int cut = 0;
        while (low < high) {
            double pivot = scratch[low + pivots.nextInt(high - low)];
            int below = low;
            int above = high;
            double sumBelow = 0;
            for (int i = low; i < above;) {
                double demand = scratch[i];
                if (demand < pivot) {
                    sumBelow += demand;
                    scratch[i++] = scratch[below];
                    scratch[below++] = demand;
                } else if (demand > pivot) {
                    scratch[i] = scratch[--above];
                    scratch[above] = demand;
                } else {
                    i++;
                }
            }
            if (met + sumBelow + pivot * (cut + high - below) > capacity) {
                cut += high - below;
                high = below;
            } else {
                met += sumBelow + pivot * (above - below);
                low = above;
            }
        }
        // Rounding may let all demands through although their sum, added in another order, exceeded the capacity.
        return cut == 0 ? Double.POSITIVE_INFINITY : Math.max(0, (capacity - met) / cut);
    }
}
