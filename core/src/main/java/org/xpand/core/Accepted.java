package org.xpand.core;

import java.util.List;
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
     * Checks texts that may not be null, though empty.
     *
     * @param namesAndTexts the name of the first argument, the argument, the name of the second one, and so on
     * @throws IllegalArgumentException naming the first one that is null
     */
    static void texts(String... namesAndTexts) {
        for (int i = 0; i < namesAndTexts.length; i += 2) {
            present(namesAndTexts[i], namesAndTexts[i + 1], "a text");
        }
    }

    /**
     * Returns an unmodifiable copy of a list.
     *
     * @throws IllegalArgumentException naming it, if it or one of its values is null
     */
    static <T> List<T> list(String name, List<T> values) {
        for (T each : present(name, values, "a list, which may be empty")) {
            if (each == null) {
                throw new IllegalArgumentException(name + " with a null: accepted is a list of other values, which may be empty");
            }
        }
        return List.copyOf(values);
    }

    /**
     * Returns an unmodifiable copy of a map.
     *
     * @throws IllegalArgumentException naming it, if it, a key or a value is null
     */
    static <K, V> Map<K, V> map(String name, Map<K, V> values) {
        present(name, values, "a map, which may be empty").forEach((key, value) -> {
            if (key == null || value == null) {
                throw new IllegalArgumentException(name + " with a null: accepted is a map of other values, which may be empty");
            }
        });
        return Map.copyOf(values);
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
