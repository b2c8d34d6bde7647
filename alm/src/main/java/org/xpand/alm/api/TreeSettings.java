package org.xpand.alm.api;

/**
 * How distribution trees are built. Every delegate must use the same values, or their trees differ. Immutable.
 *
 * @param maxDegree most tree links at one site, at least 2, or {@link #UNLIMITED}. Every hop is a separate unicast flow, so
 *                  a site's uplink carries one share per child; the bound keeps a hub from becoming the group's bottleneck
 * @param maxDetour bound on the ratio between a site's path from the middle of the tree and the shortest one that the bound on
 *                  the degree allows; at least 1, or {@link #UNLIMITED}. Among sites at equal distances from each other the
 *                  cheapest tree may be a chain; a path along a chain has the losses of all its links
 */
public record TreeSettings(int maxDegree, double maxDetour) {
    /** Value of {@link #maxDegree} and {@link #maxDetour} for no bound. */
    public static final int UNLIMITED = 0;
    /** Recommended bound on the degree, tree links at one site. */
    public static final int MAX_DEGREE = 4;
    /** Recommended bound on detours, a ratio. The tree of the six sites in the Xpand paper keeps it. */
    public static final double MAX_DETOUR = 1.4;

    /**
     * Creates settings with a bound on the degree only; detours are not bounded.
     *
     * @param maxDegree most tree links at one site, at least 2, or {@link #UNLIMITED}
     * @throws IllegalArgumentException naming the setting, its value and what is accepted
     */
    public TreeSettings(int maxDegree) {
        this(maxDegree, UNLIMITED);
    }

    /** @throws IllegalArgumentException naming the setting, its value and what is accepted */
    public TreeSettings {
        if (maxDetour != UNLIMITED && !(maxDetour >= 1 && maxDetour < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("maxDetour " + maxDetour + ": accepted are 0 (no bound) and 1 or more");
        }
        if (maxDegree != UNLIMITED && maxDegree < 2) {
            throw new IllegalArgumentException("maxDegree " + maxDegree + ": accepted are 0 (no bound) and 2 or more");
        }
    }

    /**
     * Returns the settings of the plain minimum spanning tree, as in the Xpand paper.
     *
     * @return settings without bounds on degree and detours
     */
    public static TreeSettings paper() {
        return new TreeSettings(UNLIMITED);
    }

    /**
     * Returns the recommended settings: degree at most {@value #MAX_DEGREE}, detours at most {@value #MAX_DETOUR}.
     *
     * @return the recommended bounds
     */
    public static TreeSettings recommended() {
        return new TreeSettings(MAX_DEGREE, MAX_DETOUR);
    }
}
