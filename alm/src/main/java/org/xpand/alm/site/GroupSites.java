package org.xpand.alm.site;

import java.util.List;
import java.util.Optional;
import org.xpand.protocols.api.SenderId;

/**
 * The sites and members of a group as one process sees them.
 *
 * @param sites    every site with members, in the order of site names
 * @param complete whether these are all, as far as the site's delegate knows, and it has announced this site's members to the
 *                 other sites and received theirs
 * @param refusal  why the other sites exchange nothing with this site in this group; empty if they do
 * @param wholly   whether the whole site is refused, not only for this group
 */
public record GroupSites(List<Site> sites, boolean complete, Optional<String> refusal, boolean wholly) {
    /** No site is known. */
    public static final GroupSites NONE = new GroupSites(List.of(), false, Optional.empty(), false);

    public GroupSites {
        sites = List.copyOf(sites);
    }

    /**
     * One site of the group.
     *
     * @param name      the site's name
     * @param rttMillis round-trip time to it, ms; a great value if unknown, 0 for the own site
     * @param delegate  incarnation of its delegate, as known to the own site's delegate; 0 if unknown
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
     * @param id   the identity in its messages
     * @param name the name of its process for display
     */
    public record Member(SenderId id, String name) {
    }
}
