package org.xpand.protocols.lifecycle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The moves of a transition table, as the code, the document and what has happened have them. */
public final class Rows {
    private static final Pattern ARROW = Pattern.compile("(\\w+) --> (\\w+|\\[\\*])");

    private Rows() {
    }

    private static <S extends Enum<S>> String row(S from, S to) {
        return from + " " + to;
    }

    /** Those of a table. */
    public static <S extends Enum<S>> Set<String> of(Transitions<S> table, Class<S> states) {
        Set<String> rows = new TreeSet<>();
        for (S from : states.getEnumConstants()) {
            table.after(from).forEach(to -> rows.add(row(from, to)));
        }
        return rows;
    }

    /** Those that things have taken. */
    public static <S extends Enum<S>> Set<String> taken(Collection<Lifecycle<S>> things, Class<S> states) {
        Set<String> rows = new TreeSet<>();
        for (S from : states.getEnumConstants()) {
            for (S to : states.getEnumConstants()) {
                if (things.stream().anyMatch(each -> each.hasTaken(from, to))) {
                    rows.add(row(from, to));
                }
            }
        }
        return rows;
    }

    /** Those that {@code docs/takeover.md} draws below a heading; what is drawn as an end is this state. */
    public static <S extends Enum<S>> Set<String> drawn(String heading, Class<S> states, S end) throws IOException {
        String document = Files.readString(Path.of("..", "docs", "takeover.md"));
        int diagram = document.indexOf("stateDiagram-v2", document.indexOf("\n## " + heading + "\n"));
        Set<String> rows = new TreeSet<>();
        Matcher arrow = ARROW.matcher(document.substring(diagram, document.indexOf("```\n", diagram)));
        while (arrow.find()) {
            S to = arrow.group(2).equals("[*]") ? end : Enum.valueOf(states, arrow.group(2).toUpperCase(Locale.ROOT));
            rows.add(row(Enum.valueOf(states, arrow.group(1).toUpperCase(Locale.ROOT)), to));
        }
        return rows;
    }
}
