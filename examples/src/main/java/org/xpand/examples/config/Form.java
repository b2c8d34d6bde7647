package org.xpand.examples.config;

import java.util.List;
import java.util.function.Function;

/**
 * What the values of a setting look like. Immutable.
 *
 * @param kind     how an option of the command line takes it
 * @param label    what stands for a value in the help; empty for flags
 * @param accepted what is accepted, for people
 * @param pattern  a regular expression that every accepted value matches, for the schema
 * @param words    all values, where they can be counted; otherwise empty
 * @param reader   makes of a text what it means; throws {@link IllegalArgumentException} if it is not accepted, with a message only if
 *                 that says more than what is accepted
 * @param <T>      what it means
 */
public record Form<T>(Kind kind, String label, String accepted, String pattern, List<String> words, Function<String, T> reader) {
    /** How an option takes values. */
    public enum Kind {
        /** With one. */
        VALUE,
        /** With one or more between commas, and several times. */
        LIST,
        /** Without: it is true if it is there. */
        FLAG
    }

    /** Copies the words. */
    public Form {
        words = List.copyOf(words);
    }

    /** One value that cannot be counted. */
    static <T> Form<T> of(String label, String accepted, String pattern, Function<String, T> reader) {
        return new Form<>(Kind.VALUE, label, accepted, pattern, List.of(), reader);
    }

    /** The same with another phrase of what is accepted. */
    Form<T> accepting(String phrase) {
        return new Form<>(kind, label, phrase, pattern, words, reader);
    }

    /** The same with another word for a value. */
    Form<T> labelled(String word) {
        return new Form<>(kind, word, accepted, pattern, words, reader);
    }

    /**
     * Reads a value.
     *
     * @param where where it was given and which setting it is for, in the message
     * @param value the text
     * @return what it means
     * @throws IllegalArgumentException saying where, the value and what is accepted
     */
    T read(String where, String value) {
        try {
            T meaning = reader.apply(value);
            if (!value.matches(pattern)) {
                // Java reads more than people write, and than the schema says.
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
