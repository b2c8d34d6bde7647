package org.xpand.alm.site;

import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.xpand.protocols.api.ProcessId;
import org.xpand.protocols.api.SiteId;
import org.xpand.protocols.control.Conflict;
import org.xpand.protocols.directory.GroupName;
import org.xpand.protocols.relay.SiteRoster;

/**
 * The processes of this site that have announced a group with another charter than this process, as when two parts of the site meet. One
 * of the two withdraws soon, perhaps before all processes have announced their groups: only then is it known which, and reported. Not
 * thread-safe.
 */
final class SiteConflicts {
    private final Consumer<Conflict> output;
    /** By group and name of the process, its charter. */
    private final TreeMap<GroupName, TreeMap<String, String>> seen = new TreeMap<>();
    private final TreeMap<GroupName, Set<String>> reported = new TreeMap<>();

    /** @param output receives each conflict once */
    SiteConflicts(Consumer<Conflict> output) {
        this.output = output;
    }

    /** The roster has changed; this process has announced the group with this charter. */
    void look(SiteRoster roster, GroupName group, ProcessId self, String charter) {
        TreeMap<String, String> others = new TreeMap<>(roster.chartersAgainst(group, self, charter));
        reported.computeIfPresent(group, (name, known) -> {
            known.retainAll(others.keySet());
            others.keySet().removeAll(known);
            return known.isEmpty() ? null : known;
        });
        if (!others.isEmpty()) {
            seen.computeIfAbsent(group, name -> new TreeMap<>()).putAll(others);
        }
    }

    /** All processes have announced their groups, and the charter of this process holds. */
    void holds(SiteId site, GroupName group, String charter) {
        TreeMap<String, String> others = seen.remove(group);
        if (others != null) {
            reported.computeIfAbsent(group, name -> new TreeSet<>()).addAll(others.keySet());
            others.forEach((process, its) -> report(site, group, "process '" + process + "' of this site uses '" + its + "', this one '" + charter
                    + "'", charter));
        }
    }

    /** The charter of this process does not hold: it withdraws from the group. */
    void withdraws(SiteId site, GroupName group, String charter, String holds) {
        seen.remove(group);
        report(site, group, "this process uses '" + charter + "', its site '" + holds + "'", holds);
    }

    private void report(SiteId site, GroupName group, String what, String holds) {
        output.accept(new Conflict(site, Optional.of(group), "strategy of group '" + group + "': " + what + "; accepted is '" + holds
                + "', the older one"));
    }
}
