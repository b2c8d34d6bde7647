package org.xpand.core.micrometer;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.xpand.core.XpandNode;
import org.xpand.core.metrics.Sample;
import org.xpand.core.metrics.Samples;

/**
 * The figures of a node as meters of a Micrometer registry, with the names, labels, units and descriptions that they have as
 * OpenMetrics: counters and gauges. A thread of this object reads them from the node at an interval; new groups, sites and members
 * then get their meters, and the meters of those that have left are removed. Thread-safe.
 */
@SuppressWarnings("exports") // Not transitive: an application without Micrometer is compiled without it.
public final class XpandMetrics implements MeterBinder, AutoCloseable {
    /** Default interval between two readings. */
    public static final Duration DEFAULT_INTERVAL = Duration.ofSeconds(5);
    private static final Duration LEAST_INTERVAL = Duration.ofMillis(100);
    private static final Duration LONGEST_INTERVAL = Duration.ofDays(36_500);

    private final Supplier<List<Sample>> source;
    private final Duration interval;
    private final Map<MeterRegistry, Map<Key, Value>> bound = new HashMap<>();
    private ScheduledExecutorService clock;
    private boolean closed;

    /** Identifies a value. */
    private record Key(String metric, Map<String, String> labels) {
    }

    /** The last value, and the meter that shows it. */
    private static final class Value {
        private volatile double last;
        private Meter meter;

        double last() {
            return last;
        }
    }

    /**
     * Creates the meters of a node, read every five seconds.
     *
     * @param node the node to read; it is not closed with this object
     * @throws IllegalArgumentException if it is null
     */
    public XpandMetrics(XpandNode node) {
        this(node, DEFAULT_INTERVAL);
    }

    /**
     * Creates the meters of a node.
     *
     * @param node     the node to read; it is not closed with this object
     * @param interval time between two readings, 100 ms or more; more than a hundred years counts as a hundred years
     * @throws IllegalArgumentException if an argument is null, or the interval is shorter
     */
    public XpandMetrics(XpandNode node, Duration interval) {
        this(() -> Samples.of(node), interval);
        present("node", node, "a node");
    }

    XpandMetrics(Supplier<List<Sample>> source, Duration interval) {
        if (present("interval", interval, "a time of 100 ms or more").compareTo(LEAST_INTERVAL) < 0) {
            throw new IllegalArgumentException("interval " + interval + ": accepted are " + LEAST_INTERVAL + " and more");
        }
        this.source = source;
        this.interval = interval.compareTo(LONGEST_INTERVAL) < 0 ? interval : LONGEST_INTERVAL;
    }

    /**
     * Adds the meters to a registry, until {@link #close}. May be called for several registries.
     *
     * @param registry receives the meters; one that has them already gets them once
     * @throws IllegalArgumentException if it is null
     * @throws IllegalStateException    if this object is closed
     */
    @Override
    public synchronized void bindTo(MeterRegistry registry) {
        present("registry", registry, "a MeterRegistry");
        if (closed) {
            throw new IllegalStateException("these metrics are closed");
        }
        bound.putIfAbsent(registry, new HashMap<>());
        refresh();
        if (clock == null) {
            clock = Executors.newSingleThreadScheduledExecutor(task -> {
                Thread thread = new Thread(task, "xpand-metrics");
                thread.setDaemon(true);
                return thread;
            });
            clock.scheduleWithFixedDelay(this::refresh, interval.toMillis(), interval.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private static <T> T present(String argument, T value, String accepted) {
        if (value == null) {
            throw new IllegalArgumentException(argument + " null: accepted is " + accepted);
        }
        return value;
    }

    /** Reads the figures now. If the node does not answer, the last values remain. */
    synchronized void refresh() {
        if (closed) {
            return;
        }
        List<Sample> samples;
        try {
            samples = source.get();
        } catch (IllegalStateException e) {
            return;
        }
        bound.forEach((registry, values) -> show(registry, values, samples));
    }

    private static void show(MeterRegistry registry, Map<Key, Value> values, List<Sample> samples) {
        Set<Key> there = new HashSet<>();
        for (Sample sample : samples) {
            Key key = new Key(sample.metric(), sample.labels());
            there.add(key);
            Value value = values.get(key);
            if (value == null) {
                value = new Value();
                value.last = sample.value();
                value.meter = meter(registry, sample, value);
                values.put(key, value);
            }
            value.last = sample.value();
        }
        values.entrySet().removeIf(each -> {
            boolean gone = !there.contains(each.getKey());
            if (gone) {
                registry.remove(each.getValue().meter);
            }
            return gone;
        });
    }

    private static Meter meter(MeterRegistry registry, Sample sample, Value value) {
        List<Tag> tags = sample.labels().entrySet().stream().map(label -> Tag.of(label.getKey(), label.getValue())).toList();
        String unit = sample.unit().isEmpty() ? null : sample.unit();
        return sample.isCounter()
                ? FunctionCounter.builder(sample.metric(), value, Value::last).tags(tags).baseUnit(unit).description(sample.help()).register(registry)
                : Gauge.builder(sample.metric(), value, Value::last).tags(tags).baseUnit(unit).description(sample.help()).register(registry);
    }

    /** Removes the meters from all registries and stops reading. The node is not affected. */
    @Override
    public synchronized void close() {
        closed = true;
        if (clock != null) {
            clock.shutdownNow();
        }
        bound.forEach((registry, values) -> values.values().forEach(value -> registry.remove(value.meter)));
        bound.clear();
    }
}
