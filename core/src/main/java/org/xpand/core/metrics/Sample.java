package org.xpand.core.metrics;

import java.util.Map;
import java.util.Optional;

/**
 * One figure of a node at a moment.
 *
 * @param metric name of the metric, without the ending {@code _total} of counters
 * @param figure what it means; empty for the metric that names who limits a group
 * @param labels whose figure it is, by name of the label; the same order each time
 * @param value  in the metric's unit; a flag is 1 or 0
 */
public record Sample(String metric, Optional<Figure> figure, Map<String, String> labels, double value) {
    /** Whether it only grows. */
    public boolean isCounter() {
        return figure.filter(each -> each.kind() == Figure.Kind.COUNTER).isPresent();
    }

    /** What it means, one line. */
    public String help() {
        return figure.map(Figure::help).orElse("1 for the site TO that limits the group");
    }

    /** Its unit; empty for none. */
    public String unit() {
        return figure.map(each -> each.unit().metric()).orElse("");
    }
}
