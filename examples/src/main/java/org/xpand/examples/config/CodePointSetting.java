package org.xpand.examples.config;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * Differentiated services code points (RFC 2474) of groups or strategies. Immutable.
 *
 * @param byName the code points, 0 to 63, by name
 */
public record CodePointSetting(Map<String, Integer> byName) {
    /** The greatest code point. */
    static final int MOST = 63;

    /** Copies the map. */
    public CodePointSetting {
        byName = Collections.unmodifiableMap(new TreeMap<>(byName));
    }

    /** Reads {@code NAME=DSCP[,NAME=DSCP...]}; names are checked by the form's pattern. */
    static CodePointSetting parse(String text) {
        Map<String, Integer> points = new TreeMap<>();
        for (String part : text.split(",", -1)) {
            String[] pair = part.strip().split("=", -1);
            Forms.require(pair.length == 2);
            int point = Integer.parseInt(pair[1]);
            Forms.require(point >= 0 && point <= MOST);
            if (points.put(pair[0], point) != null) {
                throw new IllegalArgumentException("'" + pair[0] + "' is there twice");
            }
        }
        return new CodePointSetting(points);
    }
}
