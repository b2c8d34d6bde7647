package org.xpand.core;

import java.util.List;
import java.util.Optional;
import org.xpand.alm.site.GroupSites;
import org.xpand.protocols.api.SenderId;
import org.xpand.protocols.api.SiteId;

/**
 * The sites and members of a group as this node sees them. Eventually the same at all nodes; not ordered with messages.
 *
 * @param sites every site with members, this node's own included, ordered by name
 */
public record GroupView(List<Site> sites) {
    public GroupView {
        sites = Accepted.list("sites", sites);
    }

    /**
     * One site of the group.
     *
     * @param name    the site's name
     * @param members its members in the group, in no particular order
     */
    public record Site(String name, List<Member> members) {
        public Site {
            Accepted.texts("name", name);
            members = Accepted.list("members", members);
        }
    }

    /**
     * One member.
     *
     * @param id   the identity that its messages carry, drawn at each join
     * @param name name of its process; the text of {@code id} while it is unknown
     * @param site name of its site; empty while it is unknown
     */
    public record Member(SenderId id, String name, String site) {
        public Member {
            Accepted.texts("name", name, "site", site);
            Accepted.present("id", id, "a SenderId");
        }

        /** A member of which only the identity is known, which is also its name. */
        static Member unnamed(SenderId id) {
            return new Member(id, id.toString(), "");
        }

        /** {@return both names, {@code SITE/NAME}, as text for people; the name alone if the site is unknown} */
        public String label() {
            return site.isEmpty() ? name : site + "/" + name;
        }
    }

    static GroupView of(GroupSites sites) {
        return new GroupView(sites.sites().stream().map(site -> new Site(site.name(), site.members().stream()
                .map(member -> new Member(member.id(), member.name(), site.name())).toList())).toList());
    }

    /** Whether two identities may be those of one site, one after the other: not if they are seen under different names. */
    boolean mayBeOneSite(SiteId one, SiteId other) {
        Optional<String> name = siteName(one);
        Optional<String> otherName = siteName(other);
        return name.isEmpty() || otherName.isEmpty() || name.equals(otherName);
    }

    private Optional<String> siteName(SiteId id) {
        return sites.stream().filter(site -> site.members().stream().anyMatch(member -> member.id().site().equals(id))).map(Site::name)
                .findFirst();
    }

    /** {@return the members of all sites, ordered by site name} */
    public List<Member> members() {
        return sites.stream().flatMap(site -> site.members().stream()).toList();
    }

    /** {@return number of members in all sites, 0 before the first view} */
    public int size() {
        return sites.stream().mapToInt(site -> site.members().size()).sum();
    }
}
