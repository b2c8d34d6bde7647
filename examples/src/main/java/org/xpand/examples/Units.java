package org.xpand.examples;

import java.util.Locale;

/** Figures for people: bit/s with SI prefixes. */
public final class Units {
    private static final String[] PREFIXES = {"", "k", "M", "G", "T"};

    private Units() {
    }

    /** Returns a rate with a suitable prefix, such as {@code 12 Mbit/s}. */
    public static String bitPerSecond(double value) {
        int prefix = 0;
        double scaled = value;
        while (scaled >= 1000 && prefix < PREFIXES.length - 1) {
            scaled /= 1000;
            prefix++;
        }
        return String.format(Locale.ROOT, scaled < 10 ? "%.2f %sbit/s" : "%.0f %sbit/s", scaled, PREFIXES[prefix]);
    }
}
