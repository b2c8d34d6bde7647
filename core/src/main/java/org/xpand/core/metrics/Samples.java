package org.xpand.core.metrics;

import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.xpand.core.GroupStats;
import org.xpand.core.NodeStats;
import org.xpand.core.Overview;
import org.xpand.core.XpandNode;

/** Reads the figures of a node. */
public final class Samples {
    /** Metric that names the site that limits a group. */
    static final String LIMITED = "xpand_group_limited";

    /** Metric that names what determines a group's rate. */
    static final String REASON = "xpand_group_rate_reason";

    private final List<Sample> samples = new ArrayList<>();
    private final Overview overview;

    private Samples(Overview overview) {
        this.overview = overview;
    }

    /**
     * Returns all current figures of a node. Thread-safe; waits for the node's patience ({@link org.xpand.core.NodeBuilder#patience}) at most for
     * each of its statistics.
     *
     * @param node the node to read
     * @return in no particular order; each metric with the same labels once
     * @throws IllegalArgumentException if it is null
     * @throws IllegalStateException    if the node does not answer in time, or has failed
     */
    public static List<Sample> of(XpandNode node) {
        Figure.present("node", node, "a node");
        return of(node.overview(), node.stats(), node.groupStats());
    }

    /** From statistics that were read before. */
    static List<Sample> of(Overview overview, NodeStats node, List<GroupStats> groups) {
        Samples out = new Samples(overview);
        out.add(node);
        node.lan().ifPresent(out::add);
        node.link().ifPresent(out::add);
        node.overlay().ifPresent(out::add);
        node.paths().forEach((site, path) -> out.add(path, "to", site));
        overview.links().forEach(link -> out.add(link, "from", link.from(), "to", link.to()));
        overview.groups().forEach(out::addGroup);
        groups.forEach(group -> out.add(group, "group", group.group()));
        return out.samples;
    }

    private void addGroup(Overview.GroupState group) {
        String name = group.name();
        group.source().ifPresent(source -> {
            add(source, "group", name);
            source.limitingSite().ifPresent(site -> samples.add(
                    new Sample(LIMITED, Optional.empty(), labels("group", name, "to", site), 1)));
            source.reason().ifPresent(reason -> samples.add(new Sample(REASON, Optional.empty(),
                    labels("group", name, "reason", reason.name()), 1)));
        });
        group.receivers().forEach(each -> add(each, "group", name, "to", each.site()));
        group.sources().forEach(each -> add(each, "group", name, "from", each.site()));
        group.senders().forEach(each -> add(each, "group", name, "member", each.name()));
        group.localReceivers().forEach(each -> add(each, "group", name, "member", each.name()));
    }

    private Map<String, String> labels(String... pairs) {
        Map<String, String> labels = new LinkedHashMap<>();
        labels.put("site", overview.site());
        labels.put("name", overview.name());
        for (int i = 0; i < pairs.length; i += 2) {
            labels.put(pairs[i], pairs[i + 1]);
        }
        return labels;
    }

    private void add(Record statistics, String... pairs) {
        Map<String, String> labels = labels(pairs);
        for (Figure figure : Figures.of(statistics.getClass())) {
            value(read(statistics, figure.component())).ifPresent(value -> samples.add(
                    new Sample(figure.metric(), Optional.of(figure), labels, value * figure.unit().factor())));
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
            return optional.flatMap(Samples::value);
        }
        if (value instanceof Boolean flag) {
            return Optional.of(flag ? 1.0 : 0.0);
        }
        if (value instanceof Duration time) {
            return Optional.of((double) time.toNanos());
        }
        return Optional.of(((Number) value).doubleValue());
    }
}
