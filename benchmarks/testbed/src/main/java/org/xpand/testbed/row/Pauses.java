package org.xpand.testbed.row;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How processes are stopped and continued while a row is measured.
 *
 * @param leastMillis the shortest pause
 * @param mostMillis  the longest one
 */
public record Pauses(int leastMillis, int mostMillis) {
    /** Once in this time one process is stopped. */
    public static final int PERIOD_MILLIS = 2000;
    /** Processes are left alone. */
    public static final Pauses NONE = new Pauses(0, 0);

    private static final int SHORT_MILLIS = 50;
    /** What must be left of a quiet run's share with pauses that are short, and with longer ones. */
    private static final double KEPT_WITH_SHORT = 0.95;
    private static final double KEPT_WITH_LONG = 0.85;
    private static final Pattern FORM = Pattern.compile("(\\d{1,4})-(\\d{1,4})");

    /**
     * @param text {@code none}, or {@code LEAST-MOST} in milliseconds
     * @throws IllegalArgumentException if it is neither
     */
    public static Pauses parse(String text) {
        if (text.equals("none")) {
            return NONE;
        }
        Matcher form = FORM.matcher(text);
        if (form.matches()) {
            Pauses pauses = new Pauses(Integer.parseInt(form.group(1)), Integer.parseInt(form.group(2)));
            if (pauses.leastMillis > 0 && pauses.leastMillis <= pauses.mostMillis && pauses.mostMillis < PERIOD_MILLIS) {
                return pauses;
            }
        }
        throw new IllegalArgumentException("--pauses '" + text + "': accepted are none and LEAST-MOST in milliseconds, from 1 to "
                + (PERIOD_MILLIS - 1));
    }

    /** Whether there are any. */
    public boolean exist() {
        return mostMillis > 0;
    }

    /** The share of a quiet run's figure that is wanted with these pauses. */
    public double keptShare() {
        return mostMillis <= SHORT_MILLIS ? KEPT_WITH_SHORT : KEPT_WITH_LONG;
    }

    @Override
    public String toString() {
        return exist() ? leastMillis + "-" + mostMillis : "none";
    }
}
