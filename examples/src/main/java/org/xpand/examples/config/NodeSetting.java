package org.xpand.examples.config;

import java.util.Locale;

/**
 * A setting of a node, declared once: the option of the command line with its help, the line of a file, the environment variable,
 * the schema and the table of {@code docs/configuration.md} are derived from it. Immutable.
 *
 * @param name      name in a file, for example {@code wan-bind}
 * @param form      form of its values
 * @param meaning   what it does, in a sentence
 * @param byDefault the text of the value that equals no value; empty if there is none
 * @param <T>       the meaning of a value
 */
public record NodeSetting<T>(String name, Form<T> form, String meaning, String byDefault) {
    /** @return the option for it */
    public String option() {
        return "--" + name;
    }

    /** @return the environment variable for it */
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
     * @param where where it was set, start of the message
     * @param value the text
     * @return its meaning
     * @throws IllegalArgumentException saying where, the value and what is accepted
     */
    public T read(String where, String value) {
        return form.read(where, value);
    }

    /** Returns the help: the meaning, and what the label does not show. */
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
