package org.xpand.alm.site;

import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.control.Conflict;
import org.xpand.protocols.directory.GroupName;

/** What a {@link SiteProcess} tells its owner. Called from within its methods; must not call back into it. */
public interface SiteEvents {
    /** What an event is about. */
    enum Kind {
        /** This process became its site's delegate, or ceased to be. */
        DELEGATE,
        /** Somebody was refused: another site of the same name, another version, another strategy for the same group. */
        CONFLICT,
        /** A member of this site holds a group up, or does so no more. */
        SLOW_MEMBER,
        /** Another site is not waited for any more, or does not wait for this one. */
        SITE_DROPPED,
        /** Another site has become silent, or is so no more. */
        SITE_SILENT,
        /** Something failed; the text says what and what is done about it. */
        ERROR
    }

    /** Something an application or its operator may want to know, in one line. */
    void event(Kind kind, String text);

    /** This process serves as its site's delegate from now on, or does no more; an event unless something else is made of it. */
    default void delegacy(boolean serves, String text) {
        event(Kind.DELEGATE, text);
    }

    /** Another site or a site's group was refused; an event unless something else is made of it. */
    default void conflict(Conflict conflict) {
        event(Kind.CONFLICT, conflict.message());
    }

    /** A member of this site holds a group up, or does so no more; an event unless something else is made of it. */
    default void slowMember(GroupName group, String text) {
        event(Kind.SLOW_MEMBER, "group " + group + ": " + text);
    }

    /**
     * A site does not wait for another one any more; an event unless something else is made of it.
     *
     * @param site what people call the other site
     * @param here whether it is this site that does not wait; otherwise it is the other one
     */
    default void notWaited(GroupName group, String site, boolean here, String text) {
        event(Kind.SITE_DROPPED, "group " + group + ": " + text);
    }

    /**
     * Another site has become silent on the data's way, or is heard again; an event unless something else is made of it.
     *
     * @param site   what people call the other site
     * @param silent whether it is silent from now on
     */
    default void siteSilent(String site, boolean silent, String text) {
        event(Kind.SITE_SILENT, text);
    }

    /** A bound was reached; an event unless something else is made of it. */
    default void limit(String text) {
        event(Kind.ERROR, text);
    }

    /** Something failed and was closed; besides the event, whoever keeps a log wants the cause. */
    void failure(String text, Throwable cause);

    /** As delegate, this process no longer waits for another site in a group; an event says so too. */
    default void siteDropped(GroupName group, SiteId site) {
        // The event is enough for most.
    }

    /** Who the site's delegate is was found out for the first time, and if it is this process, its way out is open. */
    default void settled() {
        // Only who starts a process waits for it.
    }

    /** This process was elected for the first time and could not become delegate; it has withdrawn. */
    default void unsettled(RuntimeException cause) {
        // As above.
    }

    /**
     * What this process alone knows as delegate, for somebody who looks at another process; asked for at most once a second and
     * only while somebody looks.
     *
     * @param inSite   whether it stays in the site; otherwise what other delegates know anyway is left out
     * @param maxBytes length that must not be exceeded
     * @return nothing if there is nothing to tell
     */
    default byte[] status(Delegate delegate, boolean inSite, int maxBytes, long nowNanos) {
        return new byte[0];
    }

    /** This process serves as delegate from now on. */
    default void serves(Delegate delegate) {
        // The event is enough for most.
    }

    /** This process is about to serve as delegate no more; what it holds as delegate goes. */
    default void resigns(Delegate delegate) {
        // The event is enough for most.
    }
}
