package org.xpand.testbed.row;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A row's name of the form {@code KIND:KEY=VALUE:...}, taken apart and checked. */
final class Description {
    /** The numbers accepted for a key, and the one without it. */
    record Key(double least, double most, double usual) {
    }

    private final String name;
    private final Map<String, Key> numbers;
    private final Map<String, String> given = new LinkedHashMap<>();

    /**
     * Checks which keys are given.
     *
     * @param parts   what stands between the colons, after the kind
     * @param numbers the keys whose values are numbers
     * @param words   the other keys
     * @param syntax  what is accepted, for the message
     * @throws IllegalArgumentException if a part is no key with a value, or a key is given twice
     */
    Description(String name, List<String> parts, Map<String, Key> numbers, List<String> words, String syntax) {
        this.name = name;
        this.numbers = numbers;
        for (String part : parts) {
            int equals = part.indexOf('=');
            String key = equals < 0 ? part : part.substring(0, equals);
            if (equals < 0 || !numbers.containsKey(key) && !words.contains(key) || given.put(key, part.substring(equals + 1)) != null) {
                throw mistake("'" + part + "' is not understood or given twice; accepted are " + syntax);
            }
        }
    }

    /** The exception for a mistake in this description. */
    IllegalArgumentException mistake(String text) {
        return new IllegalArgumentException("--rows '" + name + "': " + text);
    }

    /** Whether the key is given. */
    boolean has(String key) {
        return given.containsKey(key);
    }

    /** The value of a key, or its usual one. */
    double number(String key) {
        Key accepted = numbers.get(key);
        String text = given.get(key);
        if (text == null) {
            return accepted.usual;
        }
        double value;
        try {
            value = Double.parseDouble(text);
        } catch (NumberFormatException e) {
            value = Double.NaN;
        }
        if (!(value >= accepted.least && value <= accepted.most)) {
            throw mistake(key + " is '" + text + "'; accepted are numbers from " + Rows.text(accepted.least) + " to "
                    + Rows.text(accepted.most));
        }
        return value;
    }

    /** The same of a whole number. */
    int count(String key) {
        double value = number(key);
        if (value != Math.rint(value)) {
            throw mistake(key + " is '" + given.get(key) + "'; accepted are whole numbers");
        }
        return (int) value;
    }

    /** One of these words, the first one if none is given. */
    String word(String key, List<String> accepted) {
        String text = given.getOrDefault(key, accepted.get(0));
        if (!accepted.contains(text)) {
            throw mistake(key + " is '" + text + "'; accepted are " + String.join(", ", accepted));
        }
        return text;
    }
}
