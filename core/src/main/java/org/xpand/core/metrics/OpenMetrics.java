package org.xpand.core.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.xpand.core.GroupStats;
import org.xpand.core.NodeStats;
import org.xpand.core.Overview;
import org.xpand.core.XpandNode;

/** The figures of a node as OpenMetrics text. */
public final class OpenMetrics {
    /** Content type of the text, for HTTP. */
    public static final String CONTENT_TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8";

    private OpenMetrics() {
    }

    /**
     * Returns the current figures of a node. Thread-safe; waits for the node's patience ({@link org.xpand.core.NodeBuilder#patience}) at most for
     * each of its statistics.
     *
     * @param node the node to read
     * @return OpenMetrics text, version 1.0.0, that ends with {@code # EOF}
     * @throws IllegalArgumentException if it is null
     * @throws IllegalStateException    if the node does not answer in time, or has failed
     */
    public static String of(XpandNode node) {
        return text(Samples.of(node));
    }

    /** As text, from statistics that were read before. */
    static String of(Overview overview, NodeStats node, List<GroupStats> groups) {
        return text(Samples.of(overview, node, groups));
    }

    private static String text(List<Sample> samples) {
        Map<String, List<Sample>> byMetric = new TreeMap<>();
        samples.forEach(sample -> byMetric.computeIfAbsent(sample.metric(), key -> new ArrayList<>()).add(sample));
        StringBuilder text = new StringBuilder();
        byMetric.forEach((metric, each) -> {
            Sample first = each.get(0);
            text.append("# TYPE ").append(metric).append(' ').append(first.isCounter() ? "counter" : "gauge").append('\n');
            if (!first.unit().isEmpty()) {
                text.append("# UNIT ").append(metric).append(' ').append(first.unit()).append('\n');
            }
            text.append("# HELP ").append(metric).append(' ').append(first.help()).append('\n');
            each.forEach(sample -> text.append(sample.figure().map(Figure::sample).orElse(metric))
                    .append(sample.labels().entrySet().stream().map(OpenMetrics::label).collect(Collectors.joining(",", "{", "} ")))
                    .append(text(sample.value())).append('\n'));
        });
        return text.append("# EOF\n").toString();
    }

    private static String label(Map.Entry<String, String> label) {
        return label.getKey() + "=\"" + label.getValue().replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
    }

    private static String text(double value) {
        if (Double.isInfinite(value)) {
            return value > 0 ? "+Inf" : "-Inf";
        }
        return value == Math.rint(value) && Math.abs(value) < 1e15 ? Long.toString((long) value) : Double.toString(value);
    }
}
