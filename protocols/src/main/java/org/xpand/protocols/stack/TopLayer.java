package org.xpand.protocols.stack;

import java.util.Set;
import java.util.SortedSet;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.GroupParts;

/** The topmost layer of a group's stack: it determines the content of packets, and for which sites it is kept. */
public abstract class TopLayer extends Layer {
    private GroupParts parts = new GroupParts();

    /**
     * Sets the object that knows which sites are parts of a split one; called once, before anything else.
     *
     * @param known the partition of sites as announced by the delegates
     */
    public final void parts(GroupParts known) {
        parts = known;
    }

    /** {@return which sites are parts of a split one} */
    protected final GroupParts parts() {
        return parts;
    }

    /**
     * {@link GroupParts#elsewhere} may have changed: these members are in another part of this site.
     *
     * @param members  members with the site's name for which another part sends; replaces what was passed before
     * @param nowNanos the time, nanoseconds of the stack's monotonic clock
     */
    public abstract void elsewhere(SortedSet<MemberId> members, long nowNanos);

    /**
     * These sites have, or may have, members of the group: what they may lack is kept for them, if anything is kept.
     *
     * @param sites    sites that may have members, reached or not
     * @param nowNanos the time, nanoseconds of the stack's monotonic clock
     */
    public abstract void expect(Iterable<SiteId> sites, long nowNanos);

    /** {@return the sites that receive or are awaited, reachable or not} */
    public abstract Set<SiteId> receivers();

    /**
     * Takes the members in another site.
     *
     * @param site     the other site
     * @param members  all its members of the group
     * @param nowNanos the time, nanoseconds of the stack's monotonic clock
     */
    public abstract void members(SiteId site, Set<MemberId> members, long nowNanos);

    /**
     * Releases what has been kept for long enough; has to be called periodically, also when nothing is sent.
     *
     * @param nowNanos the time, nanoseconds of the stack's monotonic clock
     */
    public abstract void maintain(long nowNanos);

    /**
     * Stops waiting for a reachable site; the site and the application are notified.
     *
     * @param site     the site that is no longer waited for
     * @param reason   one line for display
     * @param nowNanos the time, nanoseconds of the stack's monotonic clock
     */
    public abstract void exclude(SiteId site, String reason, long nowNanos);

    /** {@return whether something is kept for an unreachable site} */
    public abstract boolean waitsForUnreachable();

    /** {@return whether more than usual is kept: for an unreachable site, or for one that is reachable again and catches up} */
    public abstract boolean isRetentionHigh();

    /** {@return how many other sites receive now} */
    public abstract int reachableSites();

    /** {@return bytes accepted from local senders and not yet sent} */
    public abstract long backlogBytes();

    /** {@return bytes sent for the first time, with their headers in frames} */
    public abstract long newSegmentBytes();
}
