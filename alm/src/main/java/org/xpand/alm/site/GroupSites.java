package org.xpand.alm.site;

import java.util.List;
import java.util.Optional;
import org.xpand.protocols.api.SenderId;

/**
 * The sites and members of a group as one process sees them.
 *
 * @param sites    every site with members, in the order of site names
 * @param complete whether those are all, as far as the site's delegate knows, which has told the other sites of this one's
 *                 members and heard of theirs
 * @param refusal  why the others do not exchange anything with this site in this group; empty if they do
 * @param wholly   whether the site is refused as a whole, and not for this group's sake
 */
public record GroupSites(List<Site> sites, boolean complete, Optional<String> refusal, boolean wholly) {
    /** Nobody is known. */
    public static final GroupSites NONE = new GroupSites(List.of(), false, Optional.empty(), false);

    public GroupSites {
        sites = List.copyOf(sites);
    }

    /**
     * One site of the group.
     *
     * @param name      the site's name
     * @param rttMillis how far it is, ms; much where it is not known, 0 of the own site
     * @param delegate  incarnation of its delegate, as the own site's delegate knows it; 0 if that knows none
     * @param members   its members
     */
    public record Site(String name, int rttMillis, long delegate, List<Member> members) {
        public Site {
            members = List.copyOf(members);
        }
    }

    /**
     * One member.
     *
     * @param id   the identity its messages carry
     * @param name what people call its process
     */
    public record Member(SenderId id, String name) {
    }
}
