package org.xpand.experiments;

import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.xpand.simulator.measure.Summary;

/**
 * A number that an experiment found, and what is expected of it.
 *
 * @param name  what it is, a phrase
 * @param unit  its unit, empty for none
 * @param value over the seeds
 * @param least the least mean expected, -∞ if nothing is
 * @param most  the greatest mean expected, ∞ if nothing is
 */
public record Finding(String name, String unit, Summary value, double least, double most) {
    /** @throws IllegalArgumentException if no number could meet the expectation */
    public Finding {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(unit, "unit");
        Objects.requireNonNull(value, "value");
        if (!(least <= most)) {
            throw new IllegalArgumentException("expectation of " + name + " is " + least + " to " + most
                    + ": accepted is a range");
        }
    }

    /** A number of which nothing is expected. */
    public static <T> Finding of(String name, String unit, List<T> runs, ToDoubleFunction<T> value) {
        return new Finding(name, unit, Summary.of(runs.stream().mapToDouble(value).toArray()),
                Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
    }

    /** The same number, expected in a range. */
    public Finding expect(double low, double high) {
        return new Finding(name, unit, value, low, high);
    }

    /** Whether something is expected of it. */
    public boolean isExpectation() {
        return least > Double.NEGATIVE_INFINITY || most < Double.POSITIVE_INFINITY;
    }

    /** Whether it is as expected. */
    public boolean isMet() {
        return value.mean() >= least && value.mean() <= most;
    }
}
