package org.xpand.protocols.directory;

import org.xpand.protocols.api.SiteId;

/**
 * Tells a delegate when to change between speaking for its site and for a part of it. When the LAN of a site splits, one
 * half has to elect a delegate, and that one speaks for the site from then on; the delegate that was there goes on for the
 * other half, as a part: a site of its own on the overlay, whose members send in the name of the site. When nobody
 * speaks for the site any more, since the LAN has merged or the other half is gone, the part is the site again.
 *
 * <p>A delegate that was replaced while it was stopped still takes the whole site for its own. It is no part: its members
 * are its successor's too. Sans-IO, not thread-safe.
 */
public final class PartRule {
    /** How long it has to be so: a view that is a moment late must not cost a new beginning. */
    public static final long PATIENCE_NANOS = 1_000_000_000L;

    private final SiteId home;
    private final boolean isPart;
    private boolean wanted;
    private long sinceNanos;

    /**
     * @param home   the site
     * @param isPart whether the delegate speaks for a part of it now
     */
    public PartRule(SiteId home, boolean isPart) {
        this.home = home;
        this.isPart = isPart;
    }

    /**
     * The directory, or what the delegate announces, has changed.
     *
     * @param own       what the delegate announces
     * @param directory what it knows of the sites
     */
    public void update(SiteInfo own, Directory directory, long nowNanos) {
        boolean now = isPart ? !directory.sites().containsKey(home) : isOtherHalf(own, directory.local());
        if (now && !wanted) {
            sinceNanos = nowNanos;
        }
        wanted = now;
    }

    private static boolean isOtherHalf(SiteInfo own, SiteInfo speaker) {
        if (speaker.incarnation() == own.incarnation()) {
            return false;
        }
        boolean any = false;
        for (GroupInfo group : own.groups()) {
            for (MemberInfo member : group.members()) {
                if (speaker.hasMember(member.member())) {
                    return false;
                }
                any = true;
            }
        }
        return any;
    }

    /** When the change is due, unless something changes before; {@link Long#MAX_VALUE} if none is. */
    public long deadlineNanos() {
        return wanted ? sinceNanos + PATIENCE_NANOS : Long.MAX_VALUE;
    }

    /** Whether the delegate is to begin anew: as a part if it speaks for the site, for the site if it is a part. */
    public boolean isDue(long nowNanos) {
        return wanted && nowNanos - sinceNanos >= PATIENCE_NANOS;
    }
}
