package org.xpand.protocols.api;

/**
 * A sender of a group, which numbers its segments: a member and the site that it is in. The group is known from the
 * context.
 *
 * @param site   the site at which the segments were made
 * @param member the member that sends; not its process
 */
public record SenderId(SiteId site, MemberId member) implements Comparable<SenderId> {
    /**
     * Creates the id of a sender from the value of its member.
     *
     * @param site   the site at which the segments were made
     * @param member the 64 bits of {@link MemberId}, not 0
     */
    public SenderId(SiteId site, long member) {
        this(site, new MemberId(member));
    }

    /**
     * Compares by site, then by member, each as an unsigned number.
     *
     * @param other what to compare with
     * @return less than, equal to or greater than 0, as this is before, the same as or after the other
     */
    @Override
    public int compareTo(SenderId other) {
        int bySite = site.compareTo(other.site);
        return bySite != 0 ? bySite : member.compareTo(other.member);
    }

    /** Returns {@code SITE/MEMBER}, each as 16 hexadecimal digits. */
    @Override
    public String toString() {
        return site + "/" + member;
    }
}
