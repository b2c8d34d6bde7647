package org.xpand.protocols.stack;

import java.util.Set;
import java.util.SortedSet;
import org.xpand.protocols.api.MemberId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.directory.GroupParts;

/** The topmost layer of a group's stack: what the packets carry, and for whom it is kept. */
public abstract class TopLayer extends Layer {
    private GroupParts parts = new GroupParts();

    /** Has the layer look up here which sites are parts of one; called once, before anything else. */
    public final void parts(GroupParts known) {
        parts = known;
    }

    /** Which sites are parts of one. */
    protected final GroupParts parts() {
        return parts;
    }

    /** {@link GroupParts#elsewhere} may have changed: these members are in another part of this site. */
    public abstract void elsewhere(SortedSet<MemberId> members, long nowNanos);

    /** These sites have, or may have, members of the group: what they may lack is kept for them, if anything is kept. */
    public abstract void expect(Iterable<SiteId> sites, long nowNanos);

    /** The sites that are sent to or waited for, heard or not. */
    public abstract Set<SiteId> receivers();

    /** These are the members in another site now. */
    public abstract void members(SiteId site, Set<MemberId> members, long nowNanos);

    /** Lets go of what has been waited for long enough; to be called now and then, also when nothing leaves. */
    public abstract void maintain(long nowNanos);

    /** A site that is heard is not waited for any more; it is told, and so is the application. */
    public abstract void exclude(SiteId site, String reason, long nowNanos);

    /** Whether something is kept for a site that is not heard. */
    public abstract boolean waitsForUnreachable();

    /** Whether more than usual is kept: for a site that is not heard, or for one that is heard again and catches up. */
    public abstract boolean keepsMuch();

    /** How many other sites are sent to now. */
    public abstract int reachableSites();

    /** Bytes accepted from local senders and not yet sent. */
    public abstract long backlogBytes();

    /** Bytes sent for the first time, with their headers in frames. */
    public abstract long newSegmentBytes();
}
