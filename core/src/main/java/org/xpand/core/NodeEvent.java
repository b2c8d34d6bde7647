package org.xpand.core;

/**
 * Something an application or its operator may want to know.
 *
 * @param kind what it is about
 * @param text one line for people
 */
public record NodeEvent(Kind kind, String text) {
    /** What an event is about. */
    public enum Kind {
        /** This node became its site's delegate, or ceased to be. */
        DELEGATE,
        /** A site or a group was refused: two sites of one name, or strategies that differ. */
        CONFLICT,
        /** Something this node needs failed; the text says what and what it does about it. */
        ERROR
    }
}
