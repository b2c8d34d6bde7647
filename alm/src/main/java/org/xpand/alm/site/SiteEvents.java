package org.xpand.alm.site;

import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.control.Conflict;
import org.xpand.protocols.directory.GroupName;

/** Listener of a {@link SiteProcess}. Called from within its methods; must not call it. */
public interface SiteEvents {
    /** Kinds of events. */
    enum Kind {
        /** This process became its site's delegate, or ceased to be. */
        DELEGATE,
        /** A site or group was refused: another site of the same name, another version, another strategy for the same group. */
        CONFLICT,
        /** A member of this site holds a group up, or no longer does. */
        SLOW_MEMBER,
        /** This site no longer waits for another one, or the other one for it. */
        SITE_DROPPED,
        /** Another site has become silent, or no longer is. */
        SITE_SILENT,
        /** Something failed; the text says what, and how it is handled. */
        ERROR
    }

    /**
     * Something an application or its operator may want to know.
     *
     * @param kind the kind of event
     * @param text one line for display
     */
    void event(Kind kind, String text);

    /**
     * This process serves as the delegate of its site, or of a part of it, from now on, or no longer does; an event by default. Not called
     * for a delegate without a path to other sites.
     *
     * @param serves whether it serves from now on
     * @param text   one line for display
     */
    default void delegacy(boolean serves, String text) {
        event(Kind.DELEGATE, text);
    }

    /**
     * Another site or a site's group was refused; an event by default.
     *
     * @param conflict who was refused, and why
     */
    default void conflict(Conflict conflict) {
        event(Kind.CONFLICT, conflict.message());
    }

    /**
     * A member of this site holds a group up, or no longer does; an event by default.
     *
     * @param group the group
     * @param text  one line for display, without the group's name
     */
    default void slowMember(GroupName group, String text) {
        event(Kind.SLOW_MEMBER, "group " + group + ": " + text);
    }

    /**
     * A site no longer waits for another one; an event by default.
     *
     * @param group the group
     * @param site  the other site's name for display
     * @param here  whether this site no longer waits for the other one; otherwise the reverse
     * @param text  one line for display, without the group's name
     */
    default void notWaited(GroupName group, String site, boolean here, String text) {
        event(Kind.SITE_DROPPED, "group " + group + ": " + text);
    }

    /**
     * Another site has become silent on the data path, or is no longer silent; an event by default.
     *
     * @param site   the other site's name for display
     * @param silent whether it is silent from now on
     * @param text   one line for display
     */
    default void siteSilent(String site, boolean silent, String text) {
        event(Kind.SITE_SILENT, text);
    }

    /**
     * A bound was reached, and for that something was or may be dropped; an event by default.
     *
     * @param text one line for display
     */
    default void limit(String text) {
        event(Kind.ERROR, text);
    }

    /**
     * Something failed and was closed; besides the event, a log needs the cause.
     *
     * @param text  one line for display: what failed, and what follows
     * @param cause why
     */
    void failure(String text, Throwable cause);

    /**
     * As delegate, this process no longer waits for another site in a group; {@link #notWaited} is called too.
     *
     * @param group the group
     * @param site  the other site
     */
    default void siteDropped(GroupName group, SiteId site) {
        // The event is enough for most listeners.
    }

    /**
     * The delegate of the site is known for the first time, and if it is this process, its path to other sites is open. Called at most
     * once, and not together with {@link #unsettled}.
     */
    default void settled() {
        // Needed only by starters of processes, who wait for it.
    }

    /**
     * This process was elected for the first time but could not become delegate; it has withdrawn.
     *
     * @param cause why its path to other sites could not be opened
     */
    default void unsettled(RuntimeException cause) {
        // As above.
    }

    /**
     * The status that only this process, as delegate, knows, for a viewer at another process; called at most once a second for each
     * receiver, and only while there is a viewer.
     *
     * @param delegate the delegate's role of this process
     * @param inSite   whether it stays in the site; otherwise what other delegates know anyway is omitted
     * @param maxBytes length that must not be exceeded
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     * @return the status in a form that the viewers know; an empty array if there is nothing to report
     */
    default byte[] status(Delegate delegate, boolean inSite, int maxBytes, long nowNanos) {
        return new byte[0];
    }

    /**
     * This process serves as delegate from now on, also if only its LAN or a part of its site.
     *
     * @param delegate the delegate's role, until {@link #resigns}
     */
    default void serves(Delegate delegate) {
        // The event is enough for most listeners.
    }

    /**
     * This process is about to stop serving as delegate; the state of the role is lost.
     *
     * @param delegate the delegate's role, which can be inspected during this call for the last time
     */
    default void resigns(Delegate delegate) {
        // The event is enough for most listeners.
    }
}
