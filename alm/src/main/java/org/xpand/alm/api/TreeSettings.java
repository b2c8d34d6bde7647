package org.xpand.alm.api;

/**
 * How distribution trees are built. Every delegate must use the same values, or their trees differ. Immutable.
 *
 * @param maxDegree most tree links at one site, at least 2, or {@link #UNLIMITED}. Every hop is a unicast flow of its own, so
 *                  a site's uplink carries one share per child; the bound keeps a hub from becoming the group's bottleneck
 * @param maxDetour how many times as long as the bound on the degree lets it be a site's way from the tree's middle may be, at
 *                  least 1, or {@link #UNLIMITED}. Among sites that are equally far from each other the cheapest tree may be
 *                  a chain; a way along it loses what each of its links loses
 */
public record TreeSettings(int maxDegree, double maxDetour) {
    /** Value of {@link #maxDegree} for no bound. */
    public static final int UNLIMITED = 0;
    /** Recommended bound on the degree. */
    public static final int MAX_DEGREE = 4;
    /** Recommended bound on detours. The paper's tree of its six sites keeps it. */
    public static final double MAX_DETOUR = 1.4;

    /** A bound on the degree only. */
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

    /** The plain minimum spanning tree, as in the Xpand paper. */
    public static TreeSettings paper() {
        return new TreeSettings(UNLIMITED);
    }

    /** Degree at most {@value #MAX_DEGREE}, detours at most {@value #MAX_DETOUR}. */
    public static TreeSettings recommended() {
        return new TreeSettings(MAX_DEGREE, MAX_DETOUR);
    }
}
