package org.xpand.testbed.row;

import java.util.Locale;

/**
 * What a figure is and where it is wanted.
 *
 * @param figure     its name
 * @param kind       what it is
 * @param least      wanted at least, not a number for no such bound
 * @param most       wanted at most, not a number for no such bound
 * @param relativeTo the contender by whose figure in the same row the bounds are multiplied, or null
 * @param relativeRow the row by whose figure of the same contender they are multiplied, or null
 */
public record Aim(String figure, Kind kind, double least, double most, String relativeTo, String relativeRow) {
    /** What a figure is. */
    public enum Kind {
        /** Used of a link, or had beside a neighbour: pauses may take a stated part of it. */
        SHARE,
        /** Anything else: there is no aim for it with pauses. */
        OTHER
    }

    /** A share within bounds. */
    public static Aim share(String figure, double least, double most) {
        return new Aim(figure, Kind.SHARE, least, most, null, null);
    }

    /** A share of at least so much. */
    public static Aim shareFrom(String figure, double least) {
        return share(figure, least, Double.NaN);
    }

    /** Something that is wanted low. */
    public static Aim atMost(String figure, double most) {
        return new Aim(figure, Kind.OTHER, Double.NaN, most, null, null);
    }

    /** Something that is wanted high. */
    public static Aim atLeast(String figure, double least) {
        return new Aim(figure, Kind.OTHER, least, Double.NaN, null, null);
    }

    /** Something within bounds. */
    public static Aim within(String figure, double least, double most) {
        return new Aim(figure, Kind.OTHER, least, most, null, null);
    }

    /** A figure for which there is no aim. */
    public static Aim none(String figure) {
        return new Aim(figure, Kind.OTHER, Double.NaN, Double.NaN, null, null);
    }

    /** The same bounds, times what that contender has in the same row. */
    public Aim relative(String contender) {
        return new Aim(figure, kind, least, most, contender, null);
    }

    /** The same bounds, times what the same contender has in that row. */
    public Aim relativeToRow(String row) {
        return new Aim(figure, kind, least, most, null, row);
    }

    /** The same figure without bounds. */
    public Aim open() {
        return new Aim(figure, kind, Double.NaN, Double.NaN, null, null);
    }

    /** Whether there are bounds. */
    public boolean exists() {
        return !Double.isNaN(least) || !Double.isNaN(most);
    }

    /**
     * Whether a value lies within the bounds. What is not a number lies within none.
     *
     * @param reference what the bounds are multiplied by
     */
    public boolean isMet(double value, double reference) {
        return !exists() || (Double.isNaN(least) || value >= least * reference)
                && (Double.isNaN(most) || value <= most * reference) && !Double.isNaN(value);
    }

    /** The bounds in words. */
    public String text() {
        if (!exists()) {
            return "";
        }
        String bounds;
        if (Double.isNaN(least)) {
            bounds = "≤ " + number(most);
        } else if (Double.isNaN(most)) {
            bounds = "≥ " + number(least);
        } else {
            bounds = number(least) + "–" + number(most);
        }
        if (relativeRow != null) {
            return bounds + " × " + relativeRow + "'s";
        }
        return relativeTo == null ? bounds : bounds + " × " + relativeTo + "'s";
    }

    private static String number(double value) {
        String text = String.format(Locale.ROOT, "%.3f", value);
        return text.replaceAll("\\.?0+$", "");
    }
}
