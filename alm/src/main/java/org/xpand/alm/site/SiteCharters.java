package org.xpand.alm.site;

import java.util.Optional;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.directory.GroupService;
import org.xpand.protocols.relay.SiteRoster;

/** The charters with which the other processes of this site use groups, beside those of this process. Not thread-safe. */
final class SiteCharters {
    private final SiteRoster roster;
    private final ProcessId self;

    SiteCharters(SiteRoster roster, ProcessId self) {
        this.roster = roster;
        this.self = self;
    }

    /** The service that the site uses for the group, if it differs from this process's. */
    Optional<String> other(GroupMembership group) {
        // Without this process's own earlier announcement, which may be of a membership that has ended.
        return roster.strategyBesides(group.name(), self).filter(its -> disagrees(its, group));
    }

    /** The charter that holds against that with which this process has announced the group; empty if its own holds. */
    Optional<String> holds(GroupMembership group) {
        Optional<String> older = group.isSettled() ? roster.strategyAgainst(group.name(), self) : roster.strategyOfOlder(group.name(), self);
        return older.filter(its -> disagrees(its, group));
    }

    /** Whether another process uses the group with another charter. */
    boolean isContested(GroupMembership group) {
        return !roster.chartersAgainst(group.name(), self, group.service().text()).isEmpty();
    }

    private static boolean disagrees(String charter, GroupMembership group) {
        return !GroupService.parse(charter).agrees(group.service());
    }
}
