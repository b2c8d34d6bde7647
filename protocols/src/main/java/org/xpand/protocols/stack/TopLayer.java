package org.xpand.protocols.stack;

import java.util.Set;
import org.xpand.protocols.directory.SiteId;

/** The topmost layer of a group's stack: what the packets carry, and for whom it is kept. */
public abstract class TopLayer extends Layer {
    /** These sites have, or may have, members of the group: what they may lack is kept for them, if anything is kept. */
    public abstract void expect(Iterable<SiteId> sites, long nowNanos);

    /** The sites that are sent to or waited for, heard or not. */
    public abstract Set<SiteId> receivers();

    /** These processes of another site are members now. */
    public abstract void members(SiteId site, Set<Long> processes, long nowNanos);

    /** Lets go of what has been waited for long enough; to be called now and then, also when nothing leaves. */
    public abstract void maintain(long nowNanos);

    /** A site that is heard is not waited for any more; it is told, and so is the application. */
    public abstract void exclude(SiteId site, String reason, long nowNanos);

    /** Whether something is kept for a site that is not heard. */
    public abstract boolean waitsForUnreachable();

    /** How many other sites are sent to now. */
    public abstract int reachableSites();

    /** Bytes accepted from local senders and not yet sent. */
    public abstract long backlogBytes();

    /** Bytes sent for the first time, with their headers in frames. */
    public abstract long newSegmentBytes();
}
