package org.xpand.protocols.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Locale;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Eq. 1 gives the papers' figures, and its inverse is its inverse. */
class ThroughputEquationTest {
    private static final double NONE = Double.NaN;
    /** Xpand, Table 1: round-trip times in ms; columns send, rows receive. */
    private static final double[][] RTT = {
        {NONE, 170.92, 282.15, 205.25, 277.99, 213.99},
        {170.62, NONE, 120.18, 51.67, 122.20, 62.82},
        {260.60, 91.95, NONE, 57.65, 77.15, 57.87},
        {236.30, 50.00, 85.70, NONE, 85.59, 26.68},
        {299.13, 121.32, 96.58, 76.23, NONE, 59.80},
        {242.47, 62.29, 58.75, 25.27, 59.64, NONE}};
    /** Xpand, Table 2: loss event rates in percent. */
    private static final double[][] LOSS = {
        {0.00, 0.00, 2.90, 0.00, 7.63, 2.33},
        {0.33, 0.00, 3.42, 0.00, 7.40, 2.47},
        {4.20, 2.87, 0.00, 3.39, 6.35, 1.96},
        {0.33, 0.00, 3.31, 0.00, 7.84, 2.67},
        {4.80, 3.26, 3.34, 4.36, 0.00, 1.50},
        {1.15, 0.82, 0.71, 0.63, 4.85, 0.00}};
    /** Xpand, Table 3: TCP-friendly rates in Mbit/s. */
    private static final String[][] RATE = {
        {"", "", "0.16", "", "0.07", "0.24"},
        {"0.96", "", "0.33", "", "0.16", "0.80"},
        {"0.13", "0.49", "", "0.69", "0.30", "1.02"},
        {"0.69", "", "0.48", "", "0.22", "1.79"},
        {"0.10", "0.34", "0.42", "0.43", "", "1.17"},
        {"0.34", "1.60", "1.84", "4.58", "0.50", ""}};

    @Test
    void table3FollowsFromTables1And2ToThePrintedDecimals() {
        ThroughputEquation equation = new ThroughputEquation(2, 4);
        int cells = 0;
        for (int row = 0; row < 6; row++) {
            for (int column = 0; column < 6; column++) {
                if (!RATE[row][column].isEmpty()) {
                    double rate = equation.rate(1400, Math.round(RTT[row][column] * 1e6), LOSS[row][column] / 100);
                    assertThat(String.format(Locale.ROOT, "%.2f", rate * 8 / 1e6)).as("row %d column %d", row, column)
                            .isEqualTo(RATE[row][column]);
                    cells++;
                }
            }
        }
        assertThat(cells).isEqualTo(26);
    }

    @ParameterizedTest
    @CsvSource({"60, 0.001, 5.118", "60, 0.005, 2.210", "60, 0.025, 0.840", "60, 0.125, 0.172", "50, 0.1, 0.283"})
    void tfmccFiguresHaveB1(long rttMillis, double p, double megabits) {
        double rate = ThroughputEquation.unbounded(1, 4).rate(1000, rttMillis * 1_000_000, p);
        assertThat(rate * 8 / 1e6).isCloseTo(megabits, within(0.0005));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.01, 0.29, 0.3, 0.5, 1})
    void tfmccHasNoBoundOnTheTimeoutTerm(double p) {
        ThroughputEquation tfmcc = ThroughputEquation.unbounded(1, 4);
        double printed = 1000 / (0.05 * (Math.sqrt(2 * p / 3) + 12 * Math.sqrt(3 * p / 8) * p * (1 + 32 * p * p)));
        double rate = tfmcc.rate(1000, 50_000_000, p);
        assertThat(rate).isCloseTo(printed, within(printed * 1e-12));
        assertThat(tfmcc.inverse(1000, 50_000_000, rate)).isCloseTo(p, within(p * 1e-9));
        assertThat(new ThroughputEquation(1, 4).rate(1000, 50_000_000, p) > rate * 1.000001).isEqualTo(p > 8 / 27.0);
    }

    @ParameterizedTest
    @CsvSource({"1, 0.188", "2, 0.13"})
    void lossEventsPerRoundTripHaveTheKnownMaximum(double b, double maximum) {
        ThroughputEquation equation = new ThroughputEquation(b, 4);
        double most = 0;
        for (double p = 0.001; p <= 1; p += 0.001) {
            most = Math.max(most, p * equation.rate(1, 1_000_000_000, p));
        }
        assertThat(most).isCloseTo(maximum, within(0.005));
    }

    @Property
    void rateIsThePrintedFormula(@ForAll @DoubleRange(min = -9, max = 0) double exponent,
            @ForAll @DoubleRange(min = 0.01, max = 10) double rtt,
            @ForAll @DoubleRange(min = 40, max = 9000) double size) {
        double p = Math.pow(10, exponent);
        for (int b = 1; b <= 2; b++) {
            for (int rto : new int[] {1, 4, 64}) {
                double printed = size / (rtt * Math.pow(2 * b * p / 3, 0.5)
                        + rto * rtt * Math.min(1, Math.pow(27 * b * p / 8, 0.5)) * p * (1 + 32 * Math.pow(p, 2)));
                assertThat(new ThroughputEquation(b, rto).rate(size, Math.round(rtt * 1e9), p))
                        .isCloseTo(printed, within(printed * 1e-7));
            }
        }
    }

    @Property
    void inverseGivesTheLossEventRateBack(@ForAll @DoubleRange(min = -12, max = 0) double exponent,
            @ForAll @DoubleRange(min = 0.01, max = 10) double rtt) {
        double p = Math.pow(10, exponent);
        ThroughputEquation equation = new ThroughputEquation(1, 4);
        long nanos = Math.round(rtt * 1e9);
        assertThat(equation.inverse(1400, nanos, equation.rate(1400, nanos, p))).isCloseTo(p, within(p * 1e-9));
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e3, 1e4, 1e5, 1e6, 1e7})
    void inverseIsWhereASlowScanFindsIt(double rate) {
        ThroughputEquation equation = new ThroughputEquation(2, 4);
        double p = 1e-9;
        while (p < 1 && equation.rate(1400, 100_000_000, p) > rate) {
            p *= 1.0001;
        }
        assertThat(equation.inverse(1400, 100_000_000, rate)).isCloseTo(Math.min(1, p), within(p * 2e-4));
    }

    @Test
    void inverseIsBoundedAtBothEnds() {
        ThroughputEquation equation = new ThroughputEquation(1, 4);
        assertThat(equation.inverse(1400, 100_000_000, 0)).isEqualTo(1);
        assertThat(equation.inverse(1400, 100_000_000, 1e-9)).isEqualTo(1);
        assertThat(equation.inverse(1400, 100_000_000, Double.POSITIVE_INFINITY)).isZero();
        assertThat(equation.rate(1400, 100_000_000, 0)).isInfinite();
    }

    @Test
    void badConstantsAreNamed() {
        assertThatThrownBy(() -> new ThroughputEquation(0, 4)).hasMessageContaining("b 0.0");
        assertThatThrownBy(() -> new ThroughputEquation(1, Double.NaN)).hasMessageContaining("NaN");
    }
}
