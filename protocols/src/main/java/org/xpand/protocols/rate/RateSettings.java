package org.xpand.protocols.rate;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/**
 * Reads a rate control's settings. Every method throws {@link IllegalArgumentException} with one line that names the
 * setting, the value and what is accepted. Not thread-safe.
 */
public final class RateSettings {
    private static final List<Unit> TIMES = List.of(new Unit("ns", 1), new Unit("us", 1e3), new Unit("ms", 1e6),
            new Unit("s", 1e9));
    private static final List<Unit> RATES = List.of(new Unit("Tbit/s", 1e12 / 8), new Unit("Gbit/s", 1e9 / 8), new Unit("Mbit/s", 1e6 / 8),
            new Unit("kbit/s", 1e3 / 8), new Unit("bit/s", 1.0 / 8));

    private final Map<String, String> settings;
    private final TreeSet<String> names = new TreeSet<>();

    private record Unit(String suffix, double factor) {
    }

    /**
     * A reader of these settings.
     *
     * @param settings values by name; only read
     */
    public RateSettings(Map<String, String> settings) {
        this.settings = settings;
    }

    /**
     * Reads one of the accepted words.
     *
     * @param name      name of the setting
     * @param otherwise the result if it is not set
     * @param accepted  the words that may be set
     * @return the word
     * @throws IllegalArgumentException if another word is set
     */
    public String choice(String name, String otherwise, String... accepted) {
        String value = value(name);
        if (value == null) {
            return otherwise;
        }
        if (!Arrays.asList(accepted).contains(value)) {
            throw refused(name, value, String.join(", ", accepted));
        }
        return value;
    }

    /**
     * Reads {@code true} or {@code false}.
     *
     * @param name      name of the setting
     * @param otherwise the result if it is not set
     * @return the value
     * @throws IllegalArgumentException if anything else is set
     */
    public boolean flag(String name, boolean otherwise) {
        return choice(name, Boolean.toString(otherwise), "true", "false").equals("true");
    }

    /**
     * Reads a whole number.
     *
     * @param name      name of the setting
     * @param otherwise the result if it is not set
     * @return the number, of any sign
     * @throws IllegalArgumentException if the value is not a whole number of 32 bits
     */
    public int integer(String name, int otherwise) {
        String value = value(name);
        try {
            return value == null ? otherwise : Integer.parseInt(value);
        } catch (NumberFormatException e) {
            throw refused(name, value, "whole numbers");
        }
    }

    /**
     * Reads a number.
     *
     * @param name      name of the setting
     * @param otherwise the result if it is not set
     * @return the number, finite
     * @throws IllegalArgumentException if the value is not a finite number
     */
    public double number(String name, double otherwise) {
        String value = value(name);
        return value == null ? otherwise : parse(name, value, value, "numbers");
    }

    /**
     * Reads a time in nanoseconds.
     *
     * @param name      name of the setting
     * @param otherwise the result if it is not set, nanoseconds
     * @return nanoseconds, rounded
     * @throws IllegalArgumentException if the value is not a finite number and ns, us, ms or s
     */
    public long nanos(String name, long otherwise) {
        String value = value(name);
        return value == null ? otherwise : Math.round(measure(name, value, TIMES, "times such as 500ms or 2s"));
    }

    /**
     * Reads a rate in bytes per second.
     *
     * @param name      name of the setting
     * @param otherwise the result if it is not set, bytes per second
     * @return bytes per second
     * @throws IllegalArgumentException if the value is not a finite number and bit/s, kbit/s, Mbit/s, Gbit/s or Tbit/s
     */
    public double rate(String name, double otherwise) {
        String value = value(name);
        return value == null ? otherwise : measure(name, value, RATES, "rates such as 500kbit/s or 1Gbit/s");
    }

    /**
     * Refuses unknown settings; called after all settings have been read.
     *
     * @throws IllegalArgumentException if there is a setting that was not read
     */
    public void refuseOthers() {
        for (String name : new TreeSet<>(settings.keySet())) {
            if (!names.contains(name)) {
                throw new IllegalArgumentException("setting '" + name + "' = '" + settings.get(name)
                        + "': accepted are the settings " + String.join(", ", names));
            }
        }
    }

    /**
     * Makes the exception for a value that is not accepted.
     *
     * @param name     the name of a setting that was read
     * @param accepted what is accepted
     * @return the exception to throw because its value is not accepted
     */
    public IllegalArgumentException refused(String name, String accepted) {
        return refused(name, settings.get(name), accepted);
    }

    /**
     * Refuses a value outside a range.
     *
     * @param name  name of the setting
     * @param value its value, in the unit of the ends
     * @param least the least value accepted
     * @param most  the greatest value accepted
     * @param unit  follows the ends in the message; empty for a plain number
     * @throws IllegalArgumentException if the value is below, above or not a number
     */
    public static void check(String name, double value, double least, double most, String unit) {
        if (!(value >= least && value <= most)) {
            throw refused(name, plain(value), plain(least) + " to " + plain(most) + unit);
        }
    }

    private String value(String name) {
        names.add(name);
        return settings.get(name);
    }

    private static double measure(String name, String value, List<Unit> units, String accepted) {
        for (Unit unit : units) {
            if (value.endsWith(unit.suffix)) {
                String number = value.substring(0, value.length() - unit.suffix.length()).strip();
                return parse(name, value, number, accepted) * unit.factor;
            }
        }
        throw refused(name, value, accepted);
    }

    private static double parse(String name, String value, String number, String accepted) {
        try {
            double parsed = Double.parseDouble(number);
            if (Double.isFinite(parsed)) {
                return parsed;
            }
        } catch (NumberFormatException e) {
            throw refused(name, value, accepted);
        }
        throw refused(name, value, accepted);
    }

    private static String plain(double value) {
        boolean whole = value == Math.rint(value) && Math.abs(value) < 1e15;
        return whole ? Long.toString((long) value) : Double.toString(value);
    }

    private static IllegalArgumentException refused(String name, String value, String accepted) {
        return new IllegalArgumentException("setting '" + name + "' = '" + value + "': accepted are " + accepted);
    }
}
