package org.xpand.alm.tree;

/**
 * How distribution trees are built. Every delegate must use the same values, or their trees differ. Immutable.
 *
 * @param maxDegree most tree links at one site, at least 2, or {@link #UNLIMITED}. Every hop is a unicast flow of its own, so
 *                  a site's uplink carries one share per child; the bound keeps a hub from becoming the group's bottleneck
 */
public record TreeSettings(int maxDegree) {
    /** Value of {@link #maxDegree} for no bound. */
    public static final int UNLIMITED = 0;
    /** Recommended bound on the degree. */
    public static final int MAX_DEGREE = 4;

    /** @throws IllegalArgumentException naming the setting, its value and what is accepted */
    public TreeSettings {
        if (maxDegree != UNLIMITED && maxDegree < 2) {
            throw new IllegalArgumentException("maxDegree " + maxDegree + ": accepted are 0 (no bound) and 2 or more");
        }
    }

    /** The plain minimum spanning tree, as in the Xpand paper. */
    public static TreeSettings paper() {
        return new TreeSettings(UNLIMITED);
    }

    /** Degree at most {@value #MAX_DEGREE}. */
    public static TreeSettings recommended() {
        return new TreeSettings(MAX_DEGREE);
    }
}
