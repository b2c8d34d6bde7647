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
        /** Somebody was refused: another site of the same name, another version, another strategy for the same group. */
        CONFLICT,
        /** Messages are lost to this node. */
        GAP,
        /** A member of this site holds a group up, or does so no more. */
        SLOW_MEMBER,
        /** Another site is not waited for any more, or does not wait for this one. */
        SITE_DROPPED,
        /** This node was put out of a group. */
        EXPELLED,
        /** Something this node needs failed; the text says what and what it does about it. */
        ERROR
    }
}
