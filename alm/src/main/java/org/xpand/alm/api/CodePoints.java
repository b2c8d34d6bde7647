package org.xpand.alm.api;

import java.util.Map;
import java.util.TreeMap;

/**
 * The differentiated services code points (RFC 2474 §3) of this site's packets, 0 to 63: that of the group, else that of its
 * strategy, else 0 (best effort). A forwarder uses its own settings for the packets that it forwards. Routers may ignore or change
 * code points; where they do not, a strategy that needs a queue of its own, as {@code mca} assumes, gets one. Immutable.
 *
 * @param byStrategy code points, 0 to 63, by strategy name
 * @param byGroup    code points, 0 to 63, by group name
 */
public record CodePoints(Map<String, Integer> byStrategy, Map<String, Integer> byGroup) {
    /** Best effort for all groups. */
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

    /**
     * Returns a copy with the code point of a strategy, in place of its earlier one.
     *
     * @param name  the strategy's name; one that no group has does nothing
     * @param point 0 to 63
     * @return the copy
     * @throws IllegalArgumentException naming the code point and what is accepted
     */
    public CodePoints withStrategy(String name, int point) {
        return new CodePoints(with(byStrategy, name, point), byGroup);
    }

    /**
     * Returns a copy with the code point of a group, in place of its earlier one; it has precedence over its strategy's.
     *
     * @param name  the group's name; one that does not exist does nothing
     * @param point 0 to 63
     * @return the copy
     * @throws IllegalArgumentException naming the code point and what is accepted
     */
    public CodePoints withGroup(String name, int point) {
        return new CodePoints(byStrategy, with(byGroup, name, point));
    }

    private static Map<String, Integer> with(Map<String, Integer> points, String name, int point) {
        Map<String, Integer> more = new TreeMap<>(points);
        more.put(name, point);
        return more;
    }

    /**
     * Returns the traffic class of a group's packets.
     *
     * @param strategy name of the group's strategy
     * @param group    the group's name
     * @return the traffic class: four times the code point, 0 to 252, with the two bits of RFC 3168 as zeros; 0 if neither name is known
     */
    public int trafficClass(String strategy, String group) {
        Integer own = byGroup.get(group);
        return (own == null ? byStrategy.getOrDefault(strategy, 0) : own) << ECN_BITS;
    }
}
