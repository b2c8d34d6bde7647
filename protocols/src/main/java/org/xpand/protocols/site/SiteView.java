package org.xpand.protocols.site;

import java.util.List;
import java.util.Optional;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.api.SiteId;

/**
 * The processes of a site, as one of them sees it. Immutable.
 *
 * @param siteId   identity of the site. It stays as long as the site lives, with one exception: when two processes
 *                 started at the same time found the site empty, each drew an id, and after they have met the id of
 *                 the smaller half is given up
 * @param members  the processes in view order
 * @param delegate the site's delegate process, chosen by {@link DelegateElection}; empty if there is no candidate
 * @param self     this process
 */
public record SiteView(SiteId siteId, List<SiteMember> members, Optional<SiteMember> delegate, SiteMember self) {
    /** @throws IllegalArgumentException if {@code self} is not among the members */
    public SiteView {
        members = List.copyOf(members);
        if (!members.contains(self)) {
            throw new IllegalArgumentException("the view " + members + " does not hold this process " + self);
        }
    }

    /**
     * {@return the view of these members, with the delegate elected}
     *
     * @param siteId  the id that all members use
     * @param members all members, this process included, in the order of the view
     * @param self    this process
     */
    public static SiteView of(SiteId siteId, List<SiteMember> members, SiteMember self) {
        return new SiteView(siteId, members, DelegateElection.elect(members), self);
    }

    /** {@return whether this process is the delegate} */
    public boolean isDelegate() {
        return delegate.filter(self::equals).isPresent();
    }

    /**
     * {@return the member of this process identity}
     *
     * @param process a process, of this site or not
     */
    public Optional<SiteMember> member(ProcessId process) {
        return members.stream().filter(member -> member.process().equals(process)).findFirst();
    }
}
