package org.xpand.protocols.reliability;

import java.util.SortedSet;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.segment.Segment;

/** The output of the reliability layer to the relay above it. */
public interface Delivery {
    /**
     * The next segment of a remote sender, in order and once.
     *
     * @return false if the LAN has no room now: the segment is offered again when {@link ReliabilityLayer#resumeDelivery} is
     *         called, and meanwhile the source is stopped
     */
    boolean deliver(SenderId sender, long number, Segment segment, long nowNanos);

    /**
     * Progress of a local sender changed.
     *
     * @param stable  every member of the group has everything below this number
     * @param limit   segments below this number may be sent
     */
    void progress(SenderId sender, long stable, long limit);

    /** A local sender was retired, and all members have everything of it. */
    void done(SenderId sender);

    /**
     * The members of another site have more of a sender than this site has sent during this delegate's term.
     *
     * @param next number after the last segment that all members there have
     * @return whether that is plausible: the sender is a departed one of this site
     */
    default boolean receivedElsewhere(SiteId site, SenderId sender, long next, long nowNanos) {
        return false;
    }

    /**
     * Another site requests more of a sender of this site than this delegate has: some member has received it.
     *
     * @param end number after the last requested segment
     */
    default void requestedElsewhere(SenderId sender, long end, long nowNanos) {
    }

    /** Another site returns a segment that {@link ReliabilityLayer#recall} requested. */
    void returned(SenderId sender, long number, Segment segment, long nowNanos);

    /** Segments of a remote sender from {@code first} to before {@code end} cannot be recovered; the next is {@code end}. */
    void gap(SenderId sender, long first, long end);

    /** A remote sender has left and everything of it was delivered. */
    void forgotten(SenderId sender);

    /** The source of another site no longer waits for this site: what it sends from now on is incomplete. */
    void excluded(SiteId source);

    /**
     * Another site is no longer waited for.
     *
     * @param reason one line for display
     */
    void dropped(SiteId site, String reason);

    /**
     * Segments that an awaited site lacks have been released: reported when that begins, and in summary when the site is reachable
     * again.
     */
    default void letGo(SiteId site, String text) {
        // Needed only by listeners that report it to users.
    }

    /**
     * Whether this part of the site sends for a sender with the site's name, or recovers it if it has departed: then
     * segments of it from elsewhere are ignored.
     */
    default boolean isLocal(SenderId sender) {
        return false;
    }

    /** These members are in another part of this site now, which sends for them. */
    default void elsewhere(SortedSet<MemberId> members, long nowNanos) {
    }
}
