package org.xpand.protocols.directory;

import java.util.Locale;

/**
 * What a process or a site says about a change of a group's charter: it asks for one, or answers to one that was asked for. It says
 * so for as long as it stands, so nothing has to be sent again and whoever takes over a role finds what was said.
 *
 * @param kind what is said
 * @param id   random, which question it is about; 0 if nothing is said
 * @param text of a question the charter that is wanted, of a refusal the reason; empty otherwise
 */
public record CharterMessage(Kind kind, long id, String text) {
    /** Nothing is said. */
    public static final CharterMessage NONE = new CharterMessage(Kind.NONE, 0, "");

    private static final int MAX_REASON = 300;

    /** What is said. */
    public enum Kind {
        /** Nothing. */
        NONE,
        /** The group is to be changed: can everybody follow? */
        ASK,
        /** Whoever says this can follow. */
        YES,
        /** Whoever says this cannot. */
        NO
    }

    /** The group is to have this charter. */
    public static CharterMessage ask(long id, GroupService wanted) {
        return new CharterMessage(Kind.ASK, id, wanted.text());
    }

    /** The answer to a question: can follow. */
    public static CharterMessage yes(long id) {
        return new CharterMessage(Kind.YES, id, "");
    }

    /** The answer to a question: cannot follow, for a reason. */
    public static CharterMessage no(long id, String reason) {
        return new CharterMessage(Kind.NO, id, reason.substring(0, Math.min(reason.length(), MAX_REASON)));
    }

    /** Whether it says this of this question. */
    public boolean is(Kind other, long question) {
        return kind == other && id == question;
    }

    /** As one line, empty if nothing is said. */
    public String line() {
        return kind == Kind.NONE ? "" : kind.name().toLowerCase(Locale.ROOT) + ' ' + Long.toHexString(id) + ' ' + text;
    }

    /**
     * Reads what {@link #line} wrote.
     *
     * @throws IllegalArgumentException if it is no such word
     */
    public static CharterMessage parse(String line) {
        if (line.isEmpty()) {
            return NONE;
        }
        String[] parts = line.split(" ", 3);
        if (parts.length < 3) {
            throw new IllegalArgumentException("word about a charter '" + line + "': accepted is KIND ID TEXT");
        }
        long id;
        try {
            id = Long.parseUnsignedLong(parts[1], 16);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("word about a charter '" + line + "': the second part is no hexadecimal number", e);
        }
        return new CharterMessage(Kind.valueOf(parts[0].toUpperCase(Locale.ROOT)), id, parts[2]);
    }
}
