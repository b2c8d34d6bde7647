package org.xpand.protocols.reliability;

import java.util.SortedSet;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.segment.Segment;

/** What the reliability layer hands to the relay above it. */
public interface Delivery {
    /**
     * The next segment of a remote sender, in order and once.
     *
     * @return false if the LAN takes nothing now: it is offered again when {@link ReliabilityLayer#resumeDelivery} is
     *         called, and meanwhile the source is told to stop
     */
    boolean deliver(SenderId sender, long number, Segment segment, long nowNanos);

    /**
     * Progress of a local sender changed.
     *
     * @param stable  every member of the group has everything below this number
     * @param limit   segments below this number may be sent
     */
    void progress(SenderId sender, long stable, long limit);

    /** A local sender was retired, and everybody has everything of it. */
    void done(SenderId sender);

    /**
     * The members of another site have more of a sender than this site has sent in this delegate's time.
     *
     * @param next number after the last segment that all members there have
     * @return whether that may be: the sender is one of this site, and is gone
     */
    default boolean heardElsewhere(SiteId site, SenderId sender, long next, long nowNanos) {
        return false;
    }

    /**
     * Another site asks for more of a sender of this site than this delegate has: some member has heard it.
     *
     * @param end number after the last segment asked for
     */
    default void askedElsewhere(SenderId sender, long end, long nowNanos) {
    }

    /** Another site gives back a segment that {@link ReliabilityLayer#recall} asked for. */
    void returned(SenderId sender, long number, Segment segment, long nowNanos);

    /** Segments of a remote sender from {@code first} to before {@code end} cannot be recovered; the next is {@code end}. */
    void gap(SenderId sender, long first, long end);

    /** A remote sender has left and everything of it was delivered. */
    void forgotten(SenderId sender);

    /** The source of another site excludes this site from its send window: what it sends from now on is not complete. */
    void excluded(SiteId source);

    /**
     * Another site is not waited for any more.
     *
     * @param reason one line for people
     */
    void dropped(SiteId site, String reason);

    /**
     * A site that is waited for though it is not heard lacks something that is not kept for it any more: told when that begins,
     * and when it is heard again, with what it amounts to.
     */
    default void letGo(SiteId site, String text) {
        // Only who tells people of it wants to know.
    }

    /**
     * Whether this part of the site sends for a sender that bears the site's name, or sees to what is left of it if it is
     * gone: then nothing of it is taken from elsewhere.
     */
    default boolean isLocal(SenderId sender) {
        return false;
    }

    /** These members are in another part of this site now, and are sent for by that. */
    default void elsewhere(SortedSet<MemberId> members, long nowNanos) {
    }
}
