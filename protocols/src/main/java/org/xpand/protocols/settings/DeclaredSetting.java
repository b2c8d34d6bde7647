package org.xpand.protocols.settings;

/**
 * One setting, for people and documents. Immutable.
 *
 * @param name        by which it is set
 * @param kind        what values look like
 * @param meaning     a phrase
 * @param unit        what a number counts; may be empty
 * @param accepted    the accepted values
 * @param recommended its value in the preset of that name
 * @param paper       its value in the preset of that name
 * @param symbol      the papers' symbol; may be empty
 * @param source      where it comes from, with section; empty if it is the project's own
 */
public record DeclaredSetting(String name, Kind kind, String meaning, String unit, String accepted, String recommended,
                              String paper, String symbol, String source) {
    /** What values look like. */
    public enum Kind {
        /** Nanoseconds, written as a number with ns, us, ms or s. */
        TIME,
        /** Bytes per second, written as a number with bit/s, kbit/s, Mbit/s, Gbit/s or Tbit/s. */
        RATE,
        /** A number. */
        NUMBER,
        /** A whole number. */
        WHOLE_NUMBER,
        /** {@code true} or {@code false}. */
        FLAG,
        /** One of the accepted words. */
        CHOICE
    }
}
