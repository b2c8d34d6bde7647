package org.xpand.protocols.directory;

import java.util.Locale;

/**
 * What a process or a site announces about a change of a group's charter: a request for one, or the answer to one. It is
 * announced for as long as it is valid, so nothing has to be sent again and a process that takes over a role finds it.
 *
 * @param kind the kind of message
 * @param id   random identity of the request; 0 without a message
 * @param text of a request the wanted charter, of a refusal the reason; otherwise empty
 */
public record CharterMessage(Kind kind, long id, String text) {
    /** No message. */
    public static final CharterMessage NONE = new CharterMessage(Kind.NONE, 0, "");

    private static final int MAX_REASON = 300;

    /** The kind of message. */
    public enum Kind {
        /** No message. */
        NONE,
        /** A request to change the group, if all can follow. */
        ASK,
        /** The process or site can follow. */
        YES,
        /** The process or site cannot follow. */
        NO
    }

    /**
     * Makes a request to change the charter.
     *
     * @param id     random identity of the request, not 0
     * @param wanted the charter that is wanted
     * @return the request
     */
    public static CharterMessage ask(long id, GroupService wanted) {
        return new CharterMessage(Kind.ASK, id, wanted.text());
    }

    /**
     * Makes the answer that the process or site can follow.
     *
     * @param id identity of the request
     * @return the answer
     */
    public static CharterMessage yes(long id) {
        return new CharterMessage(Kind.YES, id, "");
    }

    /**
     * Makes the answer that the process or site cannot follow.
     *
     * @param id     identity of the request
     * @param reason the reason, for people; cut after 300 characters
     * @return the answer
     */
    public static CharterMessage no(long id, String reason) {
        return new CharterMessage(Kind.NO, id, reason.substring(0, Math.min(reason.length(), MAX_REASON)));
    }

    /**
     * Whether this is of a kind and about a request.
     *
     * @param other    the kind
     * @param question identity of the request
     * @return whether both are the same
     */
    public boolean is(Kind other, long question) {
        return kind == other && id == question;
    }

    /** {@return the message as one line, as it is announced; empty for no message} */
    public String line() {
        return kind == Kind.NONE ? "" : kind.name().toLowerCase(Locale.ROOT) + ' ' + Long.toHexString(id) + ' ' + text;
    }

    /**
     * Reads what {@link #line} wrote.
     *
     * @param line the announced line
     * @return the message; {@link #NONE} of an empty line
     * @throws IllegalArgumentException if it is no such message
     */
    public static CharterMessage parse(String line) {
        if (line.isEmpty()) {
            return NONE;
        }
        String[] parts = line.split(" ", 3);
        if (parts.length < 3) {
            throw new IllegalArgumentException("charter message '" + line + "': accepted is KIND ID TEXT");
        }
        long id;
        try {
            id = Long.parseUnsignedLong(parts[1], 16);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("charter message '" + line + "': the second part is no hexadecimal number", e);
        }
        return new CharterMessage(Kind.valueOf(parts[0].toUpperCase(Locale.ROOT)), id, parts[2]);
    }
}
