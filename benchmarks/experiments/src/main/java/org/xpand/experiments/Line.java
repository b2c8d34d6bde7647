package org.xpand.experiments;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.xpand.simulator.measure.ThroughputRecorder;
import org.xpand.simulator.session.SessionSample;

/**
 * A line of a figure.
 *
 * @param label what it shows
 * @param x     where, one or more
 * @param y     as many values; not finite where there is none
 */
public record Line(String label, double[] x, double[] y) {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double BYTES_PER_MEGABIT = 125_000;

    /** @throws IllegalArgumentException if there are no points, or not as many values */
    public Line {
        if (x.length == 0 || x.length != y.length) {
            throw new IllegalArgumentException("line " + label + " has " + x.length + " places and " + y.length
                    + " values: accepted are one or more, as many of both");
        }
    }

    /** A rate in Mbit/s. */
    public static double megabits(double bytesPerSecond) {
        return bytesPerSecond / BYTES_PER_MEGABIT;
    }

    /** Throughput of the bins of a window, Mbit/s, at their middles in seconds. */
    public static Line throughput(String label, ThroughputRecorder recorder, long fromNanos, long toNanos) {
        double[] y = recorder.series(fromNanos, toNanos);
        double[] x = new double[y.length];
        for (int i = 0; i < y.length; i++) {
            x[i] = (fromNanos + (i + 0.5) * recorder.binNanos()) / NANOS_PER_SECOND;
            y[i] = megabits(y[i]);
        }
        return new Line(label, x, y);
    }

    /** The sum of several recorders' throughput, as {@link #throughput}. */
    public static Line sum(String label, List<ThroughputRecorder> recorders, long fromNanos, long toNanos) {
        List<Line> lines = recorders.stream().map(each -> throughput(label, each, fromNanos, toNanos)).toList();
        return new Line(label, lines.get(0).x(), IntStream.range(0, lines.get(0).y().length)
                .mapToDouble(i -> lines.stream().mapToDouble(line -> line.y()[i]).sum()).toArray());
    }

    /** Something of a session's source over time in seconds. */
    public static Line samples(String label, List<SessionSample> samples, ToDoubleFunction<SessionSample> value) {
        return new Line(label, samples.stream().mapToDouble(each -> each.nanos() / NANOS_PER_SECOND).toArray(),
                samples.stream().mapToDouble(value).toArray());
    }

    /** A constant between two places. */
    public static Line constant(String label, double fromX, double toX, double value) {
        return new Line(label, new double[] {fromX, toX}, new double[] {value, value});
    }

    /** Values over numbers. */
    public static Line over(String label, List<Integer> x, List<Double> y) {
        return new Line(label, x.stream().mapToDouble(Integer::doubleValue).toArray(),
                y.stream().mapToDouble(Double::doubleValue).toArray());
    }

    /** Upright bars, each from its least value to its most. */
    public static Line bars(String label, List<Integer> x, List<Double> least, List<Double> most) {
        return over(label, x.stream().flatMap(each -> Stream.of(each, each, each)).toList(), IntStream.range(0, x.size())
                .boxed().flatMap(i -> Stream.of(least.get(i), most.get(i), Double.NaN)).toList());
    }

    /** The same under another label. */
    public Line labelled(String other) {
        return new Line(other, x, y);
    }

    /** The means of so many neighbours each; what is left over at the end is left out. */
    public Line averaged(int points) {
        int count = Math.max(1, x.length / points);
        int width = Math.min(points, x.length);
        return new Line(label, means(x, count, width), means(y, count, width));
    }

    private static double[] means(double[] values, int count, int width) {
        return IntStream.range(0, count).mapToDouble(i -> Arrays.stream(values, i * width, (i + 1) * width).average()
                .orElseThrow()).toArray();
    }

    /** The same with every value by a factor larger. */
    public Line times(double factor) {
        return new Line(label, x, Arrays.stream(y).map(value -> factor * value).toArray());
    }

    /** The same with every value beyond a bound left out. */
    public Line below(double bound) {
        return new Line(label, x, IntStream.range(0, y.length).mapToDouble(i -> y[i] < bound ? y[i] : Double.NaN)
                .toArray());
    }
}
