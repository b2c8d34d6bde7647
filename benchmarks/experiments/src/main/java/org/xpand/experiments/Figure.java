package org.xpand.experiments;

import java.util.List;

/**
 * Lines over two axes.
 *
 * @param name  of its files, lower case, digits and hyphens
 * @param title what it shows
 * @param xAxis quantity and unit
 * @param yAxis quantity and unit
 * @param style how it is drawn
 * @param lines the lines, one or more
 */
public record Figure(String name, String title, String xAxis, String yAxis, Style style, List<Line> lines) {
    /** How a figure is drawn. */
    public enum Style {
        /** A line, for what goes on in time. */
        LINES,
        /** Points joined by lines, for a quantity that is varied. */
        POINTS,
        /** Points joined by lines, over a logarithmic x axis, for a quantity that is varied by factors. */
        POINTS_LOG_X,
        /** Marks that are not joined, of another shape for each line, for single observations. */
        MARKS
    }

    public Figure {
        lines = List.copyOf(lines);
        if (lines.isEmpty()) {
            throw new IllegalArgumentException("figure " + name + " has no lines: accepted is one or more");
        }
    }

    /** Rates over time. */
    public static Figure rates(String name, String title, List<Line> lines) {
        return new Figure(name, title, "time (s)", "rate (Mbit/s)", Style.LINES, lines);
    }
}
