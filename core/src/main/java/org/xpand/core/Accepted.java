package org.xpand.core;

import java.util.Map;

/** Checks values that applications pass. */
final class Accepted {
    private Accepted() {
    }

    /**
     * Returns a value that may not be null.
     *
     * @param setting  name of the setting or argument
     * @param accepted what is accepted, for the message
     * @throws IllegalArgumentException naming both, if it is null
     */
    static <T> T present(String setting, T value, String accepted) {
        if (value == null) {
            throw new IllegalArgumentException(setting + " null: accepted is " + accepted);
        }
        return value;
    }

    /**
     * Returns a copy of a strategy's settings.
     *
     * @throws IllegalArgumentException if the map, a name or a value is null
     */
    static Map<String, String> strategySettings(Map<String, String> settings) {
        present("strategy's settings", settings, "a map of values by name, which may be empty");
        settings.forEach((name, value) -> {
            present("strategy's setting", name, "a name");
            present("strategy's setting '" + name + "'", value, "a text");
        });
        return Map.copyOf(settings);
    }
}
