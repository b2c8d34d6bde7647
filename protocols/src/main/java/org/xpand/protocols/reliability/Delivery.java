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
     * @param sender   the remote sender
     * @param number   the segment's number; one more than that of the sender's previous segment or gap
     * @param segment  the segment; may be kept
     * @param nowNanos the time, nanoseconds of the stack's monotonic clock
     * @return false if the LAN has no room now: the segment is offered again when {@link ReliabilityLayer#resumeDelivery} is called, and
     *         meanwhile the source is stopped
     */
    boolean deliver(SenderId sender, long number, Segment segment, long nowNanos);

    /**
     * Progress of a local sender changed.
     *
     * @param sender the local sender
     * @param stable every member of the group has everything below this number
     * @param limit  segments below this number may be sent
     */
    void progress(SenderId sender, long stable, long limit);

    /**
     * A local sender was retired, and all members have everything of it.
     *
     * @param sender the retired sender; its stream is closed
     */
    void done(SenderId sender);

    /**
     * The members of another site have more of a sender than this site has sent during this delegate's term.
     *
     * @param site     the other site
     * @param sender   a sender with this site's name
     * @param next     number after the last segment that all members there have
     * @param nowNanos the time, nanoseconds of the stack's monotonic clock
     * @return whether that is plausible: the sender is a departed one of this site
     */
    default boolean receivedElsewhere(SiteId site, SenderId sender, long next, long nowNanos) {
        return false;
    }

    /**
     * Another site requests more of a sender of this site than this delegate has: some member has received it.
     *
     * @param sender   a sender with this site's name
     * @param end      number after the last requested segment
     * @param nowNanos the time, nanoseconds of the stack's monotonic clock
     */
    default void requestedElsewhere(SenderId sender, long end, long nowNanos) {
    }

    /**
     * Another site returns a segment that {@link ReliabilityLayer#recall} requested.
     *
     * @param sender   the departed local sender
     * @param number   the segment's number
     * @param segment  the segment as its sender had sent it
     * @param nowNanos the time, nanoseconds of the stack's monotonic clock
     */
    void returned(SenderId sender, long number, Segment segment, long nowNanos);

    /**
     * Segments of a remote sender from {@code first} to before {@code end} cannot be recovered; the next is {@code end}.
     *
     * @param sender the remote sender
     * @param first  number of the first segment that is not delivered
     * @param end    number after the last, more than {@code first}
     */
    void gap(SenderId sender, long first, long end);

    /**
     * A remote sender has left and everything of it was delivered.
     *
     * @param sender the remote sender, of which nothing follows
     */
    void forgotten(SenderId sender);

    /**
     * The source of another site no longer waits for this site: what it sends from now on is incomplete.
     *
     * @param source the other site
     */
    void excluded(SiteId source);

    /**
     * Another site is no longer waited for.
     *
     * @param site   the other site
     * @param reason one line for display
     */
    void dropped(SiteId site, String reason);

    /**
     * Segments that an awaited site lacks have been released: reported when that begins, and in summary when the site is reachable again.
     *
     * @param site the awaited site
     * @param text what it lacks, as one line for display
     */
    default void released(SiteId site, String text) {
        // Needed only by listeners that report it to users.
    }

    /**
     * {@return whether this part of the site sends for a sender with the site's name, or recovers it if it has departed: then segments of
     * it from elsewhere are ignored}
     *
     * @param sender a sender, of any site
     */
    default boolean isLocal(SenderId sender) {
        return false;
    }

    /**
     * These members are in another part of this site now, which sends for them.
     *
     * @param members  all members with this site's name for which another part sends
     * @param nowNanos the time, nanoseconds of the stack's monotonic clock
     */
    default void elsewhere(SortedSet<MemberId> members, long nowNanos) {
    }
}
