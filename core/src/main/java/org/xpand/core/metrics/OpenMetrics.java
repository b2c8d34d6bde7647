package org.xpand.core.metrics;

import java.lang.reflect.RecordComponent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.xpand.core.GroupStats;
import org.xpand.core.NodeStats;
import org.xpand.core.Overview;
import org.xpand.core.XpandNode;

/** The figures of a node as OpenMetrics text. */
public final class OpenMetrics {
    /** What the text is, for HTTP. */
    public static final String CONTENT_TYPE = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    /** Metric that names who limits a group. */
    static final String LIMITED = "xpand_group_limited";

    /** Samples by metric. */
    private final Map<String, StringBuilder> samples = new TreeMap<>();
    private final String base;

    private OpenMetrics(Overview overview) {
        this.base = label("site", overview.site()) + "," + label("name", overview.name());
    }

    /**
     * The figures of a node as they are now. Any thread.
     *
     * @throws IllegalStateException if the node does not answer in time, or could not go on
     */
    public static String of(XpandNode node) {
        return of(node.overview(), node.stats(), node.groupStats());
    }

    /** The same of figures that were asked for. */
    static String of(Overview overview, NodeStats node, List<GroupStats> groups) {
        OpenMetrics out = new OpenMetrics(overview);
        out.add(node, "");
        node.link().ifPresent(link -> out.add(link, ""));
        node.overlay().ifPresent(overlay -> out.add(overlay, ""));
        node.paths().forEach((site, path) -> out.add(path, label("to", site)));
        overview.links().forEach(link -> out.add(link, label("from", link.from()) + "," + label("to", link.to())));
        overview.groups().forEach(out::add);
        groups.forEach(group -> out.add(group, label("group", group.group())));
        return out.text();
    }

    private void add(Overview.GroupState group) {
        String name = label("group", group.name());
        group.source().ifPresent(source -> {
            add(source, name);
            source.limitingSite().ifPresent(site -> sample(LIMITED, LIMITED, name + "," + label("to", site), "1"));
        });
        group.receivers().forEach(each -> add(each, name + "," + label("to", each.site())));
        group.sources().forEach(each -> add(each, name + "," + label("from", each.site())));
        group.senders().forEach(each -> add(each, name + "," + label("member", each.name())));
        group.takers().forEach(each -> add(each, name + "," + label("member", each.name())));
    }

    private void add(Record statistics, String labels) {
        for (Figure figure : Figures.of(statistics.getClass())) {
            value(read(statistics, figure.component())).ifPresent(value ->
                    sample(figure.metric(), figure.sample(), labels, text(value * figure.unit().factor())));
        }
    }

    private static Object read(Record statistics, String component) {
        try {
            for (RecordComponent each : statistics.getClass().getRecordComponents()) {
                if (each.getName().equals(component)) {
                    return each.getAccessor().invoke(statistics);
                }
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("statistics " + statistics.getClass().getName() + " cannot be read", e);
        }
        throw new IllegalStateException(statistics.getClass().getName() + " has no " + component);
    }

    private static Optional<Double> value(Object value) {
        if (value instanceof Optional<?> optional) {
            return optional.flatMap(OpenMetrics::value);
        }
        if (value instanceof Boolean flag) {
            return Optional.of(flag ? 1.0 : 0.0);
        }
        return Optional.of(((Number) value).doubleValue());
    }

    private static String text(double value) {
        if (Double.isInfinite(value)) {
            return value > 0 ? "+Inf" : "-Inf";
        }
        return value == Math.rint(value) && Math.abs(value) < 1e15 ? Long.toString((long) value) : Double.toString(value);
    }

    private void sample(String metric, String name, String labels, String value) {
        samples.computeIfAbsent(metric, key -> new StringBuilder()).append(name).append('{').append(base)
                .append(labels.isEmpty() ? "" : ",").append(labels).append("} ").append(value).append('\n');
    }

    private static String label(String name, String value) {
        return name + "=\"" + value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n") + "\"";
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        Map<String, Figure> declared = new LinkedHashMap<>();
        Figures.all().forEach(figure -> declared.put(figure.metric(), figure));
        samples.forEach((metric, lines) -> {
            Figure figure = declared.get(metric);
            String unit = figure == null ? "" : figure.unit().metric();
            text.append("# TYPE ").append(metric).append(' ')
                    .append(figure != null && figure.kind() == Figure.Kind.COUNTER ? "counter" : "gauge").append('\n');
            if (!unit.isEmpty()) {
                text.append("# UNIT ").append(metric).append(' ').append(unit).append('\n');
            }
            text.append("# HELP ").append(metric).append(' ')
                    .append(figure == null ? "1 for the site TO that limits the group" : figure.help()).append('\n')
                    .append(lines);
        });
        return text.append("# EOF\n").toString();
    }
}
