package org.xpand.testbed.row;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What one run of a row gave.
 *
 * @param figures by name; not a number for what did not happen
 * @param series  rates for a picture, Mbit/s, by label
 */
public record RowFigures(Map<String, Double> figures, Map<String, double[]> series) {
    /** Length of a bin of the series. */
    public static final double BIN_SECONDS = 0.5;

    /** Without anything; to be filled. */
    public RowFigures() {
        this(new LinkedHashMap<>(), new LinkedHashMap<>());
    }

    RowFigures figure(String name, double value) {
        figures.put(name, value);
        return this;
    }

    RowFigures series(String label, double[] rates) {
        series.put(label, rates);
        return this;
    }
}
