package org.xpand.alm.site;

import java.util.List;
import org.xpand.protocols.directory.SenderId;

/**
 * The sites and members of a group as one process sees them.
 *
 * @param sites every site with members, in the order of site names
 */
public record GroupSites(List<Site> sites) {
    /** Nobody is known. */
    public static final GroupSites NONE = new GroupSites(List.of());

    public GroupSites {
        sites = List.copyOf(sites);
    }

    /**
     * One site of the group.
     *
     * @param name    the site's name
     * @param members its members
     */
    public record Site(String name, List<Member> members) {
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
