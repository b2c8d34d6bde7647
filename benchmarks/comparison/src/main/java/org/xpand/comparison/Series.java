package org.xpand.comparison;

import java.util.Collection;
import java.util.function.ToDoubleFunction;

/**
 * The runs of one system with one size, summed up.
 *
 * @param samples at least one
 */
record Series(Collection<Sample> samples) {
    /** The median over the runs. */
    double median(ToDoubleFunction<Sample> figure) {
        double[] sorted = sorted(figure);
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }

    /**
     * How far the middle half of the runs lies apart, as a part of the median: of five runs the second and the fourth,
     * so that one run which something else on the machine disturbed does not count.
     */
    double spread(ToDoubleFunction<Sample> figure) {
        double[] sorted = sorted(figure);
        int cut = sorted.length / 4;
        return (sorted[sorted.length - 1 - cut] - sorted[cut]) / median(figure);
    }

    private double[] sorted(ToDoubleFunction<Sample> figure) {
        return samples.stream().mapToDouble(figure).sorted().toArray();
    }

    long lost() {
        return samples.stream().mapToLong(Sample::lost).sum();
    }

    boolean clean() {
        return samples.stream().allMatch(Sample::clean);
    }
}
