package org.xpand.alm.api;

import java.util.Map;
import java.util.TreeMap;

/**
 * The differentiated services code points (RFC 2474 §3) of this site's packets, 0 to 63: a group's own, else its strategy's,
 * else 0, best effort. A forwarder uses its own settings for what it passes on. Routers may ignore or change them; a
 * strategy that needs a queue of its own, as {@code mca} assumes, gets one where they do not. Immutable.
 *
 * @param byStrategy by the strategy's name
 * @param byGroup    by the group's name
 */
public record CodePoints(Map<String, Integer> byStrategy, Map<String, Integer> byGroup) {
    /** Best effort for all. */
    public static final CodePoints BEST_EFFORT = new CodePoints(Map.of(), Map.of());
    private static final int MAX = 63;
    private static final int ECN_BITS = 2;

    /** @throws IllegalArgumentException naming the setting, its value and what is accepted */
    public CodePoints {
        byStrategy = Map.copyOf(byStrategy);
        byGroup = Map.copyOf(byGroup);
        check("strategy", byStrategy);
        check("group", byGroup);
    }

    private static void check(String what, Map<String, Integer> points) {
        points.forEach((name, point) -> {
            if (point < 0 || point > MAX) {
                throw new IllegalArgumentException("code point " + point + " of " + what + " '" + name + "': accepted are 0 to "
                        + MAX);
            }
        });
    }

    /** The same with a strategy's code point. */
    public CodePoints withStrategy(String name, int point) {
        return new CodePoints(with(byStrategy, name, point), byGroup);
    }

    /** The same with a group's code point. */
    public CodePoints withGroup(String name, int point) {
        return new CodePoints(byStrategy, with(byGroup, name, point));
    }

    private static Map<String, Integer> with(Map<String, Integer> points, String name, int point) {
        Map<String, Integer> more = new TreeMap<>(points);
        more.put(name, point);
        return more;
    }

    /**
     * @param strategy of the group
     * @param group    its name
     * @return the traffic class of the group's packets, 0 to 252, with the two bits of RFC 3168 as zeros
     */
    public int trafficClass(String strategy, String group) {
        Integer own = byGroup.get(group);
        return (own == null ? byStrategy.getOrDefault(strategy, 0) : own) << ECN_BITS;
    }
}
