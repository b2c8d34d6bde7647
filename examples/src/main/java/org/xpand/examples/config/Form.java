package org.xpand.examples.config;

import java.util.List;
import java.util.function.Function;

/**
 * The form of a setting's values. Immutable.
 *
 * @param kind     how an option of the command line gets it
 * @param label    placeholder for a value in the help; empty for flags
 * @param accepted what is accepted, for people
 * @param pattern  a regular expression that every accepted value matches, for the schema
 * @param words    all values, if they can be listed; otherwise empty
 * @param reader   converts the text to its meaning; throws {@link IllegalArgumentException} if it is not accepted, with a message
 *                 only if that says more than {@code accepted}
 * @param <T>      the meaning
 */
public record Form<T>(Kind kind, String label, String accepted, String pattern, List<String> words, Function<String, T> reader) {
    /** Kinds of options. */
    public enum Kind {
        /** With one value. */
        VALUE,
        /** With one or more values, separated by commas or repeated. */
        LIST,
        /** Without a value: true if present. */
        FLAG
    }

    /** Copies the words. */
    public Form {
        words = List.copyOf(words);
    }

    /** Returns the form of a single value that cannot be listed. */
    static <T> Form<T> of(String label, String accepted, String pattern, Function<String, T> reader) {
        return new Form<>(Kind.VALUE, label, accepted, pattern, List.of(), reader);
    }

    /** Returns this form with another description of what is accepted. */
    Form<T> accepting(String phrase) {
        return new Form<>(kind, label, phrase, pattern, words, reader);
    }

    /** Returns this form with another placeholder. */
    Form<T> labelled(String word) {
        return new Form<>(kind, word, accepted, pattern, words, reader);
    }

    /**
     * Reads a value.
     *
     * @param where where it was set and which setting it is for, for the message
     * @param value the text
     * @return its meaning
     * @throws IllegalArgumentException saying where, the value and what is accepted
     */
    T read(String where, String value) {
        try {
            T meaning = reader.apply(value);
            if (!value.matches(pattern)) {
                // Java accepts more than people write, and than the schema allows.
                throw new IllegalArgumentException();
            }
            return meaning;
        } catch (IllegalArgumentException e) {
            boolean saysMore = e.getMessage() != null && !(e instanceof NumberFormatException);
            throw new IllegalArgumentException(where + " '" + value + "': accepted is " + accepted
                    + (saysMore ? " (" + e.getMessage() + ")" : ""), e);
        }
    }
}
