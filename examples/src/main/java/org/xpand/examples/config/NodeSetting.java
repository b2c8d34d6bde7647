package org.xpand.examples.config;

import java.util.Locale;

/**
 * A setting of a node, declared once: the option of the command line with its help, the line of a file, the environment variable, the
 * schema and the table of {@code docs/configuration.md} follow from it. Immutable.
 *
 * @param name      in a file, for example {@code wan-bind}
 * @param form      what its values look like
 * @param meaning   what it does, in a sentence
 * @param byDefault the value that says the same as none, as it is written; empty if no value does
 * @param <T>       what a value means
 */
public record NodeSetting<T>(String name, Form<T> form, String meaning, String byDefault) {
    /** @return the option that gives it */
    public String option() {
        return "--" + name;
    }

    /** @return the environment variable that gives it */
    public String variable() {
        return "XPAND_" + name.toUpperCase(Locale.ROOT).replace('-', '_');
    }

    /** @return what is accepted, for people */
    public String accepted() {
        return form.accepted();
    }

    /**
     * Reads a value.
     *
     * @param where where it was given, which the message begins with
     * @param value as it is written
     * @return what it means
     * @throws IllegalArgumentException saying where, the value and what is accepted
     */
    public T read(String where, String value) {
        return form.read(where, value);
    }

    /** What the help says: the meaning, and what the label does not say. */
    String help() {
        StringBuilder more = new StringBuilder();
        if (form.kind() == Form.Kind.LIST) {
            more.append(" Repeatable.");
        } else if (form.kind() == Form.Kind.VALUE && !form.accepted().equals(form.label())) {
            more.append(" Accepted: ").append(form.accepted()).append('.');
        }
        if (!byDefault.isEmpty() && form.kind() != Form.Kind.FLAG) {
            more.append(" Default: ").append(byDefault).append('.');
        }
        return meaning + more;
    }
}
