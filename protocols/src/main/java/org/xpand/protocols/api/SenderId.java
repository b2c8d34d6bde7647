package org.xpand.protocols.api;

/**
 * A sender of a group, by which segments are numbered: a member and the site that it is in. The group is known from where the
 * id stands.
 *
 * @param site   the site in which the segments were born
 * @param member the member that sends; not the process that it lives in
 */
public record SenderId(SiteId site, MemberId member) implements Comparable<SenderId> {
    /**
     * A sender by the value of its member.
     *
     * @param site   the site in which the segments were born
     * @param member the value of {@link MemberId}
     */
    public SenderId(SiteId site, long member) {
        this(site, new MemberId(member));
    }

    @Override
    public int compareTo(SenderId other) {
        int bySite = site.compareTo(other.site);
        return bySite != 0 ? bySite : member.compareTo(other.member);
    }

    @Override
    public String toString() {
        return site + "/" + member;
    }
}
