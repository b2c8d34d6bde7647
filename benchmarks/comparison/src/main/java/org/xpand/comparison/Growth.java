package org.xpand.comparison;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.xpand.comparison.scale.Cost;

/**
 * The shape of a growth: the slope of the line that fits the logarithms of figure and number best, so that 0 means
 * constant, 1 in proportion, -1 in inverse proportion.
 */
final class Growth {
    private static final List<ToDoubleFunction<Cost>> FIGURES = List.of(Cost::startSeconds, Cost::joinSeconds, Cost::goodput,
            Cost::total, Cost::cpuPerGigabyte, Cost::heapBytes, Cost::residentBytes, Cost::threads);

    private Growth() {
    }

    /** The slopes of all figures, as the last row of their table. */
    static List<String> row(List<Integer> counts, List<Cost> costs) {
        List<String> row = new ArrayList<>(List.of("grows with power"));
        for (ToDoubleFunction<Cost> figure : FIGURES) {
            row.add(String.format(Locale.ROOT, "%.2f", slope(counts, costs.stream().map(figure::applyAsDouble).toList())));
        }
        return row;
    }

    static double slope(List<Integer> counts, List<Double> figures) {
        double meanX = counts.stream().mapToDouble(Math::log).average().orElse(0);
        double meanY = figures.stream().mapToDouble(Math::log).average().orElse(0);
        double above = 0;
        double below = 0;
        for (int i = 0; i < counts.size(); i++) {
            double x = Math.log(counts.get(i)) - meanX;
            above += x * (Math.log(figures.get(i)) - meanY);
            below += x * x;
        }
        return above / below;
    }
}
