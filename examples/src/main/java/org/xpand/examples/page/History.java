package org.xpand.examples.page;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Figures of the last ten minutes, one per name and second. Above the limit, the name that was updated longest ago is removed. Not
 * thread-safe.
 */
final class History {
    /** Number of seconds that are kept. */
    static final int SECONDS = 600;
    /** Maximum number of names. */
    static final int MAX_NAMES = 2000;

    private final LinkedHashMap<String, double[]> series = new LinkedHashMap<>(16, 0.75f, true);
    private final int names;
    private long second = -1;

    History() {
        this(MAX_NAMES);
    }

    History(int names) {
        this.names = names;
    }

    /** Starts a new second; seconds without figures are empty. */
    void second(long now) {
        for (double[] values : series.values()) {
            for (long each = Math.max(second + 1, now - SECONDS + 1); each <= now; each++) {
                values[(int) (each % SECONDS)] = Double.NaN;
            }
        }
        second = now;
    }

    /** Adds the figure of a name in this second, unless that would be one name too many. */
    void addIfRoom(String name, double value) {
        if (series.size() < names || series.containsKey(name)) {
            add(name, value);
        }
    }

    /** Adds the figure of a name in this second. */
    void add(String name, double value) {
        double[] values = series.get(name);
        if (values == null) {
            if (series.size() >= names) {
                series.remove(series.keySet().iterator().next());
            }
            values = new double[SECONDS];
            Arrays.fill(values, Double.NaN);
            series.put(name, values);
        }
        values[(int) (second % SECONDS)] = value;
    }

    /** Writes the names with this prefix: an array each, oldest first, null where there is no figure. */
    void write(String prefix, ObjectNode out) {
        for (Map.Entry<String, double[]> entry : series.entrySet()) {
            if (entry.getKey().startsWith(prefix)) {
                ArrayNode array = out.putArray(entry.getKey().substring(prefix.length()));
                for (int i = 1; i <= SECONDS; i++) {
                    double value = entry.getValue()[(int) ((second + i) % SECONDS)];
                    if (Double.isFinite(value)) {
                        array.add((float) value);
                    } else {
                        array.addNull();
                    }
                }
            }
        }
    }
}
