package org.xpand.protocols.stack;

import java.util.Set;
import java.util.SortedSet;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.GroupParts;

/** The topmost layer of a group's stack: it determines the content of packets, and for which sites it is kept. */
public abstract class TopLayer extends Layer {
    private GroupParts parts = new GroupParts();

    /** Sets the object that tells which sites are parts of a split one; called once, before anything else. */
    public final void parts(GroupParts known) {
        parts = known;
    }

    /** Which sites are parts of a split one. */
    protected final GroupParts parts() {
        return parts;
    }

    /** {@link GroupParts#elsewhere} may have changed: these members are in another part of this site. */
    public abstract void elsewhere(SortedSet<MemberId> members, long nowNanos);

    /** These sites have, or may have, members of the group: what they may lack is kept for them, if anything is kept. */
    public abstract void expect(Iterable<SiteId> sites, long nowNanos);

    /** The sites that receive or are awaited, reachable or not. */
    public abstract Set<SiteId> receivers();

    /** Takes the members in another site. */
    public abstract void members(SiteId site, Set<MemberId> members, long nowNanos);

    /** Releases what has been kept for long enough; has to be called periodically, also when nothing is sent. */
    public abstract void maintain(long nowNanos);

    /** Stops waiting for a reachable site; the site and the application are notified. */
    public abstract void exclude(SiteId site, String reason, long nowNanos);

    /** Whether something is kept for an unreachable site. */
    public abstract boolean waitsForUnreachable();

    /** Whether more than usual is kept: for an unreachable site, or for one that is reachable again and catches up. */
    public abstract boolean isRetentionHigh();

    /** How many other sites receive now. */
    public abstract int reachableSites();

    /** Bytes accepted from local senders and not yet sent. */
    public abstract long backlogBytes();

    /** Bytes sent for the first time, with their headers in frames. */
    public abstract long newSegmentBytes();
}
