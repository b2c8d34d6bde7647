package org.xpand.alm.tree;

/**
 * How distribution trees are built. Every delegate must use the same values, or their trees differ. Immutable.
 *
 * @param maxDegree     most tree links at one site, at least 2, or {@link #UNLIMITED}. Every hop is a unicast flow of
 *                      its own, so a site's uplink carries one share per child; the bound keeps a hub from becoming the
 *                      group's bottleneck
 * @param costTolerance how much more than the best tree the trees of the published link costs may cost before new link
 *                      costs are published, as a fraction of the best; 0 publishes every improvement
 */
public record TreeSettings(int maxDegree, double costTolerance) {
    /** Value of {@link #maxDegree} for no bound. */
    public static final int UNLIMITED = 0;
    /** Recommended bound on the degree. */
    public static final int MAX_DEGREE = 4;
    /** Recommended tolerance: RTTs over the Internet wander by a tenth without any path having changed. */
    public static final double COST_TOLERANCE = 0.15;

    /** @throws IllegalArgumentException naming the setting, its value and what is accepted */
    public TreeSettings {
        if (maxDegree != UNLIMITED && maxDegree < 2) {
            throw new IllegalArgumentException("maxDegree " + maxDegree + ": accepted are 0 (no bound) and 2 or more");
        }
        if (!(costTolerance >= 0 && costTolerance <= 10)) {
            throw new IllegalArgumentException("costTolerance " + costTolerance + ": accepted is 0 to 10");
        }
    }

    /** The plain minimum spanning tree, as in the Xpand paper. */
    public static TreeSettings paper() {
        return new TreeSettings(UNLIMITED, 0);
    }

    /** Degree at most {@value #MAX_DEGREE}, and a tree that stays while it is about as good as the best. */
    public static TreeSettings recommended() {
        return new TreeSettings(MAX_DEGREE, COST_TOLERANCE);
    }
}
