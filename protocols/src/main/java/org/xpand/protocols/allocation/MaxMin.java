package org.xpand.protocols.allocation;

/**
 * Computes max-min fair shares of a capacity (Xpand §4.3): each demand below a common level is met, every other one gets
 * the level; the capacity is used up, or all demands are met.
 *
 * <p>The level is approached from below: the remaining capacity, divided equally among the demands not yet met, is a share
 * that all can have; smaller demands are met, and what they do not use raises the share of the others. In each pass either
 * a third of the remaining demands is met, or the share grows by at most half of its previous growth; so the share stops
 * changing after fewer passes than a double has bits, apart from those that reduce the demands. Time is linear in the number
 * of demands, typically four or five passes over fewer and fewer demands. Memory is allocated only when there are more
 * demands than ever before. Not thread-safe.
 */
public final class MaxMin {
    private double[] scratch = new double[16];
    private double level = Double.POSITIVE_INFINITY;

    /** Creates one without a result. */
    public MaxMin() {
    }

    /**
     * Divides a capacity. All quantities are of one unit, here bytes per second.
     *
     * @param capacity the capacity: not negative, infinity allowed
     * @param demands  the demands: not negative, zero and infinity allowed
     * @param count    number of demands, from the first on
     * @param shares   receives the shares; may be the same array as {@code demands}
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

    /** {@return the highest share of the last division, infinite if all demands were met} */
    public double level() {
        return level;
    }

    /** Raises the level until no unmet demand is below it. */
    private double findLevel(double capacity, double[] demands, int count) {
        if (scratch.length < count) {
            scratch = new double[Math.max(count, 2 * scratch.length)];
        }
        double[] from = demands;
        int left = count;
        double met = 0;
        while (left > 0) {
            double reached = Math.max(0, (capacity - met) / left);
            long bound = Double.doubleToRawLongBits(reached);
            int kept = 0;
            for (int i = 0; i < left; i++) {
                // Without a branch, since it would be unpredictable: non-negative doubles are ordered as their bits are.
                long bits = Double.doubleToRawLongBits(Math.abs(from[i]));
                long below = bits - bound >> Long.SIZE - 1;
                met += Double.longBitsToDouble(bits & below);
                scratch[kept] = from[i];
                kept += 1 + (int) below;
            }
            if (kept == left) {
                return reached;
            }
            left = kept;
            from = scratch;
        }
        // Rounding may meet all demands although their sum, added in another order, exceeded the capacity.
        return Double.POSITIVE_INFINITY;
    }
}
