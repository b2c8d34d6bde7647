package org.xpand.protocols.settings;

/**
 * One setting, for display and documents. Immutable.
 *
 * @param name        its name
 * @param kind        the form of its values
 * @param meaning     its meaning, as a phrase
 * @param unit        the unit of a number; may be empty
 * @param accepted    the accepted values
 * @param recommended its value in {@link Preset#RECOMMENDED}
 * @param paper       its value in {@link Preset#PAPER}
 * @param symbol      its symbol in the papers; may be empty
 * @param source      its source, with section; empty if it is the project's own
 */
public record DeclaredSetting(String name, Kind kind, String meaning, String unit, String accepted, String recommended,
                              String paper, String symbol, String source) {
    /** Forms of values. */
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
