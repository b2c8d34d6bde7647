package org.xpand.core.metrics;

import java.util.Map;
import java.util.Optional;

/**
 * The value of one figure of a node at one moment. Immutable.
 *
 * @param metric name of the metric, without the suffix {@code _total} of counters
 * @param figure its description; empty for the metrics that name what limits a group
 * @param labels what the value belongs to, by name of the label; always in the same order
 * @param value  in the metric's unit; a flag is 1 or 0
 */
public record Sample(String metric, Optional<Figure> figure, Map<String, String> labels, double value) {
    public Sample {
        Figure.present("metric", metric, "a name");
        Figure.present("figure", figure, "an Optional, which may be empty");
        Figure.present("labels", labels, "a map of texts by name, which may be empty");
    }

    /** {@return whether it only increases, until its process or the delegate's term ends} */
    public boolean isCounter() {
        return figure.filter(each -> each.kind() == Figure.Kind.COUNTER).isPresent();
    }

    /** {@return its meaning, one line} */
    public String help() {
        return figure.map(Figure::help).orElse(metric.equals(Samples.REASON) ? "1 for what determines how fast the site sends to the group"
                : "1 for the site TO that limits the group");
    }

    /** {@return its unit, as {@link Figure.Unit#metric} names it; empty for none} */
    public String unit() {
        return figure.map(each -> each.unit().metric()).orElse("");
    }
}
