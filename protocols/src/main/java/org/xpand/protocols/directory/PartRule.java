package org.xpand.protocols.directory;

import org.xpand.protocols.api.SiteId;

/**
 * Determines when a delegate changes between representing its site and a part of it. When the LAN of a site splits, one
 * half has to elect a delegate, which represents the site from then on; the previous delegate continues for the
 * other half, as a part: a separate site on the overlay, whose members send in the name of the site. When no delegate
 * represents the site any more, because the LAN has merged or the other half is lost, the part becomes the site again.
 *
 * <p>A delegate that was replaced while it was suspended still announces all members of the site. It is no part, since its
 * successor has the same members. Sans-IO, not thread-safe.
 */
public final class PartRule {
    /** How long the condition has to last: a view that is slightly late must not cause a change. */
    public static final long PATIENCE_NANOS = 1_000_000_000L;

    private final SiteId home;
    private final boolean isPart;
    private boolean wanted;
    private long sinceNanos;

    /**
     * Begins with no change due.
     *
     * @param home   the site
     * @param isPart whether the delegate represents a part of it now
     */
    public PartRule(SiteId home, boolean isPart) {
        this.home = home;
        this.isPart = isPart;
    }

    /**
     * The directory, or what the delegate announces, has changed.
     *
     * @param own       what the delegate announces
     * @param directory its directory
     * @param nowNanos  the time, nanoseconds of the process's monotonic clock
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

    /** {@return when the change is due, unless the condition ends before, ns of the monotonic clock; {@link Long#MAX_VALUE} if none is} */
    public long deadlineNanos() {
        return wanted ? sinceNanos + PATIENCE_NANOS : Long.MAX_VALUE;
    }

    /**
     * Whether the delegate is to begin anew: as a part if it represents the site, as the site if it is a part.
     *
     * @param nowNanos the time, nanoseconds of the process's monotonic clock
     * @return whether the condition has lasted for {@link #PATIENCE_NANOS}
     */
    public boolean isDue(long nowNanos) {
        return wanted && nowNanos - sinceNanos >= PATIENCE_NANOS;
    }
}
