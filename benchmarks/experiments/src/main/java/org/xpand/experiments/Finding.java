package org.xpand.experiments;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import org.xpand.simulator.measure.Summary;

/**
 * A number that an experiment found, and what is expected of it.
 *
 * @param name    what it is, a phrase
 * @param unit    its unit, empty for none
 * @param value   over the seeds
 * @param least   the least mean expected, -∞ if nothing is
 * @param most    the greatest mean expected, ∞ if nothing is
 * @param whyWide why the range {@link #isWide is wide}, a phrase; empty if it need not be
 */
public record Finding(String name, String unit, Summary value, double least, double most, String whyWide) {
    /** A range of this factor is wide. */
    private static final double WIDE = 4;

    /** @throws IllegalArgumentException if no number could meet the expectation */
    public Finding {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(unit, "unit");
        Objects.requireNonNull(value, "value");
        Objects.requireNonNull(whyWide, "whyWide");
        if (!(least <= most)) {
            throw new IllegalArgumentException("expectation of " + name + " is " + least + " to " + most
                    + ": accepted is a range");
        }
    }

    /** A number of which nothing is expected. */
    public static <T> Finding of(String name, String unit, List<T> runs, ToDoubleFunction<T> value) {
        return new Finding(name, unit, Summary.of(runs.stream().mapToDouble(value).toArray()),
                Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, "");
    }

    /** The same number, expected in a range. */
    public Finding expect(double low, double high) {
        return new Finding(name, unit, value, low, high, whyWide);
    }

    /** The same number, of which so much or less is expected. */
    public Finding atMost(double high) {
        return expect(Double.NEGATIVE_INFINITY, high);
    }

    /** The same number, in a shortened version, which varies more, expected in this range instead. */
    public Finding ifBrief(Plan plan, double low, double high) {
        return plan.brief() ? expect(low, high) : this;
    }

    /** The same number and range, with the reason why the range is wide, a phrase. */
    public Finding wideBecause(String reason) {
        return new Finding(name, unit, value, least, most, reason);
    }

    /** Whether something is expected of it. */
    public boolean isExpectation() {
        return least > Double.NEGATIVE_INFINITY || most < Double.POSITIVE_INFINITY;
    }

    /**
     * Whether much could go wrong and this number still be as expected: half of it would be where there is a least value, or
     * the range is of a factor of four, or four times it would be where there is only a greatest value. A zero has no half.
     */
    public boolean isWide() {
        if (value.mean() == 0) {
            return false;
        }
        if (least == Double.NEGATIVE_INFINITY) {
            return most < Double.POSITIVE_INFINITY && WIDE * value.mean() <= most;
        }
        return value.mean() / 2 >= least || most < Double.POSITIVE_INFINITY && most >= WIDE * least;
    }

    /** What is expected in words, such as {@code 0.8000 to 1.200} or {@code at most 2.000}; empty if nothing is. */
    public String expected() {
        if (!isExpectation()) {
            return "";
        }
        String high = String.format(Locale.ROOT, "%.4g", most);
        String low = String.format(Locale.ROOT, "%.4g", least);
        return least == Double.NEGATIVE_INFINITY ? "at most " + high : most == Double.POSITIVE_INFINITY ? "at least " + low : low + " to " + high;
    }

    /** Whether it is as expected. */
    public boolean isMet() {
        return value.mean() >= least && value.mean() <= most;
    }
}
