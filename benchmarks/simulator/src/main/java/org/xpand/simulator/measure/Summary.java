package org.xpand.simulator.measure;

import java.util.Arrays;
import java.util.Locale;
import java.util.function.LongToDoubleFunction;
import java.util.stream.LongStream;

/**
 * Mean of a figure over several seeds with its 95 % confidence interval: the true mean is within
 * {@code mean ± halfWidth} (Student's t).
 *
 * @param count     values
 * @param mean      their mean
 * @param deviation their standard deviation, with n − 1; 0 for one value
 * @param halfWidth half the confidence interval; infinite for one value
 */
public record Summary(int count, double mean, double deviation, double halfWidth) {
    /** Student's t for 95 %, two-sided, by degrees of freedom from 1 on. */
    private static final double[] T = {12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201,
        2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052,
        2.048, 2.045, 2.042};
    /** Its limit, and the slope with which it is approached beyond the table: good to 0.001. */
    private static final double T_LIMIT = 1.960;
    private static final double T_SLOPE = 2.46;

    /**
     * Summarises values.
     *
     * @throws IllegalArgumentException if there are none
     */
    public static Summary of(double... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("no values: accepted is one or more");
        }
        double mean = Arrays.stream(values).average().orElseThrow();
        if (values.length == 1) {
            return new Summary(1, mean, 0, Double.POSITIVE_INFINITY);
        }
        double squares = Arrays.stream(values).map(value -> (value - mean) * (value - mean)).sum();
        double deviation = Math.sqrt(squares / (values.length - 1));
        return new Summary(values.length, mean, deviation, t(values.length - 1) * deviation / Math.sqrt(values.length));
    }

    /**
     * Runs a function once per seed and summarises its results.
     *
     * @param firstSeed the first of consecutive seeds
     * @param count     how many, 1 or more
     */
    public static Summary overSeeds(long firstSeed, int count, LongToDoubleFunction run) {
        return of(LongStream.range(firstSeed, firstSeed + count).mapToDouble(run).toArray());
    }

    /** The lower end of the confidence interval. */
    public double low() {
        return mean - halfWidth;
    }

    /** The upper end of the confidence interval. */
    public double high() {
        return mean + halfWidth;
    }

    private static double t(int freedom) {
        return freedom <= T.length ? T[freedom - 1] : T_LIMIT + T_SLOPE / freedom;
    }

    @Override
    public String toString() {
        return String.format(Locale.ROOT, "%.4g ± %.2g (%d seeds)", mean, halfWidth, count);
    }
}
