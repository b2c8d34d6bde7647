package org.xpand.simulator.scenario;

import java.math.BigDecimal;
import java.math.MathContext;

/**
 * Formats numbers: rounded to nine digits by exact arithmetic, because the shortest text of a double is not
 * the same on all releases of Java.
 */
final class Numbers {
    private static final MathContext DIGITS = new MathContext(9);
    private static final int BITS_PER_BYTE = 8;

    private Numbers() {
    }

    /** A finite number; null for any other. */
    static BigDecimal of(double value) {
        if (!Double.isFinite(value)) {
            return null;
        }
        BigDecimal rounded = new BigDecimal(value).round(DIGITS).stripTrailingZeros();
        return rounded.scale() < 0 ? rounded.setScale(0) : rounded;
    }

    /** A rate in bit/s from one in bytes per second. */
    static BigDecimal bits(double bytesPerSecond) {
        return of(bytesPerSecond * BITS_PER_BYTE);
    }

    static BigDecimal seconds(long nanos) {
        return of(ScenarioTime.seconds(nanos));
    }

    static BigDecimal millis(long nanos) {
        return of(nanos / 1e6);
    }

    /** A number for a column of CSV; empty if it is not finite. */
    static String text(BigDecimal value) {
        return value == null ? "" : value.toPlainString();
    }
}
