package org.xpand.core;

import java.time.Duration;
import java.util.Optional;

/**
 * Something that slows a group's messages, or a site that they do not reach.
 *
 * @param kind   the kind of limit
 * @param site   name of the site that causes it, or that is not reached
 * @param member name of the member that causes it, if it is one
 * @param since  how long this node has known of it, at the moment of the call
 * @param kept   for a site that is not reached: how much longer the messages that it lacks are kept for it, 0 or more; a sender that
 *               exceeds the bytes of the setting retention loses its oldest ones earlier, which {@link NodeEvent.LimitReached} tells;
 *               empty for other kinds
 * @param text   a sentence for people, with figures from when it began
 */
public record Limit(Kind kind, String site, Optional<String> member, Duration since, Optional<Duration> kept, String text) {
    public Limit {
        Accepted.texts("site", site, "text", text);
        Accepted.present("kind", kind, "a Limit.Kind");
        Accepted.present("member", member, "an Optional, which may be empty");
        Accepted.present("since", since, "a Duration");
        Accepted.present("kept", kept, "an Optional, which may be empty");
    }

    /** Kinds of limits. */
    public enum Kind {
        /** The path to a site allows a lower rate than is to be sent. */
        PATH,
        /** A member of this site does not consume what it receives. */
        MEMBER,
        /** Another site does not acknowledge what it was sent: it is catching up, or a member there does not consume. */
        SITE,
        /** A site is not reached. It slows no other site; what it lacks is kept for it. */
        UNREACHABLE,
        /** The process of this site's delegate pauses repeatedly: its computer is too busy, or it collects garbage. */
        PAUSE
    }
}
