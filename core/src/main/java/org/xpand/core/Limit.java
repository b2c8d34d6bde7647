package org.xpand.core;

import java.time.Duration;
import java.util.Optional;

/**
 * What holds a group up, or whom what is sent does not reach.
 *
 * @param kind   what it is
 * @param site   the site it is at, or that is not reached
 * @param member the member it is, by name, if it is one
 * @param since  how long this node has known of it
 * @param kept   of a site that is not reached: how long what it lacks is kept for it from now on
 * @param text   a sentence for people, with the figures of when it began
 */
public record Limit(Kind kind, String site, Optional<String> member, Duration since, Optional<Duration> kept, String text) {
    /** What holds a group up. */
    public enum Kind {
        /** The way to a site allows a lower rate than is to be sent. */
        PATH,
        /** A member of this site does not take what it is brought. */
        MEMBER,
        /** Another site does not acknowledge what it was sent: it is catching up, or a member there does not consume. */
        SITE,
        /** A site is not reached. It holds nobody up; what it lacks is kept for it. */
        UNREACHABLE,
        /** The process of this site's delegate sleeps again and again: its computer is too busy, or collects garbage. */
        PAUSE
    }
}
